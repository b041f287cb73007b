/** Every figure of the specification's section 9 and of the contract's limits, in one place. */
export const LIMITS = {
  /** Cards that the free plan allows, over all workspaces; configuration can change or lift it. */
  freeCards: 500,
  contentLength: 100_000,
  subnoteLength: 5_000,
  subnotesPerCard: 500,
  tagsPerCard: 100,
  nameLength: 50,
  /** Words of a new name of a tag: each is found by its beginning, and so has an entry of its own in the index. */
  nameWords: 12,
  /** Other names, parents and child groups of one tag. */
  otherNames: 100,
  parentTags: 100,
  childGroups: 100,
  searchTextLength: 10_000,
  /** Signs of the search language in one text (fields, quotes, parentheses, alternatives, stars). */
  searchSigns: 50,
  /** Parentheses within each other in a search text. */
  searchDepth: 10,
  /** What Enter may add, in UTF-16 units. */
  addTextMin: 2,
  addTextMax: 500,
  addNameMax: 50,
  /** How long typing must rest before Enter acts, in ms. */
  debounce: 500,
  savedSearches: 10,
  /** A tag in fewer saved searches than this is rarely searched. */
  rarelySearchedBelow: 4,
  recentCards: 3,
  remainingTags: 30,
  sortedTags: 30,
  miniSuggestions: 5,
  fuzzyTags: 20,
  /** ms */
  highlightClears: 10_000,
  textCut: 100,
  pushedCalls: 500,
  /** Ids in one list of a call. */
  idsInList: 10_000,
  /** Cards asked for by id at once. */
  cardsById: 1_000,
  /** Cards moved to another workspace at once: each is a change of its own, there and here. */
  movedCards: 1_000,
  /** Links of a card to its parents, siblings or children, each. */
  linksPerCard: 1_000,
  /** Names, titles or search words in one list of a call. */
  namesInList: 1_000,
  searchWordsInList: 100,
  /** What a call that combines every item of one list with every item of another may come to. */
  combinations: 100_000,
  /** The same for groups, of which each keeps its whole list of tags. */
  groupTags: 10_000,
  /** What one workspace holds at most. */
  inWorkspace: {
    tags: 50_000,
    /** Bytes of the other names and the parents of all tags. */
    relations: 4_000_000,
    groups: 10_000,
    /** Tags of all groups, each as often as it is in one; of all workspaces together. */
    groupTags: 200_000,
  },
  pageSize: 100,
  /** Workspaces that one search looks through. */
  searchedWorkspaces: 100,
  /** UTF-16 units of a copy of a page, its tags included; elements within each other; an address in it. */
  copyLength: 400_000,
  copyDepth: 40,
  copyAddress: 2_000,
  /** Copies in one answer, and tags whose links are copied. */
  copiesAtOnce: 20,
  copyTags: 100,
  /** Days. */
  deletedCardsKept: 30,
  tombstonesKept: 180,
  /** Idempotency keys outlive tombstones, so that a device that was away for longer changes nothing twice. */
  keysKept: 400,
} as const

const DAY = 86_400_000

/** Returns the time, in ms since 1970, before which deleted cards can't be restored any more. */
export function restorableSince(now: number): number {
  return now - LIMITS.deletedCardsKept * DAY
}
