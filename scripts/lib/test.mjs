import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureBrowser, ensureWholeBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { check } from './check.mjs'
import { ensureInstalled } from './install.mjs'
import { at, main, Stop } from './project.mjs'
import { runTool } from './run.mjs'

/** @typedef {{ passed: number, failed: number }} Sum */

/** @type {Record<string, () => Promise<Sum>>} */
const PARTS = {
  check,
  unit: () => vitest('unit', ['unit', 'web']),
  http: () => vitest('http', ['http']),
  size: sizes,
  e2e: playwright,
}

/** A runner that takes longer than this hangs. */
const LIMIT_MINUTES = 60

await main(async () => {
  const chosen = process.argv.slice(2)
  const stranger = chosen.find((name) => !Object.hasOwn(PARTS, name))
  if (stranger)
    throw new Stop(`There is no part "${stranger}": choose among ${Object.keys(PARTS).join(', ')}.`)
  await ensureInstalled()

  const total = { passed: 0, failed: 0 }
  for (const [name, run] of Object.entries(PARTS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    console.log(`\n── ${name}`)
    const { passed, failed } = await run().catch(brokenPart)
    total.passed += passed
    total.failed += failed
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
})

/**
 * @param {unknown} error
 * @returns {Sum}
 */
function brokenPart(error) {
  console.log(error instanceof Stop ? error.message : error)
  return { passed: 0, failed: 1 }
}

/**
 * @param {string} name
 * @param {readonly string[]} projects
 */
async function vitest(name, projects) {
  // Tests of the browser's replica run in one: it is installed before them, not within their time.
  await ensureBrowser()
  const report = freshReport(`vitest-${name}.json`)
  const { code } = await runTool(
    'vitest/vitest.mjs',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { shown: 'both', limitMinutes: LIMIT_MINUTES },
  )
  return sumUp(name, code, report, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    // A file that breaks while it is loaded has no test that could fail.
    failed:
      numFailedTests +
      testResults.filter(
        (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
          file.status === 'failed' && file.assertionResults.length === 0,
      ).length,
  }))
}

async function playwright() {
  await ensureBuilt()
  const browser = await ensureBrowser()
  // The spec of the extension finds it by itself.
  await ensureWholeBrowser()
  const report = freshReport('playwright.json')
  const { code } = await runTool(
    '@playwright/test/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
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
  return sumUp('e2e', code, report, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }))
}

/** What the built app makes a browser fetch, against the limits of .size-limit.mjs. */
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
  const passed = judged.filter((each) => each.passed).length
  return { passed, failed: judged.length - passed }
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
    console.log(`The ${name} runner ended with code ${code} and left no report.`)
    return { passed: 0, failed: 1 }
  }
  const sum = count(JSON.parse(readFileSync(report, 'utf8')))
  if (sum.passed + sum.failed === 0) {
    console.log(`The ${name} runner ran no test.`)
    return { passed: 0, failed: 1 }
  }
  if (code !== 0 && sum.failed === 0) {
    console.log(`The ${name} runner ended with code ${code} although no test failed: see above.`)
    return { ...sum, failed: 1 }
  }
  return sum
}
