import type {
  Card,
  CardLinks,
  CardType,
  CardValues,
  Change,
  Color,
  Day,
  Due,
  Id,
  Page,
  Refusal,
  Result,
  Subnote,
  Tag,
  TagGroup,
  TagRelations,
} from '@cardinal/domain'

/**
 * Every change that a person can make inside a workspace, by name, with its arguments in domain words.
 * Ids of what is created are in the arguments, so that a mutation run twice makes the same rows.
 */
export interface MutationArgs {
  createCard: { card: NewCard }
  /** What a person changed of a card, merged with the card as it is; made by `diffCard`. */
  editCard: CardEdit
  /**
   * The whole card as an API client sends it. What is left out stays as it is; `createdAt` is not looked at.
   * `baseSeq`: as with `setCardContent`.
   * No screen sends this: it overwrites what others changed in between.
   */
  replaceCard: { card: EditedCard; baseSeq?: number | null }
  attachTags: { cardIds: readonly Id[]; tagIds: readonly Id[] }
  detachTags: { cardIds: readonly Id[]; tagIds: readonly Id[] }
  setCardTags: { cardId: Id; tagIds: readonly Id[] }
  /** `seen`: the words that the person saw, by `textsHash`. A card that says something else by now stays. */
  deleteCards: { cardIds: readonly Id[]; seen?: readonly SeenTexts[] }
  restoreCards: { cardIds: readonly Id[] }
  /**
   * Completes cards. One that comes back moves to its next time after `today` instead, with its subnotes open again.
   */
  completeCards: { cards: readonly CompletedCard[]; doneAt: number; today: Day }
  setCardColor: { cardIds: readonly Id[]; color: Color | null }
  /** `baseSeq`: the sequence number of the content that the edit began from, for the three-way merge. */
  setCardContent: { cardId: Id; content: string; baseSeq: number | null }
  /** `index` null: at the end. */
  addSubnote: { cardId: Id; subnote: Subnote; index: number | null }
  /** `before`: the text that the person saw; with it, the two are merged. */
  setSubnoteText: { cardId: Id; subnoteId: Id; text: string; before?: string }
  deleteSubnote: { cardId: Id; subnoteId: Id }
  /** `isTicked` null: the opposite of what is there. */
  tickSubnote: { cardId: Id; subnoteId: Id; isTicked: boolean | null }
  moveSubnote: { cardId: Id; subnoteId: Id; index: number }

  /**
   * A name that is taken stands for the tag that has it. Where cards are given, `cardType` must be too, and
   * be the type of all of them; for cards of several types follow with `attachTags`.
   */
  createTags: {
    /** The display name is for a tag that is new; see `setTagDisplayName`. */
    tags: readonly { id: Id; name: string; displayName?: string }[]
    attachToCardIds: readonly Id[]
    cardType?: CardType | null
  }
  deleteTags: { tagIds: readonly Id[] }
  /**
   * `undoes` takes an earlier rename back, also where the server turned that into a merge. `keepsName`: the former
   * name becomes another name of the tag.
   */
  renameTag: { tagId: Id; name: string; undoes?: RenameUndone; keepsName?: boolean }
  /** `keepsNames`: the names of the merged tags become other names of the target. */
  mergeTags: { tagIds: readonly Id[]; intoTagId: Id; keepsNames?: boolean }
  /** Takes a merge back. `savedSearches`: the list before the merge; left out, no search named the tags. */
  unmergeTags: { tags: readonly TagBefore[]; into: MergeTarget; savedSearches?: readonly string[] }
  setTagColor: { tagIds: readonly Id[]; color: Color | null }
  addClicks: { tagIds: readonly Id[]; clickedAt: number }
  resetClicks: { tagIds: readonly Id[] }
  addTagNames: { tagId: Id; names: readonly string[] }
  removeTagNames: { tagId: Id; names: readonly string[] }
  /** Which of its names the tag is shown by; null: its name. */
  setTagDisplayName: { tagId: Id; displayName: string | null }
  addTagParents: { tagIds: readonly Id[]; parentIds: readonly Id[] }
  removeTagParents: { tagIds: readonly Id[]; parentIds: readonly Id[] }
  /** Every tag of these groups implies these tags. */
  addChildGroups: { tagIds: readonly Id[]; groupIds: readonly Id[] }
  removeChildGroups: { tagIds: readonly Id[]; groupIds: readonly Id[] }

