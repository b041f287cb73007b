import type {
  Card,
  CardCounts,
  CardOrder,
  CardType,
  Change,
  Color,
  DateWindow,
  Id,
  NameLikeness,
  SearchbarFacts,
  SearchbarSubject,
  SearchTree,
  Tag,
  TagGroup,
  TagOrder,
} from '@cardinal/domain'

/**
 * A workspace that answers questions. There are two implementations: the index, which is fast, and the
 * reference implementation over plain arrays. Their answers are equal, ties included.
 */
export interface AskableWorkspace {
  /** Applies changes. A later change of a row replaces an earlier one. */
  apply(changes: readonly Change[]): void
  /** Answers one question. Never writes. Ignores unknown ids. */
  ask<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): AnswerOf<Q>
  /**
   * Flushes work that `apply` deferred, for a few ms. False: nothing was left. Never changes an answer, but
   * makes later answers faster.
   */
  flush(): boolean
}

export type QuestionName = keyof Questions

/** Questions whose code a browser loads when one is first asked, so that its worker starts sooner. */
export const LATE_QUESTIONS = [
  'overview',
  'suggestRelations',
  'suggestConditions',
  'labelUntagged',
  'hardToFind',
] as const satisfies readonly QuestionName[]
export type LateQuestion = (typeof LATE_QUESTIONS)[number]
export type ParamsOf<Q extends QuestionName> = Questions[Q]['params']
export type AnswerOf<Q extends QuestionName> = Questions[Q]['answer']

/** Every question, one file each in `queries/`. Params and answers are plain data, fit to cross a worker. */
export interface Questions {
  /** docs/search.md, sections 3 to 5. */
  matchCards: { params: CardQuery; answer: CardMatches }
  /** The first answer of a list: its cards, their tags, and the number of matches. */
  listCards: { params: ListQuery; answer: CardListing }
  /** What a search finds loosely, if it finds little: docs/search.md, section 10. */
  looseMatches: { params: LooseQuery; answer: LooseMatches }
  /**
   * How many cards match without each of the first words or conditions, and how many match that one alone.
   */
  withoutEachWord: { params: CardQuery; answer: readonly WithoutWord[] }
  /** How many cards match each of several searches, with the other filters of the query. */
  countSearches: { params: SearchesQuery; answer: readonly number[] }
  /** The sites of addresses that begin with a text, without `www.`; most cards first, ties by name. */
  sitesBeginning: { params: { prefix: string; limit: number }; answer: readonly string[] }
  countCards: { params: Record<never, never>; answer: CardCounts }
  /** Rows by id, in the order asked; undefined where there is none. */
  cardsById: { params: { ids: readonly Id[] }; answer: readonly (Card | undefined)[] }
  /** Link cards with this address in any spelling (scheme, www, trailing slash). */
  cardsWithAddress: { params: { address: string }; answer: readonly Card[] }

  allTags: { params: { order: TagOrder }; answer: readonly TagInUse[] }
  /** The ids of `allTags`, in the same order: they take less memory. */
  tagIdsInOrder: { params: { order: TagOrder }; answer: readonly Id[] }
  pageOfTags: { params: TagPageQuery; answer: TagPage }
  tagsById: { params: { ids: readonly Id[] }; answer: readonly (TagInUse | undefined)[] }
  /** Tags by name in stored form, or else by another name. Of several, the first by id. */
  tagsByName: { params: { names: readonly string[] }; answer: readonly (TagInUse | undefined)[] }
  countTags: { params: Record<never, never>; answer: number }
  /** docs/search.md, section 6: named tags first, then up to 20 close ones, latest update first. */
  tagsBySearchword: { params: { keywords: readonly string[] }; answer: readonly TagInUse[] }
  /** docs/search.md, section 6: tags on any of the given cards of a type, those on most of them first. */
  tagsOfCards: { params: { cardIds: readonly Id[]; type: CardType | null }; answer: readonly TagInUse[] }
  siblingTags: { params: SiblingQuery; answer: SiblingTags }
  /** The tags that a tag implies and that imply it; undefined for an unknown tag. */
  tagRelations: { params: { tagId: Id }; answer: TagRelationsInUse | undefined }
  /** The tags that these imply, without these; by name. */
  impliedTags: { params: { tagIds: readonly Id[] }; answer: readonly TagInUse[] }
  /** The tags that every tag of this group implies; by name. */
  impliedByGroup: { params: { groupId: Id }; answer: readonly TagInUse[] }
  /**
   * Pairs of tags that may mean the same, or of which one may be the parent of the other. Related pairs are
   * left out.
   */
  suggestRelations: { params: { limit: number }; answer: readonly RelationSuggestion[] }
  /** HM-10: tags that share a group with this one (yellow), and that share todos with it (blue). */
  highlights: { params: { tagId: Id }; answer: Highlights }

