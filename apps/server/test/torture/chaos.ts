import { setTimeout } from 'node:timers/promises'
import { ChaosProxy } from './chaos-proxy.ts'
import { PostgresProcess } from './postgres-process.ts'
import { type Command, ServerUnderTest } from './server-under-test.ts'
import { type Verdict, Writers } from './writers.ts'

const WRITERS = 10
/** ms after the end of the faults within which all cards must be acknowledged. */
const SETTLED_WITHIN_MS = 60_000

export interface Chaos extends Verdict {
  readonly connections: number
  readonly faults: number
}

/**
 * Lets people write through a faulty proxy for this many seconds.
 *
 * @param place between people and server (on SQLite), or between server and PostgreSQL
 */
export async function chaos(
  place: 'people and server' | 'server and PostgreSQL',
  seconds: number,
  command: Command,
): Promise<Chaos> {
  const postgres = place === 'server and PostgreSQL' ? await PostgresProcess.start() : null
  const beforePostgres = postgres === null ? null : await ChaosProxy.start(postgres.port)
  const server = await ServerUnderTest.make({
    command,
    ...(beforePostgres !== null && { databaseUrl: postgres?.url(beforePostgres.port) ?? '' }),
  })
  let proxy = beforePostgres
  try {
    const direct = await ServerUnderTest.make({
      command,
      dataDir: server.dataDir,
      ...(postgres !== null && { databaseUrl: postgres.url() }),
    })
    const writers = new Writers('ada', await direct.person('ada'), server.api, WRITERS)
    if ((await server.start()) !== null) throw new Error(server.said)
    if (proxy === null) {
      proxy = await ChaosProxy.start(server.port)
      writers.reach(`http://127.0.0.1:${proxy.port}/api`)
    }
    proxy.storm()
    writers.start()
    await setTimeout(seconds * 1000)
    proxy.calm()
    await writers.stop()
    await writers.settle(SETTLED_WITHIN_MS)
    const { none, ...faults } = proxy.suffered
    const suffered = Object.values(faults).reduce((sum, count) => sum + count, 0)
    return { ...(await writers.judge()), connections: none + suffered, faults: suffered }
  } finally {
    await server.remove()
    await proxy?.stop()
    await postgres?.stop()
  }
}
