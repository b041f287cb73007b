import type { CardType } from '../card.ts'
import type { Color } from '../color.ts'
import type { Due } from '../due.ts'
import type { Id } from '../id.ts'

/**
 * What a search asks of a card, as plain data. `allOf`, `anyOf` and `notOf` build trees in normal form: no
 * `all` directly in an `all`, no `any` directly in an `any`, each at least two different parts. The empty
 * `all` asks for nothing. Source: docs/search.md, section 3.
 */
export type SearchTree =
  | { readonly kind: 'all'; readonly parts: readonly SearchTree[] }
  | { readonly kind: 'any'; readonly parts: readonly SearchTree[] }
  | { readonly kind: 'not'; readonly part: SearchTree }
  | PlainWords
  | SearchCondition

/** Words without a sign, each once under `fold`: the card satisfies every word, or a text has them as a phrase. */
export interface PlainWords {
  readonly kind: 'words'
  readonly words: readonly string[]
}

/** One condition that a sign or a field writes. */
export type SearchCondition =
  /** A tag that the name names; `isExact`: not one that is only implied. */
  | { readonly kind: 'tag'; readonly name: string; readonly isExact: boolean }
  | { readonly kind: 'text'; readonly text: string }
  | CopyCondition
  /** An address of this site, or of one below it. */
  | { readonly kind: 'site'; readonly site: string }
  /** A tag of a group with this title. */
  | { readonly kind: 'group'; readonly title: string }
  | { readonly kind: 'color'; readonly color: Color | null }
  | { readonly kind: 'type'; readonly type: CardType }
  | { readonly kind: 'is'; readonly state: CardState }
  | { readonly kind: 'has'; readonly what: CardHolding }
  /** How many tags; `most` null: no limit. */
  | { readonly kind: 'tags'; readonly least: number; readonly most: number | null }
  | TimeCondition
  | DueCondition
  /** Holds for every card. Where it is one of the parts of a whole search, all workspaces are looked through. */
  | { readonly kind: 'workspace'; readonly which: 'all' }
  /** An open todo that was due before a moment by the wall clock. */
  | { readonly kind: 'overdue'; readonly now: Due }

/** `open` is a todo that isn't done. `duplicate`: another card has the same content. `dead`: the page is gone. */
export const CARD_STATES = ['done', 'open', 'duplicate', 'dead'] as const
export type CardState = (typeof CARD_STATES)[number]
export const CARD_HOLDINGS = ['subnotes', 'parent', 'children', 'description', 'copy'] as const
export type CardHolding = (typeof CARD_HOLDINGS)[number]
export const TIME_FIELDS = ['created', 'updated'] as const

/** A time in the half-open interval [start, end), in ms since 1970; null leaves that end open. */
export interface TimeCondition {
  readonly kind: 'time'
  readonly field: (typeof TIME_FIELDS)[number]
  /** The days as written, such as `2024-05` or `last 30 days`. */
  readonly days: string
  readonly start: number | null
  readonly end: number | null
}

/**
 * A text in the copy of the card's page. Copies are no part of a workspace in memory: the caller looks through them
 * first, and says which cards were found (`withFoundCopies`).
 */
export interface CopyCondition {
  readonly kind: 'copy'
  readonly text: string
  /** The cards whose copies contain the text; left out: nobody has looked yet, and it finds none. */
  readonly cardIds?: readonly Id[]
}

/** Due on a day in the half-open interval [start, end), in days since 1970-01-01; null leaves that end open. */
export interface DueCondition {
  readonly kind: 'due'
  /** As in `TimeCondition`. */
  readonly days: string
  readonly start: number | null
  readonly end: number | null
}

export const NOTHING_ASKED: SearchTree = { kind: 'all', parts: [] }

/** Returns the parts that must all hold; none for a search that asks for nothing. */
export function partsOf(tree: SearchTree): readonly SearchTree[] {
  return tree.kind === 'all' ? tree.parts : [tree]
}

/** Returns the plain words that must hold of every match; none where there are only other parts. */
export function plainWordsOf(tree: SearchTree): readonly string[] {
  return partsOf(tree).flatMap((part) => (part.kind === 'words' ? part.words : []))
}
