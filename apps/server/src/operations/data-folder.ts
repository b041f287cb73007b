import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { DATABASE_FILE } from '../store/index.ts'

/** Other users of this machine can use the data folder, and this process can't or must not change that. */
export class OpenDataFolder extends Error {}

/** Permissions of group and others. */
const OTHERS_PERMISSIONS = 0o077
/** Mode bit of a folder such as `/tmp`, in which everybody stores files. */
const STICKY = 0o1000
const OWN_FILES = /^(?:cardinal\.sqlite.*|backups|\.restore-.*|\..*)$/

/**
 * Restricts the data folder to its owner: mode 0700, files 0600, also for files that this process creates later.
 * Corrects what an older version left open. Does nothing with PostgreSQL, with a folder that is shared on purpose,
 * and on Windows, where personal folders are private.
 *
 * @returns changes, as sentences for the operator
 * @throws OpenDataFolder if the folder stays open to others
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

/** @returns whether the folder was open to others */
function closeFolder(folder: string): boolean {
  const { mode, uid } = statSync(folder)
  if ((mode & OTHERS_PERMISSIONS) === 0) return false
  const isOwn = uid === process.getuid?.()
  const hasOnlyOurs = readdirSync(folder).every((name) => OWN_FILES.test(name))
  // Leave a folder that holds other files as it is, and restrict only our files in it.
  if (isOwn && !hasOnlyOurs && (mode & 0o022) === 0) return false
  if (isOwn && hasOnlyOurs && (mode & STICKY) === 0) tryToClose(folder)
  if ((statSync(folder).mode & OTHERS_PERMISSIONS) !== 0) throw new OpenDataFolder(sentenceFor(folder))
  return true
}

function sentenceFor(folder: string): string {
  return `Others on this machine may use the data folder ${folder}. Run "chmod 700 ${folder}" as its owner, set CARDINAL_DATA_DIR to another folder, or allow it with CARDINAL_SHARED_DATA=on.`
}

/** The database's files and folders. */
function contentsOf(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(DATABASE_FILE) || name === 'backups' || /\.sqlite$/.test(name))
    .map((name) => join(folder, name))
}

/** Does not follow links: other programs may need the target. */
function close(path: string): void {
  const about = lstatSync(path)
  const isOpen = (about.mode & OTHERS_PERMISSIONS) !== 0 && about.uid === process.getuid?.()
  if (isOpen && !about.isSymbolicLink()) tryToClose(path, about.isDirectory() ? 0o700 : 0o600)
}

function tryToClose(path: string, mode = 0o700): void {
  try {
    chmodSync(path, mode)
  } catch {
    // Some file systems have no modes. The caller checks the result.
  }
}
