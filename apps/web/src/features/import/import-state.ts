import type { ImportPreview } from '@cardinal/contract'
import type { Id } from '@cardinal/domain'
import { grouped } from '@cardinal/domain'
import { counted } from '../../shared/text/counted.ts'
import type { Table, TableChoice } from './columns-state.ts'

/** The result of an import or of its preview. Rows of `failed` count from 1. */
export interface Receipt {
  readonly importId: Id
  readonly rows: number
  readonly created: number
  readonly duplicates: number
  /** How many existing cards the file changed. */
  readonly updated: number
  /** How many cards were imported as deleted ones. */
  readonly deleted: number
  /** Copies of pages. Undefined: the file contains none. */
  readonly copies?: { readonly kept: number; readonly leftOut: number } | undefined
  readonly files?:
    | { readonly kept: number; readonly leftOut: number; readonly names: readonly string[] }
    | undefined
  readonly failed: readonly { readonly row: number; readonly reason: string }[]
  readonly newTags: number
  /** Tags whose names differ from those in the file. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
  /** Tags of the file without a letter or digit, which can't be tags. */
  readonly unkeptTags: readonly string[]
  /** Fields of the file that no card gets, each with its number of rows. */
  readonly lost: readonly LostField[]
  /** Assumptions about the file, such as its time zone. Null: none was needed. */
  readonly assumed: Assumed
  /** Only in a preview. */
  readonly preview?: ImportPreview | undefined
}

export type DateOrder = 'day-first' | 'month-first'

interface Assumed {
  readonly encoding: string | null
  readonly timeZone: string | null
  readonly dateOrder: DateOrder | null
}

/** The person's choices for reading a file. Null: the server decides. */
export interface ReadingChoice {
  readonly timeZone: string
  readonly encoding: string | null
  readonly dateOrder: DateOrder | null
}

/** The default: the browser's time zone. */
export function firstReading(): ReadingChoice {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { timeZone, encoding: null, dateOrder: null }
}

/** A field of the file that no card gets. */
export interface LostField {
  readonly field: string
  readonly count: number
  /** The beginning of one value. Empty: unknown. */
  readonly example: string
  /** Whether cards have such a field, but the value could not be parsed. */
  readonly isGarbled: boolean
  /** The first file names. Empty unless the field is about files. */
  readonly names: readonly string[]
}

/** The receipt of a running import. */
export interface Progress extends Receipt {
  readonly state: 'running' | 'done' | 'failed' | 'stopped' | 'undone'
  readonly processed: number
}

/** An import of the last 30 days. */
export interface EarlierImport extends Pick<Progress, 'state' | 'processed' | 'rows' | 'created'> {
  readonly id: Id
  readonly workspaceId: Id
  /** Empty: unknown. */
  readonly fileName: string
  /** When it began, in ms since 1970. */
  readonly at: number
}

/** Returns the state of an import in words. */
export function stateText({ state, processed, rows }: EarlierImport): string {
  switch (state) {
    case 'running':
      return `under way, ${grouped(processed)} of ${counted(rows, 'row')}`
    case 'done':
      return `from ${counted(rows, 'row')}`
    case 'failed':
      return `ended early, after ${grouped(processed)} of ${counted(rows, 'row')}`
    case 'stopped':
      return `cancelled after ${grouped(processed)} of ${counted(rows, 'row')}`
    case 'undone':
      return 'undone'
  }
}

