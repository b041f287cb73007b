import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { NewerDatabase, type Store } from '../store/index.ts'
import { BACKUPS, backUp, timeInName } from './backup.ts'
import { OpenDataFolder } from './data-folder.ts'

/** Backups that a person made have other names, and are never removed. */
const NAME = /^before-[\w-]+\.sqlite$/
/** ms. After this time a return to the old version is unlikely, and deleted data must not survive in backups. */
const KEPT_FOR_MS = 30 * 24 * 3_600_000

/** The backup failed, so nothing was migrated. Its message is a sentence. */
class NotBackedUp extends Error {}

/** Whether the error's message tells an operator enough, without the stack. */
export const isSentence = (error: unknown): error is Error =>
  [OpenDataFolder, NewerDatabase, NotBackedUp].some((kind) => error instanceof kind)

/**
 * Migrates the database. SQLite is copied into the data folder's backups first. PostgreSQL is not, because that
 * needs a `pg_dump` of the server's version; its backups are left to the operator. All migrations run in one
 * transaction, so a failed one leaves either database unchanged.
 *
 * @returns a sentence for the log; null: nothing was migrated, or the database was new
 */
export async function bringUpToDate(
  store: Store,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  now: number,
): Promise<string | null> {
  const pending = await store.pendingMigrations()
  const isFile = databaseUrl === null
  const file = isFile && pending.length > 0 ? await backUpBefore(pending[0] ?? '', dataDir, now) : null
  await store.migrate()
  if (isFile) removeOld(join(dataDir, BACKUPS), now)
  if (pending.length === 0) return null
  const kept = file ?? 'none was made here: pg_dump makes backups of PostgreSQL'
  return `The database was migrated (${pending.join(', ')}). Backup from before: ${kept}`
}

async function backUpBefore(migration: string, dataDir: string, now: number): Promise<string> {
  const folder = join(dataDir, BACKUPS)
  let problem: string
  try {
    // Fails if the folder is on a disk that is not mounted.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `before-${migration}-${timeInName(now)}.sqlite`)
    const made = await backUp(dataDir, file, now)
    if (made.ok) return made.value.file
    problem = made.error
  } catch (error) {
    problem = `${(error as Error).message}.`
  }
  throw new NotBackedUp(
    `The database needs ${migration}, but no backup could be made in ${folder}: ${problem} It is as it was. ` +
      'Make room there, or make that folder a link to another disk, and start again.',
  )
}

function removeOld(folder: string, now: number): void {
  try {
    for (const name of readdirSync(folder).filter((each) => NAME.test(each)))
      if (now - statSync(join(folder, name)).mtimeMs > KEPT_FOR_MS) rmSync(join(folder, name))
  } catch {
    // There are no backups, or a file can't be removed now: the next start tries again.
  }
}
