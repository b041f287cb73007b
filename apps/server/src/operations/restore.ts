import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, refused } from '@cardinal/domain'
import { newEpoch } from '../lib/ids.ts'
import {
  DATABASE_FILE,
  type FileContents,
  inspectFile,
  lockFile,
  openStore,
  type Store,
} from '../store/index.ts'
import { sentenceOf, timeInName } from './backup.ts'

interface Restored extends FileContents {
  readonly database: string
  /** Path of the former database; null: there was none. */
  readonly keptAside: string | null
}

/**
 * Replaces the database of a data folder by a backup. The copy is checked, migrated and given new epochs first. The
 * former database keeps its data under another name. Refused while a server or another command uses the folder. The
 * error is a sentence.
 */
export async function restore(file: string, dataDir: string, now: number): Promise<Result<Restored, string>> {
  if (!existsSync(file)) return refused(`There is no file ${file}.`)
  mkdirSync(dataDir, { recursive: true })
  const database = join(dataDir, DATABASE_FILE)
  const held = existsSync(database) ? lockFile(database) : ok(null)
  if (!held.ok)
    return refused(`A server or a command uses ${dataDir} just now: stop it before a backup is restored.`)
  const staging = mkdtempSync(join(dataDir, '.restore-'))
  try {
    const staged = join(staging, DATABASE_FILE)
    copyWithLog(file, staged)
    const contents = inspectFile(staged)
    if (!contents.ok) return refused(`${file} can't be restored: ${sentenceOf(contents.error)}`)
    await prepare(staging, now)
    const keptAside = held.value === null ? null : keepAside(database, now)
    // SQLite would apply the old database's log to the new one.
    for (const suffix of LOGS) rmSync(`${database}${suffix}`, { force: true })
    renameSync(staged, database)
    return ok({ database, keptAside, ...contents.value })
  } finally {
    held.value?.release()
    rmSync(staging, { recursive: true, force: true })
  }
}

/** Suffixes of the files that SQLite creates next to a database in use. */
const LOGS = ['-wal', '-shm', '-journal']

/**
 * Copies a database with its log. When the file was copied out of a running server's folder, its latest rows may be
 * in the log beside it.
 */
function copyWithLog(file: string, to: string): void {
  copyFileSync(file, to)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${to}-wal`)
}

/** Migrates a database file. Closing the store moves the log into the file. */
async function prepare(dataDir: string, now: number): Promise<void> {
  const store = await openStore({ databaseUrl: null, dataDir })
  try {
    await store.migrate()
    await beginNewEpochs(store, now)
  } finally {
    await store.close()
  }
}

/** Gives the former database a second name (a hard link), so that a database exists at every moment. */
function keepAside(database: string, now: number): string {
  const aside = `${database}.before-restore-${timeInName(now)}`
  linkSync(database, aside)
  return aside
}

/**
 * Begins a new epoch in every workspace. Earlier cursors become invalid: each device resends, under the old keys,
 * what this database may have lost, and loads again.
 *
 * @param now ms since 1970
 * @returns the number of workspaces
 */
export async function beginNewEpochs(store: Store, now: number): Promise<number> {
  const places = await store.workspaces.all()
  for (const { userId, workspaceId } of places)
    await store.transact(async (tx) => {
      await tx.lockUser(userId)
      return ok(await tx.workspaces.setEpoch(userId, workspaceId, newEpoch(), now))
    })
  return places.length
}