  allGroups: { params: Record<never, never>; answer: readonly TagGroup[] }
  groupsById: { params: { ids: readonly Id[] }; answer: readonly (TagGroup | undefined)[] }
  groupsBySearchword: { params: { searchwords: readonly string[] }; answer: readonly TagGroup[] }
  /** Groups that hold any of the tags, by how many they hold, most first. */
  groupsOfTags: { params: { tagIds: readonly Id[] }; answer: readonly TagGroup[] }
  closestGroups: { params: { tagIds: readonly Id[] }; answer: readonly ClosestGroup[] }
  tagsOfGroups: { params: { groupIds: readonly Id[] }; answer: readonly TagInUse[] }
  ungroupedTags: { params: Record<never, never>; answer: readonly TagInUse[] }

  /** The facts that `searchbarMode` needs; the caller adds `namesAWorkspace`. */
  searchbarFacts: {
    params: { text: string; subject: SearchbarSubject | null }
    answer: Omit<SearchbarFacts, 'namesAWorkspace'>
  }
  /** docs/search.md, section 7, "narrow": tags that the person may add next to this search. */
  suggestNarrowing: { params: NarrowQuery; answer: readonly Suggestion[] }
  /** docs/search.md, section 7, "conditions": which other condition would narrow this search? */
  suggestConditions: { params: ConditionQuery; answer: readonly ConditionSuggestion[] }
  /** docs/search.md, section 7, "label": which tags belong on this text or card? */
  suggestLabels: { params: LabelQuery; answer: readonly Suggestion[] }
  /** docs/search.md, section 7, "untagged": the likely tags of these cards; cards with a tag are left out. */
  labelUntagged: { params: { cardIds: readonly Id[] }; answer: readonly UntaggedLabels[] }
  /** docs/search.md, section 7, "findability": cards that no search of three steps reaches, and tags by which it would. */
  hardToFind: { params: HardToFindQuery; answer: HardToFind }
  /** HM-17: the figures behind the charts. */
  overview: { params: { type: CardType | null }; answer: Overview }
}

export interface CardQuery {
  /** null: all types. */
  readonly type: CardType | null
  readonly search: SearchTree
  /** The second searchbar: keywords in texts, as `parseKeywords` reads them. */
  readonly second: SearchTree
  readonly onlyTags: boolean
  /** Empty: any colour; null in the list stands for colourless. */
  readonly colors: readonly (Color | null)[]
  readonly dates: DateWindow | null
  /** true: completed todos alone; false: all but those; null: both. */
  readonly done: boolean | null
  /** Only cards that carry this tag itself, even if other tags have its name. */
  readonly tagId?: Id | undefined
  /** Searches of rules that hide from All: their cards match only if this search names them. docs/search.md, section 11. */
  readonly hidden?: readonly SearchTree[]
  readonly order: CardOrder
  /**
   * In an order by time: the page begins with this card, or at its position if it is gone. The page thus does
   * not shift when cards are added or removed. Totals include the cards before it.
   */
  readonly from?: CardPlace | undefined
  readonly offset: number
  readonly limit: number
  /**
   * `page`: cards and ranks only; counts are empty and the total is -1. `counts`: total and counts only.
   * `all`: both.
   */
  readonly parts: 'page' | 'counts' | 'all'
}

/** @property time ms since 1970, in the field that the order goes by */
export interface CardPlace {
  readonly time: number
  readonly id: Id
}

/** At most `SEARCHES_AT_ONCE` searches are counted. */
export interface SearchesQuery {
  readonly query: CardQuery
  readonly searches: readonly SearchTree[]
}

export const SEARCHES_AT_ONCE = 20

export type ListQuery = Omit<CardQuery, 'parts'>

export interface CardListing {
  readonly cards: readonly Card[]
  readonly tagRanks: CardMatches['tagRanks']
  readonly total: number
  /** How many more match but are hidden from All. */
  readonly hidden: number
  /** The tags on these cards, each once, in order of appearance. */
  readonly tags: readonly TagInUse[]
}

/** `limit` is for each group. */
export type LooseQuery = Omit<ListQuery, 'offset'>

/** Close words for one typed word. */
export const CLOSE_WORDS = 8

