import { ok } from '@cardinal/domain'
import { sql, type Transaction } from 'kysely'
import manifest from '../../../../package.json' with { type: 'json' }
import type { Dialect, Transact } from './transactions.ts'

/** A name that sorts after those of all earlier migrations. */
export interface Migration {
  readonly name: string
  /** Tables are untyped, because a migration must do the same when the schema changes. */
  readonly up: (db: Transaction<unknown>, dialect: Dialect) => Promise<void>
}

interface MigrationDatabase {
  /** `release`: null or absent for migrations run before releases were recorded. */
  migration: { name: string; run_at: number; release?: string | null | undefined }
}

/** The database was migrated by a newer release. The message names it, and says what to do. */
export class NewerDatabase extends Error {
  constructor(unknown: readonly MigrationDatabase['migration'][]) {
    const [last] = unknown.slice(-1)
    const names = unknown.map(({ name }) => name).join(', ')
    const day = new Date(Number(last?.run_at)).toISOString().slice(0, 10)
    super(
      `The database was brought into a newer form by Cardinal ${last?.release ?? 'of a later release'} on ${day} ` +
        `(${names}). This is Cardinal ${manifest.version}, which does not know that form and could damage it. ` +
        'Start that version or a later one, or put back the backup that was made before ' +
        '("npm run restore -- FILE"; see Upgrade in docs/running.md).',
    )
  }
}

/** The migration that added the column `release`. */
export const NAMES_RELEASES = '0072-release'

/** Id of the advisory lock, the same on every node. Its holder migrates, the others wait. */
const MIGRATION_LOCK = 7_236_001

/**
 * Runs pending migrations in one transaction, under a lock. So of nodes that start together one runs them, and a
 * killed node leaves nothing half done.
 *
 * @returns the names of the migrations that ran now
 * @throws NewerDatabase if the database has migrations that this server does not know
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
    const known = new Set(migrations.map(({ name }) => name))
    if ([...done].some((name) => !known.has(name))) {
      // A separate query, because PostgreSQL would reuse the other query's plan from before the column existed.
      const kept = done.has(NAMES_RELEASES)
        ? (['name', 'run_at', 'release'] as const)
        : (['name', 'run_at'] as const)
      const rows = await log.selectFrom('migration').select(kept).orderBy('name').execute()
      throw new NewerDatabase(rows.filter(({ name }) => !known.has(name)))
    }
    const ran: string[] = []
    for (const migration of migrations) {
      if (done.has(migration.name)) continue
      await migration.up(tx, dialect)
      await log.insertInto('migration').values({ name: migration.name, run_at: now }).execute()
      ran.push(migration.name)
    }
    if (ran.length > 0 && migrations.some(({ name }) => name === NAMES_RELEASES))
      await log.updateTable('migration').set({ release: manifest.version }).where('name', 'in', ran).execute()
    return ok(ran)
  })
  return ran.ok ? ran.value : []
}
