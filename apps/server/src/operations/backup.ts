import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ok, type Result, refused } from '@cardinal/domain'
import { DATABASE_FILE, type FileContents, type FileFault, inspectFile, openStore } from '../store/index.ts'

/** Folder for backups inside the data folder. */
export const BACKUPS = 'backups'

interface Backup extends FileContents {
  readonly file: string
  readonly bytes: number
}

/**
 * Copies the database into one file while servers write. The copy is one committed state. It is checked under a
 * temporary name, and never overwrites a file. The error is a sentence.
 *
 * @param file absolute; null: a file named after `now` among the data folder's backups
 */
export async function backUp(
  dataDir: string,
  file: string | null,
  now: number,
): Promise<Result<Backup, string>> {
  if (!existsSync(join(dataDir, DATABASE_FILE)))
    return refused(`There is no database in ${dataDir}: a server makes it when it starts.`)
  const target = file ?? defaultTarget(dataDir, now)
  if (existsSync(target))
    return refused(`${target} is there already, and a backup never overwrites anything.`)
  if (!existsSync(dirname(target))) return refused(`There is no folder ${dirname(target)}.`)
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  try {
    await copyDatabase(dataDir, partial)
    const contents = inspectFile(partial)
    if (!contents.ok) return refused(`The backup is of no use: ${sentenceOf(contents.error)}`)
    giveName(partial, target)
    return ok({ file: target, bytes: statSync(target).size, ...contents.value })
  } finally {
    rmSync(partial, { force: true })
  }
}

/** The end of a sentence, such as "it is damaged (…)." */
export function sentenceOf(fault: FileFault): string {
  switch (fault.kind) {
    case 'no-database':
      return `it is no database of Cardinal (${fault.reason}).`
    case 'damaged':
      return `it is damaged (${fault.reason}).`
    case 'newer':
      return `it comes from a newer version, which has ${fault.migrations.join(', ')}: install that one first.`
  }
}

async function copyDatabase(dataDir: string, to: string): Promise<void> {
  const store = await openStore({ databaseUrl: null, dataDir })
  try {
    await store.backup(to)
    chmodSync(to, 0o600)
  } finally {
    await store.close()
  }
}

/** Renames without overwriting: first creates the target as an empty file, which fails if it exists. */
function giveName(partial: string, target: string): void {
  closeSync(openSync(target, 'wx', 0o600))
  renameSync(partial, target)
}

function defaultTarget(dataDir: string, now: number): string {
  const folder = join(dataDir, BACKUPS)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, `cardinal-${timeInName(now)}.sqlite`)
}

/** Such as `2026-11-20T18-05-59Z`: sorts by time, and is valid in file names on every system. */
export function timeInName(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}
