import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ok } from '@cardinal/domain'
import SqliteFile from 'better-sqlite3'
import { build } from 'esbuild'
import { Client } from 'pg'
import { migrate } from '../../src/store/migrate.ts'
import { MIGRATIONS } from '../../src/store/migrations/newest.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { PostgresProcess } from './postgres-process.ts'

export interface Interrupted {
  /** Number of statements from the first version to the present one. */
  readonly statements: number
  readonly kills: number
  /** Kills after which the next start produced a different database. */
  readonly broken: number
}

const SOURCE = fileURLToPath(new URL('./interrupted-migration.ts', import.meta.url))
/** Inside `node_modules`, so that the native driver is found. */
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/', import.meta.url))
const PERSON = {
  id: 'u1',
  email: 'ada@example.org',
  name: 'Ada',
  first_name: 'Ada',
  last_name: '',
  plan: 'free',
  plan_expires_at: null,
  saved_searches: '["x"]',
  show_helpers: 1,
  current_workspace_id: null,
  created_at: 5,
}

/**
 * Kills a migrating process before its first statement, before its second, and so on. Another process then
 * completes the migration, and the database is compared with one that was never interrupted.
 *
 * @param every 1: at each statement
 */
export async function migrations(store: 'SQLite' | 'PostgreSQL', every: number): Promise<Interrupted> {
  const postgres = store === 'PostgreSQL' ? await PostgresProcess.start() : null
  const folder = mkdtempSync(join(tmpdir(), 'cardinal-torture-migrations-'))
  let script = ''
  try {
    script = await bundled()
    const run = (number: number, place: Place) => runScript(script, number, place)
    const make = async (name: string) =>
      postgres === null ? sqliteAt(join(folder, name)) : postgresAt(postgres, name)
    const peaceful = await make('peaceful')
    const statements = Number((await run(0, peaceful)).output)
    const wanted = await peaceful.form()
    let broken = 0
    let kills = 0
    for (let number = 1; number <= statements; number += every) {
      const place = await make(`killed_${number}`)
      const { signal } = await run(number, place)
      if (signal !== 'SIGKILL') throw new Error(`Statement ${number} was not the end of its process.`)
      kills++
      const { code } = await run(0, place)
      if (code !== 0 || (await place.form()) !== wanted) broken++
      await place.remove()
    }
    return { statements, kills, broken }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    if (script !== '') rmSync(dirname(script), { recursive: true, force: true })
    await postgres?.stop()
  }
}

/**
 * Bundles the script into one file, because it starts hundreds of times, and each start from its sources takes a
 * second.
 */
async function bundled(): Promise<string> {
  mkdirSync(CACHE, { recursive: true })
  const outfile = join(mkdtempSync(join(CACHE, 'torture-')), 'script.mjs')
  await build({
    entryPoints: [SOURCE],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['better-sqlite3', 'pg-native'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
  return outfile
}

/** A database of the first version, with a user. */
interface Place {
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Its tables, indexes and user as one text. */
  form(): Promise<string>
  remove(): Promise<void>
}

async function sqliteAt(dataDir: string): Promise<Place> {
  mkdirSync(dataDir)
  const path = join(dataDir, 'cardinal.sqlite')
  const opened = openSqlite(path)
  await begin(opened.transact, 'sqlite')
  opened.close()
  return {
    dataDir,
    databaseUrl: null,
    form: async () => {
      const file = new SqliteFile(path)
      const schema = file
        .prepare("select name, sql from sqlite_master where name not like 'sqlite_%' order by name")
        .all()
      const rows = [
        file.prepare('select * from "user"').all(),
        file.prepare('select name from migration').all(),
      ]
      const check = file.pragma('integrity_check', { simple: true })
      file.close()
      return JSON.stringify([schema, rows, check])
    },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

async function postgresAt(postgres: PostgresProcess, name: string): Promise<Place> {
  await ask(postgres.url(), `create database ${name} template template0`)
  const url = postgres.url().replace(/torture$/, name)
  const opened = openPostgres(url, () => undefined)
  await begin(opened.transact, 'postgres')
  await opened.pool.end()
  return {
    dataDir: tmpdir(),
    databaseUrl: url,
    form: async () =>
      JSON.stringify([
        await ask(
          url,
          "select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns where table_schema = 'public' order by 1, 2",
        ),
        await ask(url, "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1"),
        await ask(url, 'select * from "user"'),
        await ask(url, 'select name from migration order by name'),
      ]),
    remove: async () => void (await ask(postgres.url(), `drop database ${name} with (force)`)),
  }
}

async function begin(transact: Parameters<typeof migrate>[0], dialect: 'sqlite' | 'postgres'): Promise<void> {
  await migrate(transact, dialect, MIGRATIONS.slice(0, 1), 1)
  await transact(async (tx) =>
    ok(
      await tx
        .insertInto('user')
        .values(PERSON as never)
        .execute(),
    ),
  )
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function runScript(script: string, number: number, { dataDir, databaseUrl }: Place) {
  const args = [script, String(number), dataDir]
  const child = spawn(process.execPath, databaseUrl === null ? args : [...args, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (piece: Buffer) => {
    output += piece
  })
  return new Promise<{ code: number | null; signal: string | null; output: string }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, output })),
  )
}
