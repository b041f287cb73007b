import { setTimeout } from 'node:timers/promises'
import { PostgresProcess } from './postgres-process.ts'
import { type Command, ServerUnderTest } from './server-under-test.ts'
import { type Verdict, Writers } from './writers.ts'

/** Writers at the same time. */
const WRITERS = 10
/** A kill comes within so many ms after the writers have begun. */
const LATEST_KILL = 400
/** Everything has to be acknowledged this long (ms) after the database and the server are back. */
const SETTLED_WITHIN = 60_000

/**
 * Kills the server by SIGKILL while ten people write, round after round, and counts what became of their cards. On
 * PostgreSQL every second round kills all processes of the database instead, and the server has to go on by itself.
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
      await setTimeout(50 + Math.random() * LATEST_KILL)
      if (postgres !== null && round % 2 === 1) {
        await postgres.kill()
        await postgres.startAgain()
      } else {
        await server.kill()
        await server.start()
      }
      await writers.stop()
    }
    await writers.settle(SETTLED_WITHIN)
    return await writers.judge()
  } finally {
    await server.remove()
    await postgres?.stop()
  }
}
