import { ok } from '@cardinal/domain'
import { sql, type Transaction } from 'kysely'
import type { Dialect } from './dialect.ts'
import type { Transact } from './transact.ts'

/** A step from one form of the database to the next. `name` sorts after all earlier ones. */
export interface Migration {
  readonly name: string
  /** It has no schema type, because a migration must keep its meaning when the schema changes. */
  readonly up: (db: Transaction<unknown>, dialect: Dialect) => Promise<void>
}

interface MigrationDatabase {
  migration: { name: string; run_at: number }
}

/** Id of the advisory lock, the same on every node. The node that holds it migrates, and the others wait. */
const MIGRATION_LOCK = 7_236_001

/**
 * Runs the migrations that have not run yet, in one transaction under a lock. Nodes that start together run each of
 * them once, and a node that is killed leaves nothing half done.
 *
 * @returns the names of the migrations that ran now
 */
export async function migrate(
  transact: Transact,
  dialect: Dialect,
  migrations: readonly Migration[],
  now: number,
): Promise<string[]> {
  const ran = await transact<string[], never>(async (db) => {
    const tx = db as unknown as Transaction<unknown>
    if (dialect === 'postgres')
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
    const log = tx as unknown as Transaction<MigrationDatabase>
    await log.schema
      .createTable('migration')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('run_at', 'bigint', (column) => column.notNull())
      .execute()
    const done = new Set((await log.selectFrom('migration').select('name').execute()).map((row) => row.name))
    const ran: string[] = []
    for (const migration of migrations) {
      if (done.has(migration.name)) continue
      await migration.up(tx, dialect)
      await log.insertInto('migration').values({ name: migration.name, run_at: now }).execute()
      ran.push(migration.name)
    }
    return ok(ran)
  })
  return ran.ok ? ran.value : []
}
