import type { InputOf, importFile, SharedPart, SharedQuery } from '@cardinal/contract'
import {
  addressAfter,
  type CardType,
  type CardValues,
  type Color,
  type CopyRule,
  type Id,
  INITIAL_VALUES,
  type Page,
  type Rule,
} from '@cardinal/domain'
import type { LostField } from './ledger.ts'
import type { Assumed } from './reading.ts'

/** A card as a file describes it: names instead of ids, not validated. */
export interface FoundCard extends CardValues {
  readonly type: CardType
  readonly content: string
  /** Null: a link without an address. Absent: the address is in the content. */
  readonly address?: string | null
  /** An address that can't be opened. It is in the text, and the card has no address. */
  readonly brokenAddress?: string
  /** As spelled in the file. */
  readonly tags: readonly string[]
  /** Tags for flags of the other program, see `MARKS`. Absent: none. */
  readonly flags?: readonly string[]
  /** The folders around it, outermost first. */
  readonly folders: readonly string[]
  readonly subnotes: readonly { readonly text: string; readonly isTicked: boolean }[]
  /** ms since 1970; null: unknown. */
  readonly createdAt: number | null
  /** Links to other cards, in files of other programs. */
  readonly links: FoundLinks | null
  /** Only in our own exports. */
  readonly own: FoundOwn | null
}

/** Links between the cards of a file, by keys that are unique in it. */
interface FoundLinks {
  readonly key: string
  readonly parents: readonly string[]
  readonly children: readonly string[]
}

/** A card's stored id, times, and ids of subnotes and linked cards. Not validated. */
export interface FoundOwn {
  /** Index of its workspace in the file. */
  readonly workspace: number
  readonly id: string
  readonly updatedAt: number | null
  /** When it was deleted; null: living. */
  readonly deletedAt: number | null
  readonly subnoteIds: readonly string[]
  readonly page: Page | null
  readonly parents: readonly string[]
  readonly siblings: readonly string[]
  readonly children: readonly string[]
}

/** A card, or the reason why the row is no card. */
export type Found = { readonly card: FoundCard } | { readonly reason: string }

/** Rows count from 1. */
export type FoundRow = { readonly row: number } & Found

/** `tags` and `groups` are set only by formats that have more than their names. */
export interface FoundFile {
  readonly rows: readonly FoundRow[]
  readonly tags: readonly FoundTag[]
  readonly groups: readonly FoundGroup[]
  /** Rules; only in our own exports. */
  readonly rules?: readonly FoundRule[]
  /** Set for a whole account. Absent: the cards go into the chosen workspace. */
  readonly account?: FoundAccount
  /** Fields that no card got. Absent: none. */
  readonly lost?: readonly LostField[]
  /** Assumptions where the file is ambiguous. */
  readonly assumed?: Assumed
  /** Copies of pages; only in an account's export. */
  readonly copies?: CopiesInFile
  /** Absent: none. */
  readonly files?: FilesInFile
}

/** Files of cards whose bytes are in the file, to be read one by one. */
export interface FilesInFile {
  readonly count: number
  items(): AsyncIterable<HeldFile>
}

export interface HeldFile {
  readonly hash: string
  /** Its name on the first card that has it. */
  readonly name: string
  /** Whether a card has it as a kept page, which may be larger. */
  readonly isPage: boolean
  readonly bytes: Uint8Array
}

/** Copies of pages in a file, to be read one by one. */
export interface CopiesInFile {
  readonly count: number
  /** Parsed JSON, not validated. */
  readonly items: Iterable<unknown>
}

export interface FoundAccount {
  readonly workspaces: readonly FoundWorkspace[]
  readonly savedSearches: readonly string[]
  /** Searches that belong to one workspace, by its index. */
  readonly searchesByIndex: readonly (readonly string[])[]
  readonly showHelpers: boolean
  /** Index of the current workspace; null: none. */
  readonly currentWorkspace: number | null
  /** Null: not in the file. */
  readonly copyRule: FoundCopyRule | null
  readonly sharedSearches: readonly FoundSharedSearch[]
}

export interface FoundCopyRule {
  readonly keeps: CopyRule['keeps']
  readonly tags: readonly { readonly workspace: number; readonly name: string }[]
}

/** A rule with the names of its tags. */
export interface FoundRule extends Omit<Rule, 'addTagIds' | 'removeTagIds'> {
  /** Index of its workspace in the file. */
  readonly workspace: number
  readonly addTags: readonly string[]
  readonly removeTags: readonly string[]
}

/** A shared search, without its address, which is a secret. */
export interface FoundSharedSearch {
  /** Index of its workspace in the file. */
  readonly workspace: number
  readonly title: string
  readonly shows: readonly SharedPart[]
  readonly query: SharedQuery
  readonly createdAt: number | null
}

/** A row's id in our own export ('': not valid), and its times in ms since 1970. */
export interface FoundIdentity {
  readonly id: Id | ''
  readonly createdAt: number | null
  readonly updatedAt: number | null
}

export interface FoundWorkspace extends FoundIdentity {
  readonly name: string
}

export interface FoundTag {
  /** Index of its workspace in the file. Absent: 0. */
  readonly workspace?: number
  readonly identity?: FoundIdentity
  readonly clickCount?: number
  readonly lastClickedAt?: number | null
  readonly name: string
  readonly color: Color | null
  readonly otherNames?: readonly string[]
  /** Display name. Absent or invalid: the name. */
  readonly displayName?: string
  /** Names of the parents. */
  readonly parents?: readonly string[]
  /** Titles of the groups. */
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

export type ExportFormat = 'html' | 'csv' | 'json' | 'markdown'
/** The same list as in `importFile`, whose module would load much in the reading thread. */
export const FORMATS = [
  'html',
  'csv',
  'json',
  'markdown',
  'addresses',
  'todo.txt',
  'xml',
  'bibtex',
  'ris',
  'ics',
  'org',
  'taskpaper',
] as const satisfies readonly NonNullable<InputOf<typeof importFile>['query']['format']>[]
export type Format = (typeof FORMATS)[number]

/** The address that a found link will have; null for other cards. */
export function addressOfFound(card: Pick<FoundCard, 'type' | 'content' | 'address'>): string | null {
  if (card.type !== 'link') return null
  return card.address === undefined ? addressAfter(null, card) : card.address
}

/** A card with initial values except for its content. */
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
