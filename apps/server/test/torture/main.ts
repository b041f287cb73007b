import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { backups } from './backups.ts'
import { chaos } from './chaos.ts'
import { fullDisk, readOnlyFolder } from './disk.ts'
import { kills } from './kills.ts'
import { migrations } from './migrations.ts'
import type { Command } from './server-under-test.ts'
import type { Verdict } from './writers.ts'

/**
 * `npm run torture -- [--rounds 200] [--only kill]`: runs the torture tests, and prints a table; see docs/reliability.md.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, only: { type: 'string', default: '' } },
})
const ROUNDS = Number(values.rounds)
const BUILT = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const command: Command = [process.execPath, join(BUILT)]

interface Outcome {
  readonly is: string
  readonly isFine: boolean
}

const fine = ({ lost, twice, halfDone }: Verdict) => lost + twice + halfDone === 0
const words = ({ acknowledged, lost, twice, halfDone }: Verdict) =>
  `${acknowledged.toLocaleString('en')} acknowledged, ${lost} lost, ${twice} twice, ${halfDone} half done`
const ofVerdict = (verdict: Verdict, more = ''): Outcome => ({
  is: words(verdict) + more,
  isFine: fine(verdict),
})

const TRIALS: readonly (readonly [string, () => Promise<Outcome>])[] = [
  ...(['SQLite', 'PostgreSQL'] as const).map(
    (store) =>
      [
        `kill, ${ROUNDS} rounds, ${store}`,
        async () => ofVerdict(await kills(store, ROUNDS, command)),
      ] as const,
  ),
  ...(['people and server', 'server and PostgreSQL'] as const).map(
    (place) =>
      [
        `chaos between ${place}, 60 s`,
        async () => {
          const found = await chaos(place, 60, command)
          return ofVerdict(found, `; ${found.faults} of ${found.connections} connections maltreated`)
        },
      ] as const,
  ),
  [
    'full disk',
    async () => {
      const found = await fullDisk(command)
      const isFine = fine(found) && found.read === 200 && found.written === 503
      return {
        is: `${words(found)}; reading ${found.read}, writing ${found.written}: ${found.sentence}`,
        isFine,
      }
    },
  ],
  [
    'read-only folder',
    async () => {
      const found = await readOnlyFolder(command)
      const isFine = fine(found) && found.exitCode === 1
      return { is: `${words(found)}; start ends with ${found.exitCode}: ${found.sentence}`, isFine }
    },
  ],
  [
    'backups under load, SQLite',
    async () => {
      const found = await backups(30, command)
      const is = `${found.backups} restored, the last with ${found.cards.toLocaleString('en')} cards; ${found.impossible} of no moment`
      return { is, isFine: found.impossible === 0 }
    },
  ],
  ...(['SQLite', 'PostgreSQL'] as const).map(
    (store) =>
      [
        `migrations killed at each statement, ${store}`,
        async () => {
          const { statements, kills, broken } = await migrations(store, 1)
          return { is: `${kills} kills at ${statements} statements, ${broken} broken`, isFine: broken === 0 }
        },
      ] as const,
  ),
]

say(`load ${loadavg()[0]?.toFixed(1)}\n`)
say('| trial | outcome | seconds |\n|---|---|---|')
let isFine = true
for (const [name, trial] of TRIALS) {
  if (!name.includes(values.only)) continue
  const begun = performance.now()
  const outcome = await trial().catch((error: Error) => ({ is: `failed: ${error.message}`, isFine: false }))
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  say(
    `| ${name} | ${outcome.isFine ? '' : '**not held**: '}${outcome.is.replaceAll('|', '/')} | ${seconds} |`,
  )
  isFine &&= outcome.isFine
}
process.exit(isFine ? 0 : 1)

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
