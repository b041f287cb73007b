import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBrowser, ensureWholeBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { check } from './check.mjs'
import { ensureInstalled } from './install.mjs'
import { at, main, Stop } from './project.mjs'
import { runTool } from './run.mjs'

/**
 * `failures` names what failed, as far as a report names it.
 *
 * @typedef {{ passed: number, failed: number, failures: readonly string[] }} Sum
 */

/** @type {Record<string, () => Promise<Sum>>} */
const PARTS = {
  check,
  unit: () => vitest('unit', ['unit', 'web']),
  http: () => vitest('http', ['http']),
  size: sizes,
  e2e: () => playwright(),
}

/**
 * All but the sizes, of what differs from a commit: test files that changed, or that import what changed.
 *
 * @param {string} since
 * @returns {typeof PARTS}
 */
const partsSince = (since) => ({
  check,
  unit: () => vitest('unit', ['unit', 'web'], since),
  http: () => vitest('http', ['http'], since),
  e2e: () => playwright(since),
})

/** A runner that takes longer than this hangs. */
const LIMIT_MINUTES = 60

await main(async () => {
  const words = process.argv.slice(2)
  const isChanged = words[0] === 'changed'
  const chosen = isChanged ? [] : words
  const stranger = chosen.find((name) => !Object.hasOwn(PARTS, name))
  if (stranger)
    throw new Stop(`There is no part "${stranger}": choose among ${Object.keys(PARTS).join(', ')}, changed.`)
  await ensureInstalled()
  const parts = isChanged ? partsSince(words[1] ?? forkOfMain()) : PARTS

  const total = { passed: 0, failed: 0 }
  /** @type {string[]} */
  const failures = []
  for (const [name, run] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    console.log(`\n── ${name}`)
    const sum = await run().catch(brokenPart)
    total.passed += sum.passed
    total.failed += sum.failed
    for (const failure of sum.failures) failures.push(`${name}: ${failure}`)
  }
  // Their reports may be thousands of lines above.
  if (failures.length > 0) console.log(`\n${failures.map((failure) => `FAILED ${failure}`).join('\n')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
})

/** The commit at which the present branch left main; on main itself, its newest one. */
function forkOfMain() {
  const git = (/** @type {string[]} */ ...args) => spawnSync('git', args, { cwd: at('.'), encoding: 'utf8' })
  const main = git('rev-parse', '--verify', '--quiet', 'origin/main').status === 0 ? 'origin/main' : 'main'
  const { status, stdout } = git('merge-base', 'HEAD', main)
  if (status !== 0) throw new Stop('There is no branch main to compare with: name a commit.')
  return stdout.trim()
}

/**
 * @param {unknown} error
 * @returns {Sum}
 */
function brokenPart(error) {
  console.log(error instanceof Stop ? error.message : error)
  return oneFailure(error instanceof Error ? error.message : String(error))
}

/**
 * @param {string} failure
 * @returns {Sum}
 */
function oneFailure(failure) {
  return { passed: 0, failed: 1, failures: [failure] }
}

/**
 * @param {string} name
 * @param {readonly string[]} projects
 * @param {string} [since] a commit: only test files that what changed since then reaches
 */
async function vitest(name, projects, since) {
  // Tests of the browser's replica run in one: it is installed before them, not within their time.
  await ensureBrowser()
  const report = freshReport(`vitest-${name}.json`)
  const { code } = await runTool(
    'vitest/vitest.mjs',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      ...(since ? [`--changed=${since}`, '--passWithNoTests'] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { shown: 'both', limitMinutes: LIMIT_MINUTES },
  )
  return sumUp(name, code, report, ({ numPassedTests, testResults }) => {
    const failures = testResults.flatMap(failuresOfFile)
    return { passed: numPassedTests, failed: failures.length, failures }
  })
}

/**
 * @param {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} file of
 * Vitest's report
 */
function failuresOfFile({ name, status, assertionResults }) {
  const file = relative(at('.'), name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file that breaks while it is loaded has no test that could fail.
  if (status === 'failed' && assertionResults.length === 0) return [file]
  return failed.map(({ fullName }) => `${file}: ${fullName}`)
}

/** @param {string} [since] a commit: only specs that changed, or import what changed, since then */
async function playwright(since) {
  await ensureBuilt()
  const browser = await ensureBrowser()
  // The spec of the extension finds it by itself.
  await ensureWholeBrowser()
  const report = freshReport('playwright.json')
  const { code } = await runTool(
    '@playwright/test/cli.js',
    [
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--reporter=list,json',
      ...(since ? [`--only-changed=${since}`, '--pass-with-no-tests'] : []),
    ],
    {
      shown: 'both',
      env: {
        ...process.env,
        CHROMIUM_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
      limitMinutes: LIMIT_MINUTES,
    },
  )
  return sumUp('e2e', code, report, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [
      ...suites.flatMap(failuresOfSuite),
      ...errors.map(
        (/** @type {{ message?: string }} */ { message = 'an error outside the tests' }) => message,
      ),
    ],
  }))
}

/**
 * @typedef {{ name: string, path?: string, body?: string }} Attachment `body` is base64
 * @typedef {{ errors: { message?: string }[], attachments: Attachment[] }} Result
 * @typedef {{ projectName: string, status: string, results: Result[] }} TestRun
 * @typedef {{ title: string, file: string, tests: TestRun[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * @param {Suite} suite of Playwright's report
 * @returns {string[]}
 */
function failuresOfSuite({ specs = [], suites = [] }) {
  const failed = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        [`${file} (${projectName}): ${title}`, ...results.slice(-1).flatMap(circumstances)].join('\n'),
      ),
  )
  return [...failed, ...suites.flatMap(failuresOfSuite)]
}

/**
 * Returns the error of a failed browser test, what its page showed, and what the browser reported. A failure that
 * happens on one machine alone can be understood only from these.
 * @param {Result} result
 * @returns {string[]}
 */
function circumstances({ errors, attachments }) {
  const texts = errors.map(({ message = '' }) => firstLines(stripVTControlCharacters(message), 6))
  for (const { name, path, body } of attachments) {
    if (name === 'browser-events' && body) texts.push(Buffer.from(body, 'base64').toString())
    if (name === 'error-context' && path && existsSync(path)) {
      const [, snapshot = ''] = readFileSync(path, 'utf8').split('```yaml\n')
      texts.push(firstLines(snapshot, 14))
    }
  }
  return texts.flatMap((text) => text.split('\n').map((line) => `  ${line.slice(0, 160)}`))
}

