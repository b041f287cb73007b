import { readFileSync } from 'node:fs'
import { ensureInstalled } from './install.mjs'
import { judgeWords } from './old-words.mjs'
import { at } from './project.mjs'
import { judgeVersions, judgeWorkflows } from './release.mjs'
import { judgeRooms } from './rooms.mjs'
import { runTool } from './run.mjs'
import { judgeSimulatedBugs } from './simulated-bugs.mjs'
import { judgeStyleClasses } from './style-classes.mjs'
import { unknownIdsInTests } from './trace.mjs'

/**
 * @typedef {{ ok: boolean, output: string }} Judged
 * @typedef {{ name: string, judge: () => Promise<Judged> }} Step
 */

/** Every TypeScript project; each has the globals of its environment. */
const TYPE_PROJECTS = [
  'packages/domain',
  'packages/engine',
  'packages/sync',
  'packages/contract',
  'packages/testing',
  'packages/command',
  'packages/extension',
  'packages/tsconfig.test.json',
  'apps/server',
  'apps/web',
  'apps/web/tsconfig.worker.json',
  'apps/web/tsconfig.sw.json',
  'apps/web/tsconfig.test.json',
  'apps/web/tsconfig.node.json',
  'e2e',
  'bench',
  'scripts',
]

/** @type {readonly Step[]} */
const STEPS = [
  { name: 'architecture', judge: () => tool('dependency-cruiser/bin/dependency-cruise.mjs', CRUISE) },
  { name: 'list of rooms', judge: judgeRooms },
  { name: 'dead code', judge: () => tool('knip/bin/knip.js', ['--no-progress', '--cache']) },
  {
    name: 'lint and format',
    judge: () =>
      tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--max-diagnostics=100', '.']),
  },
  {
    name: 'spelling of documents and public pages',
    judge: () => tool('cspell/bin.mjs', ['--no-progress', '--no-summary']),
  },
  {
    name: 'compose file',
    judge: () => tool('dclint/bin/dclint.cjs', ['--max-warnings', '0', 'compose.yaml']),
  },
  { name: 'classes of style modules', judge: judgeStyleClasses },
  { name: 'words that the glossary replaced', judge: judgeWords },
  {
    name: 'doc comments of functions',
    judge: async () => (await import('./doc-comments.mjs')).judgeDocComments(),
  },
  { name: 'lock file', judge: judgeLockFile },
  { name: 'version', judge: async () => judgeVersions() },
  { name: 'workflows', judge: judgeWorkflows },
  { name: 'texts of the simulated bugs', judge: async () => judgeSimulatedBugs() },
  {
    name: 'time of regular expressions',
    // Loaded late: its packages are installed by the first step of a check.
    judge: async () => (await import('./regular-expressions.mjs')).judgeRegularExpressions(),
  },
  { name: 'requirement ids in test titles', judge: judgeTestTitles },
  ...TYPE_PROJECTS.map((project) => ({ name: `types of ${project}`, judge: () => judgeTypes(project) })),
]

const CRUISE = [
  '--config',
  '.dependency-cruiser.mjs',
  'packages',
  'apps/server/src',
  'apps/web/src',
  'e2e',
  'bench',
]

/** Runs all steps, two at a time, and prints each with its time, and output where it failed. */
export async function check() {
  await ensureInstalled()
  const waiting = [...STEPS]
  let passed = 0
  /** @type {string[]} */
  const failures = []
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const started = Date.now()
      const { ok, output } = await step.judge()
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      console.log(`${ok ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`)
      if (!ok) console.log(`${output.trim().replace(/^/gm, '       ')}\n`)
      if (ok) passed += 1
      else failures.push(step.name)
    }
  }
  await Promise.all([worker(), worker()])
  const failed = failures.length
  console.log(
    failed === 0 ? `All ${passed} checks passed.` : `${failed} of ${passed + failed} checks failed.`,
  )
  return { passed, failed, failures }
}

/**
 * @param {string} path
 * @param {readonly string[]} args
 * @returns {Promise<Judged>}
 */
async function tool(path, args) {
  const { code, output } = await runTool(path, args)
  return { ok: code === 0, output }
}

/**
 * Runs the native checker by its path, because `.bin/tsc` belongs to typescript.
 * @param {string} project
 */
async function judgeTypes(project) {
  const judged = await tool('typescript-native/bin/tsc', ['-p', project, '--pretty', 'false'])
  // TS18003, a project without files, is no error here.
  return /error TS18003/.test(judged.output) ? { ok: true, output: '' } : judged
}

/** @returns {Promise<Judged>} */
async function judgeLockFile() {
  const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
  const withAddress = Object.keys(packages).filter((path) =>
    /^(https?|git)/.test(packages[path].resolved ?? ''),
  )
  return {
    ok: withAddress.length === 0,
    output: `package-lock.json must hold no download address (see .npmrc): ${withAddress.join(', ')}`,
  }
}

/** @returns {Promise<Judged>} */
async function judgeTestTitles() {
  const unknown = unknownIdsInTests()
  return { ok: unknown.length === 0, output: `No such rows in docs/requirements.json: ${unknown.join(', ')}` }
}
