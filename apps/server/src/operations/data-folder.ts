import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { DATABASE_FILE } from '../store/index.ts'

/** Other users of this machine can use the data folder, and this process cannot or must not change that. */
export class OpenDataFolder extends Error {}

/** Permissions of everybody but the owner. */
const OTHERS_PERMISSIONS = 0o077
/** A folder such as `/tmp`, in which everybody stores files. */
const STICKY = 0o1000
const OWN_FILES = /^(?:cardinal\.sqlite.*|backups|\.restore-.*|\..*)$/

/**
 * Restricts the data folder to its owner: mode 0700, files 0600, also for what this process creates later. Corrects what an
 * older version left open. Does nothing where the folder is shared on purpose, with PostgreSQL, and on Windows, where
 * personal folders are private.
 *
 * @returns changes, as sentences for the operator
 * @throws OpenDataFolder where the folder stays open
 */
export function keepToOwner({
  dataDir,
  databaseUrl,
  isDataShared,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'isDataShared'>): string[] {
  if (isDataShared || databaseUrl !== null || process.platform === 'win32') return []
  process.umask(OTHERS_PERMISSIONS)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const notes: string[] = []
  if (closeFolder(dataDir)) notes.push(`The data folder ${dataDir} was open to others. It is closed now.`)
  for (const path of [...contentsOf(dataDir), ...contentsOf(join(dataDir, 'backups'))]) close(path)
  return notes
}

/** @returns whether it was open */
function closeFolder(folder: string): boolean {
  const { mode, uid } = statSync(folder)
  if ((mode & OTHERS_PERMISSIONS) === 0) return false
  const isOwn = uid === process.getuid?.()
  const hasOnlyOurs = readdirSync(folder).every((name) => OWN_FILES.test(name))
  // A folder with other files is left alone; only our files in it are restricted.
  if (isOwn && !hasOnlyOurs && (mode & 0o022) === 0) return false
  if (isOwn && hasOnlyOurs && (mode & STICKY) === 0) tryToClose(folder)
  if ((statSync(folder).mode & OTHERS_PERMISSIONS) !== 0) throw new OpenDataFolder(sentenceFor(folder))
  return true
}

function sentenceFor(folder: string): string {
  return `Others on this machine may use the data folder ${folder}. Run "chmod 700 ${folder}" as its owner, set CARDINAL_DATA_DIR to another folder, or allow it with CARDINAL_SHARED_DATA=on.`
}

/** The database's files and folders in a folder. */
function contentsOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(DATABASE_FILE) || name === 'backups' || /\.sqlite$/.test(name))
    .map((name) => join(folder, name))
}

/** Does not follow links: their targets may be meant for others. */
function close(path: string): void {
  const about = lstatSync(path)
  const isOpen = (about.mode & OTHERS_PERMISSIONS) !== 0 && about.uid === process.getuid?.()
  if (isOpen && !about.isSymbolicLink()) tryToClose(path, about.isDirectory() ? 0o700 : 0o600)
}

function tryToClose(path: string, mode = 0o700): void {
  try {
    chmodSync(path, mode)
  } catch {
    // Some file systems have no modes: the caller checks the result.
  }
}