export interface LooseMatches {
  /** The single words of the search; empty if it has no loose matches. */
  readonly words: readonly string[]
  /** Cards that have all words, in any order. */
  readonly anyOrder: LooseGroup
  /** Cards that have a close word for at least one of the words. */
  readonly close: LooseGroup & { readonly words: readonly CloseWord[] }
}

export interface LooseGroup {
  readonly total: number
  readonly cards: readonly Card[]
  /** The tags on these cards, each once, in order of appearance. */
  readonly tags: readonly TagInUse[]
}

/** A word of texts or tag names that is close to a typed one, on some cards of the group. */
export interface CloseWord {
  /** The typed word, folded. */
  readonly typed: string
  readonly word: string
  /** The cards of the group that have it and not the typed word. */
  readonly count: number
}

export interface CardMatches {
  readonly cards: readonly Card[]
  readonly tagRanks: readonly { readonly cardId: Id; readonly rank: number }[]
  /** Number of matches; -1 with `page`. */
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

/** `withoutEachWord` answers for this many parts: included words first. */
export const WORDS_TAKEN_OUT = 10

export interface WithoutWord {
  /** The word as typed, or another condition in canonical form, without its minus. */
  readonly word: string
  readonly isExcluded: boolean
  /** How many cards match without it. */
  readonly total: number
  /**
   * How many cards match it alone, without its minus, with the same type, dates, colours and second search.
   */
  readonly alone: number
}

/** A tag with its groups and number of cards. */
export interface TagInUse extends Tag {
  readonly groupIds: readonly Id[]
  /** Number of cards of all types that have the tag. */
  readonly cardCount: number
}

/** A tag among the tags that it implies and that imply it. Each list is by name. */
export interface TagRelationsInUse {
  /** The parents in the tag's own row. */
  readonly parents: readonly TagInUse[]
  /** Tags that it implies because of a group that holds it. */
  readonly groupParents: readonly TagInUse[]
  /** The tags that have it as a parent in their rows. */
  readonly children: readonly TagInUse[]
  /** Groups of which every tag implies it; by title. */
  readonly childGroups: readonly TagGroup[]
  /** All tags that it implies, parents of parents included. In a circle it implies itself. */
  readonly implied: readonly TagInUse[]
  /** Cards that it finds: its own and those of all tags that imply it. */
  readonly foundCards: number
}

/** `same`: `tag` may be another name of `other`, which is on more cards. `part`: `other` may be a parent of `tag`. */
export type RelationSuggestion = { readonly tag: TagInUse; readonly other: TagInUse } & (
  | { readonly kind: 'same'; readonly likeness: NameLikeness }
  /** The tag is on `of` cards, and `count` of them also have the other tag. */
  | { readonly kind: 'part'; readonly count: number; readonly of: number }
)

/** Cards. A tag on fewer gets no suggested parent. */
export const FEWEST_FOR_PARENT = 5
/** Least share of a tag's cards that must have the parent. */
export const SHARE_FOR_PARENT = 0.9

/** The position of a tag, which may have been deleted. */
export type TagPlace = { readonly id: Id } & ({ readonly name: string } | { readonly cardCount: number })

export interface TagPageQuery {
  readonly order: TagOrder
  /** Names of tags to leave out, in stored form. */
  readonly without: readonly string[]
  /** A text that one of a tag's names must contain, in stored form; empty: anything. */
  readonly containing: string
  /** Whether the tags are on a card; null: either. */
  readonly isOnCards: boolean | null
  /** Only tags from this position on, in the order by name or by most cards; null: all. */
  readonly from: TagPlace | null
  readonly offset: number
  readonly limit: number
}

export interface TagPage {
  readonly tags: readonly TagInUse[]
  /** Number of tags on all pages. */
  readonly total: number
}

export interface SiblingQuery {
  readonly tagIds: readonly Id[]
  readonly negativeTagIds: readonly Id[]
  readonly type: CardType | null
}

export interface SiblingTags {
  /** Tags on cards that have all of the given tags and no negative one; most cards first. */
  readonly allOf: readonly TagCount[]
  /** As `allOf`, for cards that have any of the given tags. */
  readonly anyOf: readonly TagCount[]
}

export interface Highlights {
  readonly sharesGroup: readonly Id[]
  readonly sharesTodos: readonly Id[]
}

export interface ClosestGroup {
  readonly group: TagGroup
  /** How many of the given tags the group holds. */
  readonly held: number
  /** How many other tags it holds. */
  readonly others: number
}

export interface NarrowQuery {
  /** The query with the whole text as its search. */
  readonly query: CardQuery
  /** The search text as typed. Its last word filters by name until it names a tag. */
  readonly text: string
  /** The search of `withoutLastWord(text)`, used while the last word names no tag. */
  readonly finished: SearchTree
  /** Each a comma-separated list of tag names. */
  readonly savedSearches: readonly string[]
  /** ms since 1970, for the recency of clicks. */
  readonly now: number
  readonly limit: number
}

export interface ConditionQuery {
  readonly query: CardQuery
  /** Half-open intervals of the time of adding, in ms since 1970, each once: years, or quarters of a year. */
  readonly spans: readonly { readonly start: number; readonly end: number }[]
  readonly limit: number
}

/** A condition that `count` of the matches meet, but not all. `at`: the index of a span. */
export type ConditionSuggestion = { readonly count: number } & (
  | { readonly kind: 'span'; readonly at: number }
  | { readonly kind: 'site'; readonly site: string }
  | { readonly kind: 'type'; readonly type: CardType }
  | { readonly kind: 'color'; readonly color: Color }
  | { readonly kind: 'subnotes' }
  | { readonly kind: 'file' }
)

export interface LabelQuery {
  readonly text: string
  readonly type: CardType | null
  /** The card being tagged, if it exists. */
  readonly cardId: Id | null
  /** Tags chosen already, which are never suggested. */
  readonly tagIds: readonly Id[]
  readonly now: number
  readonly limit: number
  /** Whether the list is filled up with tags of the newest cards. */
  readonly withRecent?: boolean
}

/** The likely tags of a card without tags, the likeliest first. */
/** Reads the next `limit` cards after an id. With a small limit, other questions run in between. */
export interface HardToFindQuery {
  /** null: all cards. */
  readonly among: readonly Id[] | null
  /** null: from the beginning. */
  readonly after: Id | null
  readonly limit: number
  /** A card counts as found if it is among this many first results. */
  readonly first: number
  /** Whether to look for likely tags that make those cards easy to find. */
  readonly withTags: boolean
}

export interface HardToFind {
  /** How many cards were read, and the id of the last one; null: all are read. */
  readonly read: number
  readonly last: Id | null
  /**
   * Cards that are hard to find, by id. Each of the tags alone would make the card findable; the likeliest
   * first. `before`: how many cards that search lists before this one.
   */
  readonly cards: readonly {
    readonly cardId: Id
    readonly tags: readonly { readonly tagId: Id; readonly before: number }[]
  }[]
}

export interface UntaggedLabels {
  readonly cardId: Id
  readonly labels: readonly UntaggedLabel[]
}

export interface UntaggedLabel {
  readonly tagId: Id
  /** Estimated, from 0 to 1. */
  readonly likelihood: number
  /** The strongest evidence; null: its name is in the text, or similar cards have it. */
  readonly sign: { readonly kind: 'word' | 'site'; readonly text: string } | null
}

export interface Suggestion {
  readonly tag: TagInUse
  /** Comparable within one answer only. */
  readonly score: number
  /** Reasons, strongest first; never empty. */
  readonly reasons: readonly SuggestionReason[]
}

/** Why a tag is suggested, as figures that the screen puts into words. */
export type SuggestionReason =
  /** `count` of the `of` matches have it. */
  | { readonly kind: 'on-matches'; readonly count: number; readonly of: number }
  /** Its name starts with, contains or resembles the typed word. */
  | { readonly kind: 'name'; readonly match: 'exact' | 'prefix' | 'part' | 'near' }
  /** It occurs in `count` saved searches with the words asked for. */
  | { readonly kind: 'saved-search'; readonly count: number }
  | { readonly kind: 'clicks'; readonly count: number; readonly lastClickedAt: number | null }
  /** Its name is in the text. */
  | { readonly kind: 'in-text' }
  /** `count` of `of` earlier cards with this site have it. */
  | { readonly kind: 'site'; readonly site: string; readonly count: number; readonly of: number }
  /** Earlier cards with these words have it. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly count: number }
  /** It occurs with the chosen tag of `tagIds` on `count` cards: the chosen tag with which it occurs most. */
  | { readonly kind: 'together'; readonly tagIds: readonly Id[]; readonly count: number }
  /** It is on `count` cards of the workspace. */
  | { readonly kind: 'used'; readonly count: number }
  /** No evidence: it is on `count` of the newest `of` cards. Its score is 0. */
  | { readonly kind: 'recent'; readonly count: number; readonly of: number }

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
