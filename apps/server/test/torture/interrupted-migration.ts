import SqliteFile from 'better-sqlite3'
import pg from 'pg'
import { openStore } from '../../src/store/index.ts'

/**
 * Migrates a database like a starting server, and kills itself before the statement with this number. Arguments:
 * the number (0: never), the data folder, and the PostgreSQL address if there is one. Prints how many statements
 * ran.
 */
const [number = '0', dataDir = '', databaseUrl] = process.argv.slice(2)
let count = 0

function next(): void {
  count++
  if (count === Number(number)) process.kill(process.pid, 'SIGKILL')
}

const { prepare } = SqliteFile.prototype
SqliteFile.prototype.prepare = function (this: SqliteFile.Database, source: string) {
  next()
  return prepare.call(this, source)
} as typeof prepare

// biome-ignore lint/suspicious/noExplicitAny: the driver's method has many forms, and all go through here
const { query } = pg.Client.prototype as any
// biome-ignore lint/suspicious/noExplicitAny: the same
;(pg.Client.prototype as any).query = function (...given: unknown[]) {
  next()
  return query.apply(this, given)
}

const store = await openStore({ databaseUrl: databaseUrl ?? null, dataDir })
await store.migrate()
await store.close()
process.stdout.write(String(count))
