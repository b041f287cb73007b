import './disk.ts'
import { parseArgs } from 'node:util'
import { Coverage, EVENTS } from './coverage.ts'
import { runSeed } from './run-seed.ts'
import { SimulatedServer } from './server.ts'

/** `npm run simulate -- --seeds N --first SEED`: runs N stories from a seed on; 1 when an invariant broke. */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '100' }, first: { type: 'string', default: '1' } },
})
const first = Number(values.first)
const seeds = Number(values.seeds)
const server = await SimulatedServer.start()
const coverage = new Coverage()
const broken: number[] = []
for (let seed = first; seed < first + seeds; seed++) {
  const findings = await runSeed(seed, server, coverage)
  if (findings.length === 0) continue
  broken.push(seed)
  console.error(`seed ${seed}:\n${findings.map((finding) => `  ${finding}`).join('\n')}`)
}
await server.stop()
console.warn(EVENTS.map((event) => `${event}: ${coverage.times(event)}`).join(', '))
console.warn(
  broken.length === 0
    ? `${seeds} seeds from ${first} on: every invariant held.`
    : `Broken: ${broken.join(', ')}. Replay one with: npm run simulate -- --seeds 1 --first ${broken[0]}`,
)
process.exit(broken.length === 0 ? 0 : 1)
