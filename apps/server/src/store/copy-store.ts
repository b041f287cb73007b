import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, refused } from '@cardinal/domain'
import { sql } from 'kysely'
import { DATABASE_FILE, openStore, type StoreOptions } from './open-store.ts'
import { openSqlite } from './sqlite.ts'
import { BATCH, type Db } from './tables/db.ts'
import type { Transact } from './transactions.ts'

interface Copied {
  readonly tables: number
  readonly rows: number
}

type Row = Readonly<Record<string, unknown>>

/** A table of this version's schema. */
interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Columns of the primary key, in order. */
  readonly key: readonly string[]
}

/**
 * Copies all rows of a store into an empty store on the other database, in one transaction. Migrates both stores
 * first, then reads the copied rows and compares them. No server may run on either. The error is a sentence.
 */
export async function copyStore(from: StoreOptions, to: StoreOptions): Promise<Result<Copied, string>> {
  if ((from.databaseUrl === null) === (to.databaseUrl === null))
    return refused('One of the two must be SQLite, and the other PostgreSQL.')
  for (const options of [from, to]) {
    const store = await openStore(options)
    await store.migrate().finally(() => store.close())
  }
  const [source, target] = [await connect(from), await connect(to)]
  try {
    return await source.transact((reading) => {
      const sqlite = from.databaseUrl === null ? reading : null
      return target.transact(async (writing) =>
        copyTables(reading, writing, await tablesOf(sqlite ?? writing)),
      )
    })
  } finally {
    await target.close()
    await source.close()
  }
}

async function connect({ databaseUrl, dataDir, onError = () => undefined }: StoreOptions): Promise<{
  transact: Transact
  close: () => Promise<void>
}> {
  if (databaseUrl !== null) {
    const { openPostgres, LONG_STATEMENT_LIMIT_MS } = await import('./postgres.ts')
    const { transact, pool } = openPostgres(databaseUrl, onError, LONG_STATEMENT_LIMIT_MS)
    return { transact, close: () => pool.end() }
  }
  mkdirSync(dataDir, { recursive: true })
  const { transact, close } = openSqlite(join(dataDir, DATABASE_FILE))
  return { transact, close: async () => close() }
}

async function copyTables(from: Db, to: Db, tables: readonly Table[]): Promise<Result<Copied, string>> {
  for (const table of tables)
    if ((await pageOf(to, table, null, 1)).length > 0)
      return refused('There is data in the other database already, and nothing is ever overwritten.')
  let rows = 0
  for (const table of tables) {
    const sent = new RowsDigest()
    for await (const page of pagesOf(from, table)) {
      sent.add(page, table)
      await insert(to, table, page)
    }
    const arrived = new RowsDigest()
    for await (const page of pagesOf(to, table)) arrived.add(page, table)
    if (sent.text() !== arrived.text())
      return refused(`The table ${table.name} did not arrive as it was: nothing was copied.`)
    rows += sent.rows
  }
  return ok({ tables: tables.length, rows })
}

/**
 * All tables, each after the tables that it references. Reads the references from SQLite; both databases have the
 * same.
 */
async function tablesOf(sqlite: Db): Promise<Table[]> {
  const { rows: names } = await sql<{ name: string }>`select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite_%' and name <> 'migration'
    order by name`.execute(sqlite)
  const waiting = await Promise.all(
    names.map(async ({ name }) => {
      const { rows: columns } = await sql<{
        name: string
        pk: number
      }>`select name, pk from pragma_table_info(${name}) order by cid`.execute(sqlite)
      const { rows: refers } = await sql<{
        table: string
      }>`select distinct "table" from pragma_foreign_key_list(${name})`.execute(sqlite)
      const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk)
      return {
        name,
        columns: columns.map((column) => column.name),
        key: key.map((column) => column.name),
        refersTo: refers.map(({ table }) => table).filter((table) => table !== name),
      }
    }),
  )
  const ordered: Table[] = []
  const done = new Set<string>()
  while (ordered.length < waiting.length) {
    const ready = waiting.filter(
      ({ name, refersTo }) => !done.has(name) && refersTo.every((other) => done.has(other)),
    )
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle.')
    for (const table of ready) {
      ordered.push(table)
      done.add(table.name)
    }
  }
  return ordered
}

/** Tables with rows of up to `LIMITS.filePiece` bytes. */
const LARGE_ROWS = ['file_piece']
/** Large rows read at once. */
const LARGE_ROWS_PER_READ = 8

/** All rows of a table in the order of its key: a batch at a time, or a few large rows. */
async function* pagesOf(db: Db, table: Table): AsyncGenerator<readonly Row[]> {
  const most = LARGE_ROWS.includes(table.name) ? LARGE_ROWS_PER_READ : BATCH
  let last: Row | null = null
  for (;;) {
    const page: readonly Row[] = await pageOf(db, table, last, most)
    if (page.length > 0) yield page
    if (page.length < most) return
    last = page.at(-1) ?? null
  }
}

async function pageOf(
  db: Db,
  { name, columns, key }: Table,
  after: Row | null,
  limit: number,
): Promise<readonly Row[]> {
  const named = sql.join(columns.map((column) => sql.ref(column)))
  const order = sql.join(key.map((column) => sql.ref(column)))
  const values = after && sql.join(key.map((column) => sql`${after[column]}`))
  const rest = values === null ? sql`` : sql`where (${order}) > (${values})`
  const { rows } = await sql<Row>`select ${named} from ${sql.table(name)} ${rest}
    order by ${order} limit ${limit}`.execute(db)
  return rows
}

async function insert(db: Db, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const named = sql.join(columns.map((column) => sql.ref(column)))
  const values = sql.join(rows.map((row) => sql`(${sql.join(columns.map((column) => sql`${row[column]}`))})`))
  await sql`insert into ${sql.table(name)} (${named}) values ${values}`.execute(db)
}

/**
 * Number of rows with the sum of their hashes. Two tables with equal rows have equal digests, whatever their order.
 */
class RowsDigest {
  rows = 0
  #sum = 0n

  add(page: readonly Row[], { columns }: Table): void {
    for (const row of page) {
      const values = columns.map((column) => row[column])
      const hash = createHash('sha256').update(
        JSON.stringify(values.map((v) => (Buffer.isBuffer(v) ? v.length : v))),
      )
      for (const value of values) if (Buffer.isBuffer(value)) hash.update(value)
      this.#sum += hash.digest().readBigUInt64LE()
    }
    this.rows += page.length
  }

  text(): string {
    return `${this.rows} ${BigInt.asUintN(64, this.#sum)}`
  }
}