/**
 * @param {string} text
 * @param {number} count
 */
function firstLines(text, count) {
  return text.split('\n').slice(0, count).join('\n')
}

/** Resolves with what the built app makes a browser fetch, against the limits of .size-limit.mjs. */
async function sizes() {
  await ensureBuilt()
  const { code, output } = await runTool('size-limit/bin.js', ['--json'])
  if (code !== 0 && !output.trimStart().startsWith('[')) throw new Stop(output.trim())
  /** @type {{ name: string, passed: boolean, size: number, sizeLimit: number }[]} */
  const judged = JSON.parse(output)
  for (const { name, passed, size, sizeLimit } of judged) {
    const figures = `${(size / 1000).toFixed(1)} kB of ${(sizeLimit / 1000).toFixed(0)} kB`
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${name}: ${figures}`)
  }
  const failures = judged.filter((each) => !each.passed).map(({ name }) => name)
  return { passed: judged.length - failures.length, failed: failures.length, failures }
}

/** @param {string} name */
function freshReport(name) {
  const path = at(`reports/${name}`)
  mkdirSync(at('reports'), { recursive: true })
  rmSync(path, { force: true })
  return path
}

/**
 * Counts what the runner reported, and never lets a runner that broke, or that found no test, look well.
 * @param {string} name
 * @param {number} code
 * @param {string} report
 * @param {(report: any) => Sum} count
 * @returns {Sum}
 */
function sumUp(name, code, report, count) {
  if (!existsSync(report)) {
    return oneFailure(`The ${name} runner ended with code ${code} and left no report.`)
  }
  const sum = count(JSON.parse(readFileSync(report, 'utf8')))
  if (sum.passed + sum.failed === 0) {
    return oneFailure(`The ${name} runner ran no test.`)
  }
  if (code !== 0 && sum.failed === 0) {
    const failure = `The ${name} runner ended with code ${code} although no test failed: see above.`
    return { ...sum, failed: 1, failures: [failure] }
  }
  return sum
}