  /** A title that is taken stands for the group that has it, with the tags added. */
  createGroups: { groups: readonly { id: Id; title: string }[]; tagIds: readonly Id[] }
  renameGroup: { groupId: Id; title: string }
  deleteGroups: { groupIds: readonly Id[] }
  attachGroups: { tagIds: readonly Id[]; groupIds: readonly Id[] }
  detachGroups: { tagIds: readonly Id[]; groupIds: readonly Id[] }
  /** `isHidden` null: the opposite of each. */
  setGroupsHidden: { groupIds: readonly Id[]; isHidden: boolean | null }
  setGroupColor: { groupIds: readonly Id[]; color: Color | null }
}

export type MutationName = keyof MutationArgs
export type Mutation = { [Name in MutationName]: { name: Name; args: MutationArgs[Name] } }[MutationName]

/** A card as somebody hands it in; what is left out takes its default. */
export interface NewCard extends Partial<CardValues & CardLinks> {
  readonly id: Id
  readonly type: CardType
  readonly content: string
  readonly subnotes?: readonly Subnote[]
  readonly tagIds?: readonly Id[]
  /** From a file of our own; no device hands it in. */
  readonly page?: Page
  /** ms since 1970; left out: now. */
  readonly createdAt?: number
}

/** A card handed in to replace one; its type is left out unless the type is to change. */
export type EditedCard = Omit<NewCard, 'type'> & { readonly type?: CardType }

/**
 * What a person changed of a card, against the card that they saw. A field that is left out was not touched.
 * The texts that the person saw are carried, so that the merge needs no history: it is the same in the browser
 * and on the server, however late it arrives.
 */
export interface CardEdit extends Partial<CardValues>, Partial<Record<keyof CardLinks, IdsEdit>> {
  readonly cardId: Id
  readonly content?: TextEdit
  readonly type?: CardType
  readonly tagIds?: IdsEdit
  /** Carried out in this order. */
  readonly subnotes?: readonly SubnoteEdit[]
}

/**
 * A card to be completed. `dueAt`: when it was due as the person saw it; where it is due at another time by now, this
 * time was completed already, and nothing changes. Left out: whenever it is due.
 */
export interface CompletedCard {
  readonly id: Id
  readonly dueAt?: Due | null
}

export interface SeenTexts {
  readonly id: Id
  readonly texts: string
}

/** A tag before it was merged or renamed, with the cards that carried it and the groups that held it. */
export interface TagBefore {
  readonly tag: Tag
  readonly cardIds: readonly Id[]
  readonly groupIds: readonly Id[]
  /** The tags that implied it. Left out: none. */
  readonly childIds?: readonly Id[]
}

/**
 * The tag that others were merged into, as it was before; `cardIds` and `groupIds` had it already, and `childIds`
 * implied it. Its other names, parents and child groups are those before; left out: none.
 */
export interface MergeTarget extends Partial<TagRelations> {
  readonly id: Id
  readonly name: string
  readonly lastClickedAt: number | null
  readonly cardIds: readonly Id[]
  readonly groupIds: readonly Id[]
  readonly childIds?: readonly Id[]
}

/** What was before a rename. `savedSearches`: as with `unmergeTags`. */
export interface RenameUndone extends TagBefore {
  readonly savedSearches?: readonly string[]
}

/** `before`: the text that the person saw. */
export interface TextEdit {
  readonly before: string
  readonly after: string
}

/** Ids put into a list and taken out of it. All other ids stay, also ids that somebody else added. */
export interface IdsEdit {
  readonly added: readonly Id[]
  readonly removed: readonly Id[]
}

/** One act on the list of subnotes. */
export type SubnoteEdit =
  | { readonly kind: 'add'; readonly subnote: Subnote; readonly place: SubnotePlace }
  /** `text`: what the person saw. A subnote that says something else by now stays. */
  | { readonly kind: 'remove'; readonly id: Id; readonly text: string }
  /** `isTicked` and `place` are for a subnote that is gone: the edit brings it back. */
  | {
      readonly kind: 'text'
      readonly id: Id
      readonly text: TextEdit
      readonly isTicked: boolean
      readonly place: SubnotePlace
    }
  | { readonly kind: 'tick'; readonly id: Id; readonly isTicked: boolean }
  | { readonly kind: 'move'; readonly id: Id; readonly place: SubnotePlace }

/** Behind the subnote `after` (null: at the beginning); where that one is gone, at `index` (from 0). */
export interface SubnotePlace {
  readonly after: Id | null
  readonly index: number
}

/**
 * A mutation's rule, run twice: in the browser against the replica, at once, and on the server against
 * SQL, inside the transaction. Two pure steps, so that each side can read in its own way:
 * first `reads` names the rows it will look at, then `write` decides on them.
 */
