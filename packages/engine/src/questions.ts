import type {
  Card,
  CardCounts,
  CardOrder,
  CardType,
  Change,
  Color,
  DateWindow,
  Id,
  SearchbarFacts,
  SearchbarSubject,
  SearchQuery,
  Tag,
  TagGroup,
  TagOrder,
} from '@cardinal/domain'

/**
 * A workspace that can be asked. Two implementations: the index (fast, kept up to date in place) and
 * the reference implementation (plain arrays, obviously right). They answer alike, to the last tie-break.
 */
export interface AskableWorkspace {
  /** Brings the workspace up to date. Later changes of one row win over earlier ones. */
  apply(changes: readonly Change[]): void
  /** Answers one question; pure reading. Unknown ids count as absent, never as an error. */
  ask<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): AnswerOf<Q>
  /**
   * Does, for a few ms, what `apply` has put off. False: nothing is left to do. Answers are the same whether and
   * however often it is called, but many come sooner when it was.
   */
  flush(): boolean
}

export type QuestionName = keyof Questions
export type ParamsOf<Q extends QuestionName> = Questions[Q]['params']
export type AnswerOf<Q extends QuestionName> = Questions[Q]['answer']

/** Every question, one file each in `queries/`. Params and answers are plain data, fit to cross a worker. */
export interface Questions {
  /** Search semantics, sections 3 to 5. */
  matchCards: { params: CardQuery; answer: CardMatches }
  /** What a list shows at once of a search: its cards, the tags on them, and how many there are. */
  listCards: { params: ListQuery; answer: CardListing }
  /** For a query that finds nothing (or little): what each word's absence would give, for the first words. */
  withoutEachWord: { params: CardQuery; answer: readonly WithoutWord[] }
  countCards: { params: Record<never, never>; answer: CardCounts }
  /** Rows by id, in the order asked; undefined where there is none. */
  cardsById: { params: { ids: readonly Id[] }; answer: readonly (Card | undefined)[] }
  /** Link cards whose content holds this address, however it is spelled (scheme, www, trailing slash). */
  cardsWithAddress: { params: { address: string }; answer: readonly Card[] }

  allTags: { params: { order: TagOrder }; answer: readonly TagInUse[] }
  tagsById: { params: { ids: readonly Id[] }; answer: readonly (TagInUse | undefined)[] }
  /** Section 6: named ones first, then up to 20 near ones by latest update. */
  tagsBySearchword: { params: { keywords: readonly string[] }; answer: readonly TagInUse[] }
  /** Section 6: tags on any of those cards of that type, most of those cards first. */
  tagsOfCards: { params: { cardIds: readonly Id[]; type: CardType | null }; answer: readonly TagInUse[] }
  siblingTags: { params: SiblingQuery; answer: SiblingTags }
  /** HM-10: tags that share a group with this one (yellow), and that share todos with it (blue). */
  highlights: { params: { tagId: Id }; answer: Highlights }

  allGroups: { params: Record<never, never>; answer: readonly TagGroup[] }
  groupsById: { params: { ids: readonly Id[] }; answer: readonly (TagGroup | undefined)[] }
  groupsBySearchword: { params: { searchwords: readonly string[] }; answer: readonly TagGroup[] }
  /** Groups that hold any of the tags, those that hold most of them first. */
  groupsOfTags: { params: { tagIds: readonly Id[] }; answer: readonly TagGroup[] }
  closestGroups: { params: { tagIds: readonly Id[] }; answer: readonly ClosestGroup[] }
  tagsOfGroups: { params: { groupIds: readonly Id[] }; answer: readonly TagInUse[] }
  ungroupedTags: { params: Record<never, never>; answer: readonly TagInUse[] }

  /** What `searchbarMode` needs to know of a text; the caller adds `namesAWorkspace`. */
  searchbarFacts: {
    params: { text: string; subject: SearchbarSubject | null }
    answer: Omit<SearchbarFacts, 'namesAWorkspace'>
  }
  /** Section 7, "narrow": what would the person add next to this search? */
  suggestNarrowing: { params: NarrowQuery; answer: readonly Suggestion[] }
  /** Section 7, "label": which tags belong on this text or card? */
  suggestLabels: { params: LabelQuery; answer: readonly Suggestion[] }
  /** HM-17: the figures behind the charts. */
  overview: { params: { type: CardType | null }; answer: Overview }
}

export interface CardQuery {
  /** null: all types. */
  readonly type: CardType | null
  readonly search: SearchQuery
  /** The second searchbar: keywords in texts. */
  readonly second: SearchQuery
  readonly onlyTags: boolean
  /** Empty: any colour; null in the list stands for colourless. */
  readonly colors: readonly (Color | null)[]
  readonly dates: DateWindow | null
  readonly order: CardOrder
  readonly offset: number
  readonly limit: number
  /**
   * `page`: cards and ranks, and the counts left empty (total -1): the quick first answer.
   * `counts`: total and counts alone. `all`: both.
   */
  readonly parts: 'page' | 'counts' | 'all'
}

