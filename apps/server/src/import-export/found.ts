import type { SharedPart, SharedQuery } from '@cardinal/contract'
import {
  type CardType,
  type CardValues,
  type Color,
  type CopyRule,
  type Id,
  INITIAL_VALUES,
  type Page,
} from '@cardinal/domain'
import type { LostField } from './ledger.ts'
import type { Assumed } from './reading.ts'

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
  /** Which other cards of the file it is linked with, where the file is of another program. */
  readonly links: FoundLinks | null
  /** What only a file of our own tells. */
  readonly own: FoundOwn | null
}

/** Links between the cards of a file, by keys that mean something in this file alone. */
export interface FoundLinks {
  readonly key: string
  readonly parents: readonly string[]
  readonly children: readonly string[]
}

/** A card as it was stored: its id, times, and the ids of subnotes and linked cards. Nothing is checked yet. */
export interface FoundOwn {
  /** The index of its workspace in the file. */
  readonly workspace: number
  readonly id: string
  readonly updatedAt: number | null
  /** When it was deleted; null: it was there. */
  readonly deletedAt: number | null
  readonly subnoteIds: readonly string[]
  readonly page: Page | null
  readonly parents: readonly string[]
  readonly siblings: readonly string[]
  readonly children: readonly string[]
}

/** A card, or why there is none. */
export type Found = { readonly card: FoundCard } | { readonly reason: string }

/** One row of a file. Rows count from 1. */
export type FoundRow = { readonly row: number } & Found

/** What a file holds. Tags and groups come only from files that tell more of them than their names. */
export interface FoundFile {
  readonly rows: readonly FoundRow[]
  readonly tags: readonly FoundTag[]
  readonly groups: readonly FoundGroup[]
  /** The file is a whole account. Left out: it goes into the workspace that the person chose. */
  readonly account?: FoundAccount
  /** Fields that are on no card. Left out: none. */
  readonly lost?: readonly LostField[]
  /** What the file does not tell itself. */
  readonly assumed?: Assumed
  /** Copies of pages, which only the file of an account holds. */
  readonly copies?: CopiesInFile
}

/** The copies of a file, which are read one after the other. */
export interface CopiesInFile {
  readonly count: number
  /** Each as JSON has it. */
  readonly items: Iterable<unknown>
}

export interface FoundAccount {
  readonly workspaces: readonly FoundWorkspace[]
  readonly savedSearches: readonly string[]
  readonly showHelpers: boolean
  /** The index of the workspace that was open; null: none was chosen. */
  readonly currentWorkspace: number | null
  /** Null: the file tells of none. */
  readonly copyRule: FoundCopyRule | null
  readonly sharedSearches: readonly FoundSharedSearch[]
}

export interface FoundCopyRule {
  readonly keeps: CopyRule['keeps']
  readonly tags: readonly { readonly workspace: number; readonly name: string }[]
}

/** A search that was shared, without its address, which is a secret. */
export interface FoundSharedSearch {
  /** The index of its workspace in the file. */
  readonly workspace: number
  readonly title: string
  readonly shows: readonly SharedPart[]
  readonly query: SharedQuery
  readonly createdAt: number | null
}

/** The id of a row in a file of our own ('': none that is legal), and its times in ms since 1970. */
export interface FoundIdentity {
  readonly id: Id | ''
  readonly createdAt: number | null
  readonly updatedAt: number | null
}

export interface FoundWorkspace extends FoundIdentity {
  readonly name: string
}

export interface FoundTag {
  /** The index of its workspace in the file. Left out: the first. */
  readonly workspace?: number
  readonly identity?: FoundIdentity
  readonly clickCount?: number
  readonly lastClickedAt?: number | null
  readonly name: string
  readonly color: Color | null
  readonly otherNames?: readonly string[]
  /** Which of its names it is shown by. Left out, or no legal name: its name. */
  readonly displayName?: string
  /** By their names. */
  readonly parents?: readonly string[]
  /** By their titles. */
  readonly childGroups?: readonly string[]
}

export interface FoundGroup {
  readonly workspace?: number
  readonly identity?: FoundIdentity
  readonly title: string
  readonly tags: readonly string[]
  readonly color: Color | null
  readonly isHidden: boolean
}

/** Formats that a workspace can be exported in. */
export type ExportFormat = 'html' | 'csv' | 'json' | 'markdown'
/** Formats that can be imported. */
export type Format = ExportFormat | 'addresses' | 'todo.txt' | 'xml' | 'bibtex'

/** Returns a card with everything but its content left at what it usually is. */
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
    own: null,
  }
}
