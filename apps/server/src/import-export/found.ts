import { type CardType, type CardValues, type Color, INITIAL_VALUES } from '@cardinal/domain'

/** A card as a file tells of it: names instead of ids, nothing checked yet. */
export interface FoundCard extends CardValues {
  readonly type: CardType
  readonly content: string
  /** As they stand in the file. */
  readonly tags: readonly string[]
  /** The folders around it, the outermost first. */
  readonly folders: readonly string[]
  readonly subnotes: readonly { readonly text: string; readonly isTicked: boolean }[]
  /** ms since 1970; null: the file tells none. */
  readonly createdAt: number | null
  /** What the file itself calls it, and which others it is linked with; for files of our own. */
  readonly links: FoundLinks | null
}

export interface FoundLinks {
  readonly id: string
  readonly parents: readonly string[]
  readonly siblings: readonly string[]
  readonly children: readonly string[]
}

/** One row of a file: a card, or why there is none. Rows count from 1. */
export type FoundRow = { readonly row: number } & ({ readonly card: FoundCard } | { readonly reason: string })

/** What a file holds. Tags and groups come only from files that tell more of them than their names. */
export interface FoundFile {
  readonly rows: readonly FoundRow[]
  readonly tags: readonly FoundTag[]
  readonly groups: readonly FoundGroup[]
}

export interface FoundTag {
  readonly name: string
  readonly color: Color | null
  readonly otherNames?: readonly string[]
  /** By their names. */
  readonly parents?: readonly string[]
}

export interface FoundGroup {
  readonly title: string
  readonly tags: readonly string[]
  readonly color: Color | null
  readonly isHidden: boolean
}

/** Formats that a workspace can be exported in. */
export type ExportFormat = 'html' | 'csv' | 'json' | 'markdown'
/** Formats that can be imported. */
export type Format = ExportFormat | 'addresses' | 'todo.txt'

/** A card with everything but its content left at what it usually is. */
export function plainCard(type: CardType, content: string): FoundCard {
  return {
    type,
    content,
    tags: [],
    folders: [],
    subnotes: [],
    ...INITIAL_VALUES,
    createdAt: null,
    links: null,
  }
}

/** A row of a table or an object of a list, by the lower-cased names of its fields. */
export type Fields = ReadonlyMap<string, unknown>
