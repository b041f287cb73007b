import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { DATABASE_FILE } from '../store/index.ts'

/** Others on this machine may use the data folder, and this process cannot or must not change that. */
export class OpenDataFolder extends Error {}

/** What anybody but the owner may do. */
const OTHERS = 0o077
/** In such a folder (`/tmp`) everybody keeps files. */
const STICKY = 0o1000
const OURS = /^(?:cardinal\.sqlite.*|backups|\.restore-.*|\..*)$/

/**
 * Closes the data folder to other users: the folder gets mode 0700, its files 0600, and so does what this process makes
 * later. Also corrects what an older version left open. Does nothing where the folder is shared on purpose, where
 * PostgreSQL keeps the data, and on Windows, where personal folders are closed by default.
 *
 * @returns what was changed, as sentences for the operator
 * @throws OpenDataFolder where the folder stays open
 */
export function keepToOwner({
  dataDir,
  databaseUrl,
  isDataShared,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'isDataShared'>): string[] {
  if (isDataShared || databaseUrl !== null || process.platform === 'win32') return []
  process.umask(OTHERS)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const notes: string[] = []
  if (closeFolder(dataDir)) notes.push(`The data folder ${dataDir} was open to others. It is closed now.`)
  for (const path of [...contentsOf(dataDir), ...contentsOf(join(dataDir, 'backups'))]) close(path)
  return notes
}

/** @returns whether it was open */
function closeFolder(folder: string): boolean {
  const { mode, uid } = statSync(folder)
  if ((mode & OTHERS) === 0) return false
  const isOwn = uid === process.getuid?.()
  const hasOnlyOurs = readdirSync(folder).every((name) => OURS.test(name))
  // The files in it are closed one by one; the folder itself belongs to something else too.
  if (isOwn && !hasOnlyOurs && (mode & 0o022) === 0) return false
  if (isOwn && hasOnlyOurs && (mode & STICKY) === 0) tryToClose(folder)
  if ((statSync(folder).mode & OTHERS) !== 0) throw new OpenDataFolder(sentenceFor(folder))
  return true
}

function sentenceFor(folder: string): string {
  return `Others on this machine may use the data folder ${folder}. Run "chmod 700 ${folder}" as its owner, set CARDINAL_DATA_DIR to another folder, or allow it with CARDINAL_SHARED_DATA=on.`
}

/** Returns files and folders of the database in a folder. */
function contentsOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(DATABASE_FILE) || name === 'backups' || /\.sqlite$/.test(name))
    .map((name) => join(folder, name))
}

/** Restricts access to a file. A link is not followed, because its target may be meant for others. */
function close(path: string): void {
  const about = lstatSync(path)
  const isOpen = (about.mode & OTHERS) !== 0 && about.uid === process.getuid?.()
  if (isOpen && !about.isSymbolicLink()) tryToClose(path, about.isDirectory() ? 0o700 : 0o600)
}

function tryToClose(path: string, mode = 0o700): void {
  try {
    chmodSync(path, mode)
  } catch {
    // Some file systems keep no modes: whether it worked is looked at afterwards.
  }
}
