import type { Id } from '@cardinal/domain'
import { grouped } from '@cardinal/domain'
import { counted } from '../../shared/text/counted.ts'
import type { Table, TableChoice } from './columns-state.ts'

/** What an import did, or would do. Rows of `failed` count from 1. */
export interface Receipt {
  readonly importId: Id
  readonly rows: number
  readonly created: number
  readonly duplicates: number
  /** Cards that were there and got something of the file. */
  readonly updated: number
  /** Cards that came back as deleted ones. */
  readonly deleted: number
  /** Copies of pages; undefined: the file has none. */
  readonly copies?: { readonly kept: number; readonly leftOut: number } | undefined
  readonly failed: readonly { readonly row: number; readonly reason: string }[]
  readonly newTags: number
  /** Tags of the file whose names are others here. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[]
  /** Fields that no card can keep, with how many rows have them. */
  readonly lost: readonly { readonly field: string; readonly count: number }[]
}

/** A receipt in the making. */
export interface Progress extends Receipt {
  readonly state: 'running' | 'done' | 'failed' | 'stopped' | 'undone'
  readonly processed: number
}

/** An import of the last 30 days. */
export interface EarlierImport extends Pick<Progress, 'state' | 'processed' | 'rows' | 'created'> {
  readonly id: Id
  readonly workspaceId: Id
  /** When it began; ms since 1970. */
  readonly at: number
}

/** How an import stands, in words. */
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

/** Where the dialog stands. Each step holds what its screen shows, and nothing else. */
export type ImportState =
  | { readonly step: 'choose'; readonly error: string | null }
  | { readonly step: 'reading'; readonly file: File }
  | {
      readonly step: 'columns'
      readonly file: File
      readonly table: Table
      readonly choice: TableChoice
      /** The server is reading the first rows anew. */
      readonly isWaiting: boolean
      readonly error: string | null
    }
  | {
      readonly step: 'preview'
      readonly file: File
      /** Null: the file said by itself what it is. */
      readonly choice: TableChoice | null
      readonly receipt: Receipt
      /** New tags are to be shown as the file spells them. */
      readonly showsSpellings: boolean
      readonly error: string | null
    }
  | {
      readonly step: 'running'
      readonly file: File
      readonly importId: Id
      readonly progress: Progress | null
      /** It was asked to end. */
      readonly isCancelling: boolean
    }
  | {
      readonly step: 'done'
      readonly file: File
      readonly receipt: Receipt
      /** A person has ended it before its time. */
      readonly isCancelled: boolean
      readonly isUndoing: boolean
      readonly error: string | null
    }
  | { readonly step: 'undone'; readonly removed: number }

export const START: ImportState = { step: 'choose', error: null }

/** The largest body that the server takes. Bytes. */
export const LARGEST_FILE = 64 * 1024 * 1024

/** Why a file can't be taken, before anything of it is sent; null when nothing speaks against it. */
export function fileProblem(file: { readonly size: number; readonly name: string }): string | null {
  if (file.size === 0) return `“${file.name}” is empty. Choose a file that has bookmarks or rows in it.`
  if (file.size > LARGEST_FILE)
    return `“${file.name}” is larger than 64 MB. Export fewer bookmarks at a time, or split the file.`
  return null
}

/** How much of an import is behind it, 0 to 1; null while the number of rows isn't known. */
export function shareDone(progress: Progress | null): number | null {
  if (progress === null || progress.rows === 0) return null
  return Math.min(1, progress.processed / progress.rows)
}

/** The figures of a receipt in one sentence, for the eye that skims and for screen readers. */
export function receiptSentence(receipt: Receipt, tense: 'will' | 'did'): string {
  const { created, duplicates, updated, deleted, copies, failed, newTags } = receipt
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
    failed.length > 0 && `${grouped(failed.length)} ${tense === 'did' ? 'left out' : 'can’t be imported'}`,
    newTags > 0 && counted(newTags, 'new tag'),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** Reasons with the rows that they stopped, most rows first: a hundred equal failures are one line. */
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

/** "row 3", "rows 3, 5 and 9", "rows 3, 5, 9 … and 40 more". */
export function rowsText(rows: readonly number[]): string {
  if (rows.length === 1) return `row ${rows[0]}`
  if (rows.length <= ROWS_NAMED) return `rows ${rows.slice(0, -1).join(', ')} and ${rows.at(-1)}`
  return `rows ${rows.slice(0, ROWS_NAMED).join(', ')} and ${grouped(rows.length - ROWS_NAMED)} more`
}
