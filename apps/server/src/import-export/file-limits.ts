import { grouped, LIMITS, lengthProblem, TOO_MANY_SUBNOTES } from '@cardinal/domain'
import type { Found, FoundFile, FoundRow } from './found.ts'

/** What a file may hold; docs/api.md says the same. */
export const FILE_LIMITS = {
  rows: 150_000,
  /** Folders inside of each other; of HTML also elements, of which sloppy files leave some open. */
  folders: 64,
  openElements: 5_000,
  /** Lists and objects of JSON inside of each other, and all together. */
  jsonDepth: 200,
  jsonContainers: 1_500_000,
  /** Characters of a line with links in Markdown. */
  line: 100_000,
  columns: 200,
  tagsOfRow: 200,
  tags: 50_000,
  groups: 5_000,
  workspaces: 100,
  tagsOfGroups: 100_000,
  name: 500,
} as const

/** What an archive may hold; docs/api.md says the same. */
export const ARCHIVE_LIMITS = {
  entries: 10_000,
  /** Bytes of one file, and of all together. */
  file: 20 * 1024 * 1024,
  total: 100 * 1024 * 1024,
  /** How many times its packed size a file of more than `ratioFrom` bytes may have. */
  ratio: 100,
  ratioFrom: 1024 * 1024,
} as const

/** A file that is beyond these limits: the reason is a sentence for the person. */
export class FileTooLarge extends Error {}

export function tooManyRows(): FileTooLarge {
  return new FileTooLarge(`This file has more than ${grouped(FILE_LIMITS.rows)} rows. Split it into several.`)
}

/** Rows in the order of reading, each with its number. */
export class RowList {
  readonly rows: FoundRow[] = []

  /** @throws FileTooLarge where there are too many */
  add(found: Found): void {
    if (this.rows.length >= FILE_LIMITS.rows) throw tooManyRows()
    this.rows.push({ row: this.rows.length + 1, ...withinLimits(found) })
  }
}

/** @throws FileTooLarge where there are too many */
export function numbered(all: readonly Found[]): readonly FoundRow[] {
  const list = new RowList()
  for (const found of all) list.add(found)
  return list.rows
}

/** Checks the limits of a card. A card beyond them fails at once, before its text is processed. */
function withinLimits(found: Found): Found {
  if ('reason' in found) return found
  const { content, subnotes, tags, folders } = found.card
  const reason =
    lengthProblem('A text', content.trim(), LIMITS.contentLength) ??
    (subnotes.length > LIMITS.subnotesPerCard ? TOO_MANY_SUBNOTES : null) ??
    subnotes
      .map(({ text }) => lengthProblem('A subtask', text, LIMITS.subnoteLength))
      .find((one) => one !== null) ??
    (folders.length > FILE_LIMITS.folders ? TOO_DEEP : null)
  if (reason !== null) return { reason }
  return {
    card: {
      ...found.card,
      tags: tags.slice(0, FILE_LIMITS.tagsOfRow).map(short),
      folders: folders.map(short),
    },
  }
}

export const TOO_DEEP = `The folders of this file are nested more than ${FILE_LIMITS.folders} deep.`

/** @throws FileTooLarge where a file tells of too many tags or groups of its own */
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
