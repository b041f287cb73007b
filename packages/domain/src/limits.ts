/** Limits of the specification (section 9) and of the contract. */
export const LIMITS = {
  /** Cards on the free plan, over all workspaces. Configuration can change or lift it. */
  freeCards: 500,
  contentLength: 100_000,
  subnoteLength: 5_000,
  subnotesPerCard: 500,
  tagsPerCard: 100,
  /**
   * Kept completions of a recurring card: sixteen months of a daily one. The oldest are dropped first. With
   * more, a page of such cards would hold the event loop for 50 ms.
   */
  completions: 500,
  /**
   * With names of this length, changing a page of 500 cards stores less than 5 MB, which holds the event loop
   * for less than 50 ms.
   */
  filesPerCard: 16,
  /** Files of an account, with unfinished uploads. Each is a row, however small the file. */
  filesPerAccount: 10_000,
  fileNameLength: 80,
  /** Bytes of a kept page. */
  pageBytes: 31_457_280,
  /** Bytes of a piece in which files are sent and stored. A device sends only pieces that the server lacks. */
  filePiece: 262_144,
  /** Most pieces of files in one request. They share a transaction, which delays everybody's changes. */
  filePiecesTogether: 4,
  nameLength: 50,
  /** Words in the name of a new tag: each has an entry in the index. */
  nameWords: 12,
  /** Other names, parents and child groups of one tag. */
  otherNames: 100,
  parentTags: 100,
  childGroups: 100,
  searchTextLength: 10_000,
  /** Operators in one search text: fields, quotes, parentheses, alternatives, stars. */
  searchSigns: 50,
  /** Nesting depth of parentheses in a search text. */
  searchDepth: 10,
  /** Fewest and most UTF-16 units of a text that Enter adds. */
  addTextMin: 2,
  addTextMax: 500,
  addNameMax: 50,
  /** Enter acts on a text once typing has paused this long, in ms. */
  debounce: 500,
  /** Saved searches in one workspace. */
  savedSearches: 10,
  /** Saved searches in all workspaces of a person. */
  savedSearchesInAll: 100,
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
  /** Texts in which one call may recognise dates and tags; the slowest text takes 15 ms. */
  textsRead: 100,
  /** Ids in one list of a call. */
  idsInList: 10_000,
  /** Cards read by id in one call. */
  cardsById: 1_000,
  /** Cards that one call may move to another workspace: each is a change in both workspaces. */
  movedCards: 1_000,
  /** Parents, siblings or children of a card, each. */
  linksPerCard: 1_000,
  /** Names, titles or search words in one list of a call. */
  namesInList: 1_000,
  searchWordsInList: 100,
  /** Pairs that one call may make from the items of two lists. */
  combinations: 100_000,
  /** Pairs of groups and tags: each group stores its whole list of tags. */
  groupTags: 10_000,
  inWorkspace: {
    tags: 50_000,
    /** Bytes of all other names and parents of tags. */
    relations: 4_000_000,
    groups: 10_000,
    /** Memberships of tags in groups, over all workspaces. */
    groupTags: 200_000,
  },
  pageSize: 100,
  /** Workspaces that one search looks through. */
  searchedWorkspaces: 100,
  /** UTF-16 units of a page's copy, tags included; nesting depth of its elements; length of an address in it. */
  copyLength: 400_000,
  copyDepth: 40,
  copyAddress: 2_000,
  /** Copies per answer; tags in the rule for automatic copies. */
  copiesAtOnce: 20,
  copyTags: 100,
  /** Days. */
  deletedCardsKept: 30,
  tombstonesKept: 180,
  /**
   * Days. Longer than tombstones are kept, so that a device that was offline for longer changes nothing
   * twice.
   */
  keysKept: 400,
} as const

const DAY = 86_400_000

/** In ms since 1970. Cards deleted before this can't be restored. */
export function restorableSince(now: number): number {
  return now - LIMITS.deletedCardsKept * DAY
}
