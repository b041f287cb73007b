import './disk.ts'
import { parseArgs } from 'node:util'
import { CELLS } from './cells.ts'
import { Coverage, EVENTS } from './coverage.ts'
import { printActs } from './print-acts.ts'
import { runSeed } from './run-seed.ts'
import { SimulatedServer } from './server.ts'

/**
 * `npm run simulate -- --seeds N --first SEED`: runs N stories, starting with a seed. Exit code 1 if an invariant
 * broke. `--acts` prints the acts of each story; `--until-broken` stops at the first broken story; `--skip 3,5`
 * leaves out stories.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    first: { type: 'string', default: '1' },
    acts: { type: 'boolean', default: false },
    skip: { type: 'string', default: '' },
    'until-broken': { type: 'boolean', default: false },
  },
})
const show = values.acts ? printActs : undefined
const first = Number(values.first)
const seeds = Number(values.seeds)
/** Stories per database. Restoring a story from a backup copies the whole database. */
const STORIES_PER_SERVER = 200
/** Stories in which each event, and each cell of docs/concurrency.md, must occur. */
const STORIES_FOR_ALL = 1_000
/** Stories between two progress messages. */
const PROGRESS = 100
const begunAt = Date.now()
let told = 0
let server = await SimulatedServer.start()
const coverage = new Coverage()
const broken: number[] = []
const skipped = new Set(values.skip.split(',').map(Number))
let errors: unknown[] = []
process.on('unhandledRejection', (error) => errors.push(error))
for (let seed = first; seed < first + seeds; seed++) {
  if (skipped.has(seed)) continue
  errors = []
  if (told > 0 && told % STORIES_PER_SERVER === 0) {
    await server.stop()
    server = await SimulatedServer.start()
  }
  const findings: string[] = await runSeed(seed, server, coverage, show)
  told++
  if (told % PROGRESS === 0) console.warn(`${told} stories, ${Date.now() - begunAt} ms`)
  for (const error of errors) findings.push(`nobody heard of the error: ${error}`)
  if (findings.length === 0) continue
  broken.push(seed)
  console.error(`seed ${seed}:\n${findings.map((finding) => `  ${finding}`).join('\n')}`)
  if (values['until-broken']) break
}
await server.stop()
console.warn(EVENTS.map((event) => `${event}: ${coverage.times(event)}`).join(', '))
console.warn(CELLS.map(({ name }) => `${coverage.timesOf(name)} × ${name}`).join('\n'))
const cells = CELLS.map(({ name }) => name)
const unmet =
  told < STORIES_FOR_ALL
    ? []
    : [...cells.filter((name) => coverage.timesOf(name) === 0), ...coverage.rarerThan(1, true)]
if (unmet.length > 0) console.warn(`Never met: ${unmet.join('; ')}.`)
console.warn(
  `Rejected: ${[...coverage.rejected].map(([kind, times]) => `${kind} ${times}`).join(', ') || 'none'}`,
)
console.warn(
  broken.length === 0
    ? `${seeds} seeds from ${first} on: every invariant held.`
    : `Broken: ${broken.join(', ')}. Replay one with: npm run simulate -- --seeds 1 --first ${broken[0]}`,
)
process.exit(broken.length + unmet.length === 0 ? 0 : 1)
