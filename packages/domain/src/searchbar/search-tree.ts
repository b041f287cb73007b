import type { CardType } from '../card.ts'
import type { Color } from '../color.ts'
import type { Due } from '../due.ts'
import type { Id } from '../id.ts'

/**
 * The conditions of a search as plain data. `allOf`, `anyOf` and `notOf` build normal forms: no `all`
 * directly in an `all`, no `any` directly in an `any`, each with at least two different parts. The empty
 * `all` matches everything. Source: docs/search.md, section 3.
 */
export type SearchTree =
  | { readonly kind: 'all'; readonly parts: readonly SearchTree[] }
  | { readonly kind: 'any'; readonly parts: readonly SearchTree[] }
  | { readonly kind: 'not'; readonly part: SearchTree }
  | PlainWords
  | SearchCondition

/**
 * Words without operators, each once by `fold`. Matches cards that satisfy every word, or have them as a phrase in a text.
 */
interface PlainWords {
  readonly kind: 'words'
  readonly words: readonly string[]
}

/** One condition, written with an operator or field. */
export type SearchCondition =
  /** `isExact`: the tag must be on the card itself, not only implied. */
  | { readonly kind: 'tag'; readonly name: string; readonly isExact: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | CopyCondition
  | FileCondition
  /** An address of this site or of a subdomain. */
  | { readonly kind: 'site'; readonly site: string }
  /** Any tag of a group with this title. */
  | { readonly kind: 'group'; readonly title: string }
  | { readonly kind: 'color'; readonly color: Color | null }
  | { readonly kind: 'type'; readonly type: CardType }
  | { readonly kind: 'is'; readonly state: CardState }
  | { readonly kind: 'has'; readonly what: CardHolding }
  /** The number of tags on the card; `most` null: no limit. */
  | { readonly kind: 'tags'; readonly least: number; readonly most: number | null }
  | TimeCondition
  | CompletedCondition
  | DayCondition
  /** Matches every card. At the top level, all workspaces are searched. */
  | { readonly kind: 'workspace'; readonly which: 'all' }
  /** An open todo due before `now`, by the wall clock. */
  | { readonly kind: 'overdue'; readonly now: Due }

/** `open`: a todo that isn't done. `duplicate`: another card has the same content. `dead`: the page is gone. */
export const CARD_STATES = ['done', 'open', 'duplicate', 'dead'] as const
export type CardState = (typeof CARD_STATES)[number]
export const CARD_HOLDINGS = ['subtasks', 'parent', 'children', 'description', 'copy', 'file'] as const
export type CardHolding = (typeof CARD_HOLDINGS)[number]

/** Half-open interval [start, end), in ms since 1970; null: open end. */
interface TimeCondition {
  readonly kind: 'time'
  readonly field: 'created' | 'updated'
  /** The days as written, such as `2024-05` or `last 30 days`. */
  readonly days: string
  readonly start: number | null
  readonly end: number | null
}

/**
 * A text in the copy of the card's page. The engine has no copies: the caller searches them first and adds the found cards
 * (`withFoundCopies`).
 */
export interface CopyCondition {
  readonly kind: 'copy'
  readonly text: string
  /** The cards whose copies contain the text. Absent: not searched yet, so none match. */
  readonly cardIds?: readonly Id[]
}

/**
 * A text in the words or in the name of a file of the card. Names are in the card. The engine has no words of files: the caller
 * searches them first and adds the found files (`withFoundFiles`).
 */
export interface FileCondition {
  readonly kind: 'file'
  readonly text: string
  /** Hashes of the files whose words contain the text. Absent: not searched yet, so that only names match. */
  readonly hashes?: readonly string[]
}

/**
 * A todo that was completed, finally or to come back, in the half-open interval [start, end). ms since 1970;
 * null: open end.
 */
export interface CompletedCondition {
  readonly kind: 'completed'
  /** As in `TimeCondition`. */
  readonly days: string
  readonly start: number | null
  readonly end: number | null
}

/** Due, or to be started, on a day in the half-open interval [start, end), in days since 1970-01-01; null: open end. */
export interface DayCondition {
  readonly kind: 'due' | 'start'
  /** As in `TimeCondition`. */
  readonly days: string
  readonly start: number | null
  readonly end: number | null
}

export const NOTHING_ASKED: SearchTree = { kind: 'all', parts: [] }

/** The parts that must all match; empty for an empty search. */
export function partsOf(tree: SearchTree): readonly SearchTree[] {
  return tree.kind === 'all' ? tree.parts : [tree]
}

/** Plain words that every match must satisfy; empty where there are only other parts. */
export function plainWordsOf(tree: SearchTree): readonly string[] {
  return partsOf(tree).flatMap((part) => (part.kind === 'words' ? part.words : []))
}

/** A search that finds fewer cards than this is also answered loosely: docs/search.md, section 10. */
export const FEW_MATCHES = 5