export interface Mutator<Name extends MutationName> {
  readonly reads: (args: MutationArgs[Name]) => ReadSet
  readonly write: (args: MutationArgs[Name], rows: Rows, context: MutationContext) => Result<Outcome, Refusal>
}

/** Rows that a mutator will look at. Deleted cards are read too: editing one brings it back. */
export interface ReadSet {
  readonly cards?: readonly Id[]
  readonly tags?: readonly Id[]
  readonly groups?: readonly Id[]
  readonly tagNames?: readonly string[]
  readonly groupTitles?: readonly string[]
  /** The tags that have other names, parents or child groups. */
  readonly relatedTags?: true
  /** Cards carrying any of these tags. */
  readonly cardsCarrying?: readonly Id[]
  /** Groups holding any of these tags. */
  readonly groupsHolding?: readonly Id[]
  /** Cards and groups with this tag, wanted only where another tag has the name: then the two are merged. */
  readonly holdersIfTaken?: { readonly tagId: Id; readonly name: string }
  /** What the content of a card was at a sequence number; known on the server only. */
  readonly contentAt?: { readonly cardId: Id; readonly seq: number }
}

/** The rows asked for. Asking for one that was not in the read set answers undefined. */
export interface Rows {
  /** A card that is there (not deleted). */
  card(id: Id): Card | undefined
  /** A deleted card that can still be brought back. */
  deletedCard(id: Id): Card | undefined
  tag(id: Id): Tag | undefined
  group(id: Id): TagGroup | undefined
  /** The id that this one stands for since a merge, one step on; see `Change.mergedInto`. */
  tagAlias(id: Id): Id | undefined
  groupAlias(id: Id): Id | undefined
  /** A deleted tag or group whose name is still known, as it was; a group without its tags. */
  deletedTag(id: Id): Tag | undefined
  deletedGroup(id: Id): TagGroup | undefined
  tagByName(name: string): Tag | undefined
  groupByTitle(title: string): TagGroup | undefined
  /** The living tags that have other names, parents or child groups. */
  relatedTags(): readonly Tag[]
  cardsCarrying(tagId: Id): readonly Card[]
  groupsHolding(tagId: Id): readonly TagGroup[]
  /** Undefined: not known (in the browser always); then the newer content wins. */
  contentAt(cardId: Id, seq: number): string | undefined
}

export interface MutationContext {
  /** ms since 1970: the server's clock on the server, the device's in the browser until the row comes back. */
  readonly now: number
  /**
   * What happens where somebody else changed or deleted what the mutation names. `refuse` (the default) is for
   * API clients and for a person's act at the moment of acting. `merge` is for what waited in an outbox: it is
   * placed as the rules of `docs/concurrency.md` say, and never refused for what others did.
   */
  readonly onConflict?: 'refuse' | 'merge'
}

export interface Outcome {
  /** Rows that are really different from before; empty when the mutation changes nothing. */
  readonly changes: readonly Change[]
  /** Texts that lost against another edit, kept as revisions that the card offers. Left out: none. */
  readonly keptRevisions?: readonly KeptRevision[]
  /** Saved searches to put back. Left out: none. */
  readonly restoredSearches?: RestoredSearches
  /** Cards of which one time was completed, and that come back at their next. Left out: none. */
  readonly cameBack?: readonly Id[]
}

/** The saved searches `before` an act, and the names that it changed in them, old to present. */
export interface RestoredSearches {
  readonly before: readonly string[]
  readonly renamed: ReadonlyMap<string, string>
}

/** A text that a merge could not keep in the card. `subnoteId` null: it is the card's content. */
export interface KeptRevision {
  readonly cardId: Id
  readonly subnoteId: Id | null
  readonly text: string
}

/** Changes of what belongs to the person rather than to one workspace. */
export interface AccountMutationArgs {
  updateSettings: {
    savedSearches?: readonly string[]
    /** The list that was changed: with it the change is made on the list as it is when it arrives. */
    savedSearchesBefore?: readonly string[]
    showHelpers?: boolean
    currentWorkspaceId?: Id | null
  }
  createWorkspace: { id: Id; name: string }
  renameWorkspace: { workspaceId: Id; name: string }
  /** `confirm`: the workspace's name, typed. */
  deleteWorkspace: { workspaceId: Id; confirm: string }
}

export type AccountMutation = {
  [Name in keyof AccountMutationArgs]: { name: Name; args: AccountMutationArgs[Name] }
}[keyof AccountMutationArgs]