export type ListQuery = Omit<CardQuery, 'parts'>

export interface CardListing {
  readonly cards: readonly Card[]
  readonly tagRanks: CardMatches['tagRanks']
  readonly total: number
  /** The tags that stand on these cards, each once, in the order in which the cards name them. */
  readonly tags: readonly TagInUse[]
}

export interface CardMatches {
  readonly cards: readonly Card[]
  readonly tagRanks: readonly { readonly cardId: Id; readonly rank: number }[]
  /** All matches; -1 where only the page was asked for. */
  readonly total: number
  readonly colorCounts: readonly ColorCount[]
  readonly intersectionCounts: readonly TagCount[]
}

export interface ColorCount {
  readonly color: Color | null
  readonly count: number
}

export interface TagCount {
  readonly tagId: Id
  readonly count: number
}

/** `withoutEachWord` looks at so many words, included ones first; nobody reads more. */
export const WORDS_TAKEN_OUT = 10

export interface WithoutWord {
  /** The word as typed, and whether it stood there excluded. */
  readonly word: string
  readonly isExcluded: boolean
  /** How many cards match when it is taken out. */
  readonly total: number
}

/** A tag with what others say of it. */
export interface TagInUse extends Tag {
  readonly groupIds: readonly Id[]
  /** Cards of all types that carry it. */
  readonly cardCount: number
}

export interface SiblingQuery {
  readonly tagIds: readonly Id[]
  readonly negativeTagIds: readonly Id[]
  readonly type: CardType | null
}

export interface SiblingTags {
  /** On the cards that carry all of the given tags and none of the negative ones; most cards first. */
  readonly allOf: readonly TagCount[]
  /** The same for cards that carry any of the given. */
  readonly anyOf: readonly TagCount[]
}

export interface Highlights {
  readonly sharesGroup: readonly Id[]
  readonly sharesTodos: readonly Id[]
}

export interface ClosestGroup {
  readonly group: TagGroup
  /** How many of the tags asked for it holds. */
  readonly held: number
  /** Tags that it holds beside them. */
  readonly others: number
}

export interface NarrowQuery {
  readonly query: CardQuery
  /** The search text as it is being typed: its last word, while it names no tag, filters by name. */
  readonly text: string
  /** Each a comma-separated list of tag names. */
  readonly savedSearches: readonly string[]
  /** ms since 1970; how recent a click is depends on it. */
  readonly now: number
  readonly limit: number
}

export interface LabelQuery {
  readonly text: string
  readonly type: CardType | null
  /** The card that is being tagged, when it exists already. */
  readonly cardId: Id | null
  /** Tags chosen already: never suggested again. */
  readonly tagIds: readonly Id[]
  readonly now: number
  readonly limit: number
}

export interface Suggestion {
  readonly tag: TagInUse
  /** Comparable within one answer only. */
  readonly score: number
  /** What spoke for it, strongest first; never empty. */
  readonly reasons: readonly SuggestionReason[]
}

/** Why a tag is suggested, in figures that a screen can word. */
export type SuggestionReason =
  /** On `count` of the `of` cards that match now. */
  | { readonly kind: 'on-matches'; readonly count: number; readonly of: number }
  /** The typed word is (the beginning of) its name, or near to it. */
  | { readonly kind: 'name'; readonly match: 'exact' | 'prefix' | 'part' | 'near' }
  /** In `count` saved searches together with what is asked for. */
  | { readonly kind: 'saved-search'; readonly count: number }
  | { readonly kind: 'clicks'; readonly count: number; readonly lastClickedAt: number | null }
  /** Its name stands in the text. */
  | { readonly kind: 'in-text' }
  /** `count` past cards with this site carry it, of `of`. */
  | { readonly kind: 'site'; readonly site: string; readonly count: number; readonly of: number }
  /** Past cards that share these words carry it. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly count: number }
  /** Goes together with these chosen tags on `count` cards. */
  | { readonly kind: 'together'; readonly tagIds: readonly Id[]; readonly count: number }
  /** Used often, on `count` cards: when nothing else speaks. */
  | { readonly kind: 'used'; readonly count: number }

export interface Overview {
  /** Cards added per calendar month in UTC, oldest first, months without cards included. */
  readonly byMonth: readonly { readonly month: string; readonly counts: CardCounts }[]
  readonly byType: CardCounts
  /** The most used tags first, at most 30. */
  readonly byTag: readonly TagCount[]
  readonly byColor: readonly ColorCount[]
  /** Pairs of tags on the same cards, most first, at most 30. */
  readonly pairs: readonly { readonly tagIds: readonly [Id, Id]; readonly count: number }[]
}
