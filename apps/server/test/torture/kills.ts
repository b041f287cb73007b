import { setTimeout } from 'node:timers/promises'
import { PostgresProcess } from './postgres-process.ts'
import { type Command, ServerUnderTest } from './server-under-test.ts'
import { type Verdict, Writers } from './writers.ts'

/** Concurrent writers. */
const WRITERS = 10
/** ms after the start of the writers within which the kill happens. */
const LATEST_KILL_MS = 400
/** ms after the restart of database and server within which all cards must be acknowledged. */
const SETTLED_WITHIN_MS = 60_000

/**
 * Kills the server with SIGKILL while ten people write, again and again, and checks their cards. On PostgreSQL
 * every second kill ends all processes of the database instead, and the server must recover by itself.
 */
export async function kills(
  store: 'SQLite' | 'PostgreSQL',
  rounds: number,
  command: Command,
): Promise<Verdict> {
  const postgres = store === 'PostgreSQL' ? await PostgresProcess.start() : null
  const server = await ServerUnderTest.make({
    command,
    ...(postgres !== null && { databaseUrl: postgres.url() }),
  })
  try {
    const writers = new Writers('ada', await server.person('ada'), server.api, WRITERS)
    await server.start()
    for (let round = 0; round < rounds; round++) {
      writers.start()
      await setTimeout(50 + Math.random() * LATEST_KILL_MS)
      if (postgres !== null && round % 2 === 1) {
        await postgres.kill()
        await postgres.startAgain()
      } else {
        await server.kill()
        await server.start()
      }
      await writers.stop()
    }
    await writers.settle(SETTLED_WITHIN_MS)
    return await writers.judge()
  } finally {
    await server.remove()
    await postgres?.stop()
  }
}
