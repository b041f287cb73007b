import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { quantile, type Report, type Workload } from '../harness.ts'
import { SERVER } from '../paths.ts'
import { Child } from '../server/child.ts'
import { atRate, type Load } from '../server/load.ts'
import { makePeople, serverEnv } from '../server/people.ts'
import { startPostgres } from '../server/postgres.ts'
import { Writer } from '../server/writer.ts'

const PORT = 4_920
const PEOPLE = 50
const SHORT = 20
const TEN_MINUTES = 600
const ROUNDS = 5
const TRIES = 10

/** Many people write and pull at once, one node over SQLite. Ten minutes with `--large`. */
export const load: Workload = {
  name: 'load',
  run: async (report, { isLarge }) => {
    const seconds = isLarge ? TEN_MINUTES : SHORT
    const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-load-'))
    const env = serverEnv(PORT, dataDir)
    const people = await makePeople(PEOPLE, env)
    const node = new Child([SERVER], PORT, env)
    await node.listening()
    const writers = people.map((headers) => new Writer(headers))
    await warmUp(writers, [node])
    const busy = node.cpuSeconds()
    const [writes, pulls] = await Promise.all([
      atRate(500, seconds, (n) => turn(writers, n).write(node)),
      atRate(1_000, seconds, (n) => turn(writers, n).pull(node)),
    ])
    reportLoad(report, 'writes', writes, 500)
    reportLoad(report, 'pulls', pulls, 1_000)
    report('work of the server for each second of load', (node.cpuSeconds() - busy) / seconds, 's')
    report('rows that a reader missed', await missed(writers, node), 'rows', { atMost: 0 })
    await node.stop()
    rmSync(dataDir, { recursive: true, force: true })
  },
}

/**
 * Two nodes over one PostgreSQL. Each gets half of the writes, and each write is read from the other node.
 */
export const nodes: Workload = {
  name: 'nodes',
  run: async (report, { isLarge }) => {
    const seconds = isLarge ? TEN_MINUTES : SHORT
    const postgres = await startPostgres(PORT + 5)
    const envs = [1, 2].map((n) => serverEnv(PORT + n, postgres.dataDir, postgres.url))
    const people = await makePeople(PEOPLE, envs[0] ?? {})
    const children = envs.map((env, i) => new Child([SERVER], PORT + 1 + i, env))
    const [one, two] = children
    if (one === undefined || two === undefined) throw new Error('Two nodes are needed.')
    await Promise.all(children.map((child) => child.listening()))
    const writers = people.map((headers) => new Writer(headers))
    await warmUp(writers, children)
    const busy = one.cpuSeconds() + two.cpuSeconds()
    const [writes, looks] = await Promise.all([
      atRate(1_000, seconds, (n) => turn(writers, n).write(n % 2 === 0 ? one : two)),
      atRate(20, seconds, (n) => turn(writers, n).writeAndFind(one, two)),
    ])
    reportLoad(report, 'writes', writes, 1_000)
    report('written at one node, absent at the other', looks.errorCount, 'answers', { atMost: 0 })
    report(
      'work of both nodes for each second of load',
      (one.cpuSeconds() + two.cpuSeconds() - busy) / seconds,
      's',
    )
    report('rows that a reader missed', await missed(writers, two), 'rows', { atMost: 0 })
    await Promise.all(children.map((child) => child.stop()))
    await postgres.stop()
  },
}

function turn(writers: readonly Writer[], n: number): Writer {
  const writer = writers[n % writers.length]
  if (writer === undefined) throw new Error('There are no writers.')
  return writer
}

/** A server that has just started compiles its hot code, and rejects requests while it lags behind. */
async function warmUp(writers: readonly Writer[], children: readonly Child[]): Promise<void> {
  for (const child of children)
    for (let round = 0; round < ROUNDS; round++)
      for (const writer of writers) {
        await atLast(() => writer.write(child))
        await atLast(() => writer.pull(child))
      }
}

async function atLast(send: () => Promise<void>): Promise<void> {
  for (let n = 1; ; n++) {
    try {
      return await send()
    } catch (error) {
      if (n === TRIES) throw error
      await setTimeout(1_000)
    }
  }
}

async function missed(writers: readonly Writer[], node: Child): Promise<number> {
  let count = 0
  for (const writer of writers) count += await writer.missed(node)
  return count
}

function reportLoad(
  report: Report,
  what: string,
  { perSecond, times, errors, errorCount }: Load,
  goal: number,
) {
  for (const error of errors) process.stderr.write(`${String(error)}\n`)
  // Allow one percent less: the last answers come after the last request was due.
  report(`${what} a second`, perSecond, 'a second', { atLeast: goal * 0.99 })
  report(`${what} with an error`, errorCount, 'answers', { atMost: 0 })
  report(`${what}, p50`, quantile(times, 0.5), 'ms')
  report(`${what}, p99`, quantile(times, 0.99), 'ms')
}
