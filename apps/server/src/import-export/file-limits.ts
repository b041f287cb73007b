import { grouped, LIMITS, lengthProblem, TOO_MANY_SUBNOTES } from '@cardinal/domain'
import type { Found, FoundFile, FoundRow } from './found.ts'

/** Limits of a file; docs/api.md repeats them. */
export const FILE_LIMITS = {
  rows: 150_000,
  /** Levels of folders. In HTML also of elements, which sloppy files leave open. */
  folders: 64,
  openElements: 5_000,
  /** Levels of nesting in JSON, and number of its lists and objects. */
  jsonDepth: 200,
  jsonContainers: 1_500_000,
  /** UTF-16 units of a Markdown line with links. */
  line: 100_000,
  columns: 200,
  tagsOfRow: 200,
  tags: 50_000,
  groups: 5_000,
  workspaces: 100,
  tagsOfGroups: 100_000,
  name: 500,
} as const

/** Limits of an archive; docs/api.md repeats them. */
export const ARCHIVE_LIMITS = {
  entries: 10_000,
  /** Bytes of one file, and of all together. */
  file: 20 * 1024 * 1024,
  total: 100 * 1024 * 1024,
  /** Most unpacked bytes per packed byte, for files of more than `ratioFrom` bytes. */
  ratio: 100,
  ratioFrom: 1024 * 1024,
} as const

/** Bytes of files in a zip that we write. Without extensions a zip ends at 4 GiB, and texts need room too. */
export const MOST_ATTACHED = 3_000_000_000

/** The file exceeds a limit; the message is a sentence for the person. */
export class FileTooLarge extends Error {}

export function tooManyRows(): FileTooLarge {
  return new FileTooLarge(`This file has more than ${grouped(FILE_LIMITS.rows)} rows. Split it into several.`)
}

/** Rows in reading order, numbered from 1. */
export class RowList {
  readonly rows: FoundRow[] = []
  /** Folders of the last row, which most rows share with the row above. */
  #folders: readonly string[] = []
  readonly #names = new Map<string, string>()

  /** @throws FileTooLarge with too many rows */
  add(found: Found): void {
    if (this.rows.length >= FILE_LIMITS.rows) throw tooManyRows()
    this.rows.push({ row: this.rows.length + 1, ...this.#withinLimits(found) })
  }

  /** Replaces a card beyond the limits by a failure, before its text is processed. */
  #withinLimits(found: Found): Found {
    if ('reason' in found) return found
    const { content, tags, folders, own } = found.card
    // Other programs export empty lines of a list too.
    const subnotes =
      own === null ? found.card.subnotes.filter(({ text }) => text.trim() !== '') : found.card.subnotes
    const reason =
      lengthProblem('A text', content.trim(), LIMITS.contentLength) ??
      (subnotes.length > LIMITS.subnotesPerCard ? TOO_MANY_SUBNOTES : null) ??
      subnotes
        .map(({ text }) => lengthProblem('A subtask', text, LIMITS.subnoteLength))
        .find((one) => one !== null) ??
      (folders.length > FILE_LIMITS.folders ? TOO_DEEP : null)
    if (reason !== null) return { reason }
    const names = tags.slice(0, FILE_LIMITS.tagsOfRow).map((name) => this.#once(name))
    const around = folders.map(short)
    if (!areEqual(around, this.#folders)) this.#folders = around
    return {
      card: {
        ...found.card,
        subnotes: subnotes.length === 0 ? NONE : subnotes,
        tags: names.length === 0 ? NONE : names,
        folders: this.#folders,
      },
    }
  }

  /** One string for all rows with the tag, because 100,000 rows may be in memory at once. */
  #once(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const cut = short(name)
    if (this.#names.size < MAX_SHARED_NAMES) this.#names.set(name, cut)
    return cut
  }
}

const NONE: readonly never[] = []
/** Most names of tags that rows share. */
const MAX_SHARED_NAMES = 10_000

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((each, at) => each === others[at])
}

/** @throws FileTooLarge with too many rows */
export function numbered(all: readonly Found[]): readonly FoundRow[] {
  const list = new RowList()
  for (const found of all) list.add(found)
  return list.rows
}

export const TOO_DEEP = `The folders of this file are nested more than ${FILE_LIMITS.folders} deep.`

/** @throws FileTooLarge with too many tags or groups */
export function checkLists({ tags, groups }: Pick<FoundFile, 'tags' | 'groups'>): void {
  const members = groups.reduce((sum, group) => sum + group.tags.length, 0)
  if (
    tags.length > FILE_LIMITS.tags ||
    groups.length > FILE_LIMITS.groups ||
    members > FILE_LIMITS.tagsOfGroups
  )
    throw new FileTooLarge('This file has too many tags or groups.')
}

function short(name: string): string {
  return name.slice(0, FILE_LIMITS.name)
}
