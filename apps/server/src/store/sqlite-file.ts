import { ok, type Result, refused } from '@cardinal/domain'
import SqliteFile from 'better-sqlite3'
import { MIGRATIONS } from './migrations/newest.ts'

export interface FileContents {
  readonly users: number
  readonly workspaces: number
  readonly cards: number
}

/** Why a file can't be the database. */
export type FileFault =
  | { readonly kind: 'no-database'; readonly reason: string }
  /** Failed SQLite's integrity check. */
  | { readonly kind: 'damaged'; readonly reason: string }
  /** Migrations unknown to this version. */
  | { readonly kind: 'newer'; readonly migrations: readonly string[] }

/**
 * Checks a database file that no other process uses. Returns its counts, or the fault. Merges the write-ahead log
 * into the file.
 */
export function inspectFile(path: string): Result<FileContents, FileFault> {
  let file: SqliteFile.Database | null = null
  try {
    file = new SqliteFile(path, { fileMustExist: true })
    file.pragma('journal_mode = DELETE')
    const found = file.pragma('integrity_check', { simple: true })
    if (found !== 'ok') return refused({ kind: 'damaged', reason: String(found) })
    const orphans = file.pragma('foreign_key_check') as { table: string }[]
    if (orphans.length > 0)
      return refused({ kind: 'damaged', reason: `rows of ${orphans[0]?.table} belong to nothing` })
    const names = file.prepare('select name from migration').pluck().all() as string[]
    const known = new Set(MIGRATIONS.map(({ name }) => name))
    const newer = names.filter((name) => !known.has(name))
    return newer.length > 0 ? refused({ kind: 'newer', migrations: newer }) : ok(contentsOf(file))
  } catch (error) {
    if (!(error instanceof SqliteFile.SqliteError)) throw error
    return refused({ kind: 'no-database', reason: error.message })
  } finally {
    file?.close()
  }
}

function contentsOf(file: SqliteFile.Database): FileContents {
  const count = (text: string) => file.prepare(text).pluck().get() as number
  return {
    users: count('select count(*) from user'),
    workspaces: count('select count(*) from workspace'),
    cards: count('select count(*) from card where deleted_at is null'),
  }
}

/**
 * Locks a database file until `release`, so that no server can open it. Merges its write-ahead log. Refused while
 * any process has the file open.
 */
export function lockFile(path: string): Result<{ release(): void }, 'in-use'> {
  const file = new SqliteFile(path, { fileMustExist: true, timeout: 200 })
  try {
    // Only the sole user of the file can leave WAL mode.
    file.pragma('journal_mode = DELETE')
    file.exec('begin exclusive')
    return ok({ release: () => file.close() })
  } catch (error) {
    file.close()
    const code = error instanceof SqliteFile.SqliteError ? error.code : ''
    if (code.startsWith('SQLITE_BUSY')) return refused('in-use')
    // No server can open a damaged file, so it needs no lock, and a backup may replace it.
    if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(code)) return ok({ release: () => undefined })
    throw error
  }
}
