import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { at, ROOT } from './project.mjs'
import { run } from './run.mjs'
import { BUGS, withBug } from './simulated-bugs.mjs'

const MAIN = 'apps/web/test/simulation/main.ts'

/**
 * Simulates stories in a copy of the sources, with one known bug at a time. Prints how many stories it took to find each.
 * Exit code 1: a bug was not found.
 * @param {readonly string[]} args `--seeds N`: at most N stories a bug; `--only TEXT`: bugs with TEXT in their name
 */
export async function simulateBugs(args) {
  const { values } = parseArgs({
    args: [...args],
    options: { seeds: { type: 'string', default: '80' }, only: { type: 'string', default: '' } },
  })
  const seeds = Number(values.seeds)
  const copy = copyOfSources()
  try {
    const bugs = BUGS.filter(({ name }) => name.includes(values.only))
    // Fails at once where a bug no longer fits the sources.
    for (const bug of bugs) planted(copy, bug)()
    const sound = await simulated(copy, seeds, [])
    if (sound.broken.length > 0) console.log(`Without any bug these are broken: ${sound.broken.join(', ')}.`)
    console.log('| bug | found by | after stories |\n|---|---|---|')
    let missed = 0
    for (const bug of bugs) {
      const remove = planted(copy, bug)
      const { broken, oracles, output } = await simulated(copy, seeds, sound.broken, true)
      remove()
      if (!output.includes(' seeds from ') && broken.length === 0) throw new Error(`${bug.name}:\n${output}`)
      if (broken.length === 0) missed++
      console.log(`| ${bug.name} | ${oracles.join(', ')} | ${broken[0] ?? `not in ${seeds}`} |`)
    }
    process.exitCode = missed === 0 ? 0 : 1
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/**
 * Puts a bug into the copy of the sources.
 * @param {string} copy
 * @param {import('./simulated-bugs.mjs').Bug} bug
 * @returns {() => void} removes it
 */
function planted(copy, bug) {
  /** @type {Map<string, string>} */
  const before = new Map()
  const after = withBug(bug, (file) => {
    const text = readFileSync(join(copy, file), 'utf8')
    before.set(file, text)
    return text
  })
  for (const [file, text] of after) writeFileSync(join(copy, file), text)
  return () => {
    for (const [file, text] of before) writeFileSync(join(copy, file), text)
  }
}

/**
 * @param {string} copy
 * @param {number} seeds
 * @param {readonly number[]} skipped
 * @param {boolean} [stops] at the first broken story
 */
async function simulated(copy, seeds, skipped, stops = false) {
  const tsx = at('node_modules/tsx/dist/cli.mjs')
  const limits = ['--seeds', String(seeds), '--skip', skipped.join()]
  const { output } = await run(
    process.execPath,
    [tsx, MAIN, ...limits, ...(stops ? ['--until-broken'] : [])],
    {
      cwd: copy,
      limitMinutes: 60,
    },
  )
  const broken = [...output.matchAll(/^seed (\d+):/gm)].map(([, seed]) => Number(seed))
  const findings = output.match(/^ {2}\S.*$/gm) ?? []
  const oracles = ORACLES.filter(({ says }) => findings.some((finding) => says.test(finding)))
  return { broken, oracles: oracles.map(({ name }) => name), output }
}

/** The oracles of docs/simulation.md, each with the pattern of its messages. */
const ORACLES = [
  { name: 'same rows', says: /^ {2}device .*, (card|tag|group) |has no workspace open/ },
  { name: 'calm', says: /^ {2}not calm|changes still wait/ },
  { name: 'texts', says: /lost without a trace|overwritten, and nobody|^ {2}lost: / },
  { name: 'values', says: / made it .* last$/ },
  { name: 'order', says: / was carried out after / },
  { name: 'at once', says: / is not shown / },
  { name: 'clicks', says: / clicks were carried out/ },
  { name: 'rejections', says: /^ {2}rejected without/ },
  { name: 'progress', says: /a change waits behind one for which/ },
  { name: 'busy', says: /^ {2}busy: / },
  { name: 'errors', says: /^ {2}(threw|nobody heard of the error)/ },
]

/** Copies the sources to a folder of their own, with the installed packages. */
function copyOfSources() {
  const copy = mkdtempSync(join(tmpdir(), 'cardinal-bugs-'))
  const isSource = (/** @type {string} */ path) =>
    !/^(node_modules|dist|coverage|reports)$/.test(basename(path))
  for (const folder of ['packages', 'apps'])
    cpSync(at(folder), join(copy, folder), { recursive: true, filter: isSource })
  for (const file of ['package.json', 'tsconfig.base.json']) cpSync(join(ROOT, file), join(copy, file))
  mkdirSync(join(copy, 'node_modules/@cardinal'), { recursive: true })
  for (const name of readdirSync(at('node_modules')))
    if (name !== '@cardinal') symlinkSync(at(`node_modules/${name}`), join(copy, 'node_modules', name))
  for (const name of readdirSync(at('packages')))
    if (existsSync(at(`packages/${name}/package.json`)))
      symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@cardinal', name))
  for (const app of readdirSync(at('apps')))
    if (existsSync(at(`apps/${app}/node_modules`)))
      symlinkSync(at(`apps/${app}/node_modules`), join(copy, 'apps', app, 'node_modules'))
  return copy
}
