import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { openStore, type Store } from '../../src/store/index.ts'

/** A new database for a test file; `open` opens the stores of any number of nodes. */
export interface TestDatabase {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** PostgreSQL's address; null: SQLite. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  open(): Promise<Store>
  stop(): Promise<void>
}

/** The databases that every suite runs on. */
export const DATABASES: readonly { name: TestDatabase['name']; start: () => Promise<TestDatabase> }[] = [
  { name: 'SQLite', start: startSqlite },
  { name: 'PostgreSQL', start: startPostgres },
]

export async function startSqlite(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-sqlite-'))
  return {
    name: 'SQLite',
    databaseUrl: null,
    dataDir,
    open: () => openMigrated(null, dataDir),
    stop: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

export async function startPostgres(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-postgres-'))
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  // template0, because nobody connects to it: other databases can't be copied while files run in parallel.
  await tell(server, `create database ${name} template template0`)
  const databaseUrl = server + name
  return {
    name: 'PostgreSQL',
    databaseUrl,
    dataDir,
    open: () => openMigrated(databaseUrl, dataDir),
    stop: async () => {
      await tell(server, `drop database ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function tell(server: string, statement: string): Promise<void> {
  const client = new Client(`${server}postgres`)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function openMigrated(databaseUrl: string | null, dataDir: string): Promise<Store> {
  const store = await openStore({ databaseUrl, dataDir })
  await store.migrate()
  return store
}
