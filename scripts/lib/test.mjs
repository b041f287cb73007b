import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBrowser, ensureWholeBrowser } from './browser.mjs'
import { ensureBuilt, ensureServerBuilt } from './build.mjs'
import { check } from './check.mjs'
import { ensureInstalled } from './install.mjs'
import { at, main, Stop } from './project.mjs'
import { keepTested } from './release.mjs'
import { runTool } from './run.mjs'

/**
 * `failures`: names of failed tests, as far as the report has them.
 *
 * @typedef {{ passed: number, failed: number, failures: readonly string[] }} Sum
 */

/** @type {Record<string, () => Promise<Sum>>} */
const PARTS = {
  check,
  unit: () => vitest('unit', ['unit', 'web']),
  http: () => http(),
  size: sizes,
  e2e: () => playwright(),
}

/**
 * All parts except the sizes, limited to test files that are affected by changes since a commit.
 *
 * @param {string} since
 * @returns {typeof PARTS}
 */
const partsSince = (since) => ({
  check,
  unit: () => vitest('unit', ['unit', 'web'], since),
  http: () => http(since),
  e2e: () => playwright(since),
})

/**
 * A folder in memory for the databases of the HTTP tests: waiting for the disk takes a quarter of their time.
 */
const MEMORY_FOLDER = '/dev/shm'
const ROOM_BYTES = 8e9

/** @param {string} folder */
function hasRoom(folder) {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > ROOM_BYTES
}

/** Minutes. A test runner that takes longer hangs. */
const LIMIT_MINUTES = 60

await main(async () => {
  const words = process.argv.slice(2)
  const isChanged = words[0] === 'changed'
  const chosen = isChanged ? [] : words
  const stranger = chosen.find((name) => !Object.hasOwn(PARTS, name))
  if (stranger)
    throw new Stop(`There is no part "${stranger}": choose among ${Object.keys(PARTS).join(', ')}, changed.`)
  await ensureInstalled()
  if (hasRoom(MEMORY_FOLDER)) process.env.TMPDIR = MEMORY_FOLDER
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
  // Repeated at the end: their reports may be thousands of lines above.
  if (failures.length > 0) console.log(`\n${failures.map((failure) => `FAILED ${failure}`).join('\n')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  if (words.length === 0 && total.failed === 0) keepTested()
  return total.failed === 0 ? 0 : 1
})

/** The commit at which this branch left main; on main, its newest one. */
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

/** @param {string} [since] a commit: only test files that are affected by changes since then */
async function http(since) {
  // A test measures the built server.
  await ensureServerBuilt()
  return vitest('http', ['http'], since)
}

/**
 * @param {string} name
 * @param {readonly string[]} projects
 * @param {string} [since] a commit: only test files that are affected by changes since then
 */
async function vitest(name, projects, since) {
  // Tests of the browser's replica need one; the installation must not count towards their time.
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
  // A file that fails to load reports no test.
  if (status === 'failed' && assertionResults.length === 0) return [file]
  return failed.map(({ fullName }) => `${file}: ${fullName}`)
}

/** @param {string} [since] a commit: only specs that are affected by changes since then */
async function playwright(since) {
  await ensureBuilt()
  const browser = await ensureBrowser()
  // Its path is found by the extension's spec itself.
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
 * The error of a failed browser test, its page's content and the browser's reports. A failure on only one machine can't be
 * understood without them.
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

/** Bytes that a browser fetches of the built app, against the limits of .size-limit.mjs. */
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
 * Counts the results. A runner that crashed, or found no test, counts as failed.
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