/** The step of the dialog, with the data of its screen. */
export type ImportState =
  | { readonly step: 'choose'; readonly error: string | null }
  | { readonly step: 'reading'; readonly file: File }
  | {
      readonly step: 'columns'
      readonly file: File
      readonly table: Table
      readonly choice: TableChoice
      readonly reading: ReadingChoice
      /** Whether the server is reading the first rows again. */
      readonly isWaiting: boolean
      readonly error: string | null
    }
  | {
      readonly step: 'preview'
      readonly file: File
      /** Null: the format of the file names its columns. */
      readonly choice: TableChoice | null
      readonly receipt: Receipt
      readonly reading: ReadingChoice
      /** Whether the file is being read again. */
      readonly isWaiting: boolean
      /** Whether new tags are displayed as the file spells them. */
      readonly showsSpellings: boolean
      readonly error: string | null
    }
  | {
      readonly step: 'running'
      readonly file: File
      readonly importId: Id
      readonly progress: Progress | null
      /** Whether the person has asked to cancel the import. */
      readonly isCancelling: boolean
    }
  | {
      readonly step: 'done'
      readonly file: File
      readonly receipt: Receipt
      /** Whether the person cancelled the import. */
      readonly isCancelled: boolean
      readonly isUndoing: boolean
      readonly error: string | null
    }
  | { readonly step: 'undone'; readonly removed: number }

export const START: ImportState = { step: 'choose', error: null }

/** The largest file that the server accepts, in bytes. */
export const LARGEST_FILE = 64 * 1024 * 1024

/** Why a file can't be imported, before it is sent. Null: no reason is known. */
export function fileProblem(file: { readonly size: number; readonly name: string }): string | null {
  if (file.size === 0) return `“${file.name}” is empty. Choose a file that has bookmarks or rows in it.`
  if (file.size > LARGEST_FILE)
    return `“${file.name}” is larger than 64 MB. Export fewer bookmarks at a time, or split the file.`
  return null
}

/** Progress from 0 to 1. Null: the number of rows isn't known yet. */
export function shareDone(progress: Progress | null): number | null {
  if (progress === null || progress.rows === 0) return null
  return Math.min(1, progress.processed / progress.rows)
}

/** The figures of a receipt in one sentence, for screen readers and for people who don't read the table. */
export function receiptSentence(receipt: Receipt, tense: 'will' | 'did'): string {
  const { created, duplicates, updated, deleted, copies, files, failed, newTags } = receipt
  const verb = (count: number, one: string, more: string, past: string) =>
    tense === 'did' ? past : count === 1 ? one : more
  const parts = [
    tense === 'did' ? `${counted(created, 'card')} added` : `${counted(created, 'new card')}`,
    duplicates > 0 &&
      `${grouped(duplicates)} ${verb(duplicates, 'is', 'are', duplicates === 1 ? 'was' : 'were')} here already`,
    updated > 0 &&
      `${grouped(updated)} of them ${verb(updated, 'gets', 'get', 'got')} tags, dates or a description`,
    deleted > 0 && `${counted(deleted, 'deleted card')}`,
    copies !== undefined && counted(copies.kept, 'copy of a page', 'copies of pages'),
    files !== undefined && counted(files.kept, 'file', 'files'),
    failed.length > 0 && `${grouped(failed.length)} left out`,
    newTags > 0 && counted(newTags, 'new tag'),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** Groups failed rows by their reason, most rows first, so that equal failures are one line. */
export function failuresByReason(
  failed: Receipt['failed'],
): readonly { readonly reason: string; readonly rows: readonly number[] }[] {
  const rowsByReason = new Map<string, number[]>()
  for (const { row, reason } of failed) {
    const rows = rowsByReason.get(reason)
    if (rows) rows.push(row)
    else rowsByReason.set(reason, [row])
  }
  return [...rowsByReason]
    .map(([reason, rows]) => ({ reason, rows }))
    .sort((a, b) => b.rows.length - a.rows.length)
}

const ROWS_NAMED = 8

/** Such as "row 3", "rows 3, 5 and 9" or "rows 3, 5, 9 … and 40 more". */
export function rowsText(rows: readonly number[]): string {
  if (rows.length === 1) return `row ${rows[0]}`
  if (rows.length <= ROWS_NAMED) return `rows ${rows.slice(0, -1).join(', ')} and ${rows.at(-1)}`
  return `rows ${rows.slice(0, ROWS_NAMED).join(', ')} and ${grouped(rows.length - ROWS_NAMED)} more`
}
