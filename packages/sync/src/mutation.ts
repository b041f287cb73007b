import type {
  Card,
  CardLinks,
  CardType,
  CardValues,
  Change,
  Color,
  CompletionsEdit,
  Day,
  Due,
  FilesEdit,
  Id,
  Page,
  Refusal,
  Result,
  RuleParts,
  Subnote,
  Tag,
  TagGroup,
  TagRelations,
} from '@cardinal/domain'

/**
 * Every change that a person can make inside a workspace, by name, with its arguments in domain terms. Ids of
 * new rows are arguments, so that running a mutation twice creates the same rows.
 */
export interface MutationArgs {
  createCard: { card: NewCard }
  /** Merges a person's changes of a card, made by `diffCard`, with the present card. */
  editCard: CardEdit
  /**
   * Replaces the whole card, for API clients. Fields left out stay as they are; `createdAt` is ignored. `baseSeq`: as
   * with `setCardContent`. No screen sends this: it overwrites changes of others.
   */
  replaceCard: { card: EditedCard; baseSeq?: number | null }
  attachTags: { cardIds: readonly Id[]; tagIds: readonly Id[] }
  detachTags: { cardIds: readonly Id[]; tagIds: readonly Id[] }
  setCardTags: { cardId: Id; tagIds: readonly Id[] }
  /** `seen`: `textsHash` of the texts that the person saw. A card with other texts is not deleted. */
  deleteCards: { cardIds: readonly Id[]; seen?: readonly SeenTexts[] }
  restoreCards: { cardIds: readonly Id[] }
  /** Completes cards. A recurring one moves to its next date after `today` instead, with its subnotes reopened. */
  completeCards: { cards: readonly CompletedCard[]; doneAt: number; today: Day }
  setCardColor: { cardIds: readonly Id[]; color: Color | null }
  /** `baseSeq`: the sequence number of the content that the edit began from, for the three-way merge. */
  setCardContent: { cardId: Id; content: string; baseSeq: number | null }
  /** `index` null: at the end. */
  addSubnote: { cardId: Id; subnote: Subnote; index: number | null }
  /** `before`: the seen text, to merge the two edits. */
  setSubnoteText: { cardId: Id; subnoteId: Id; text: string; before?: string }
  /** `text`: the seen text. A subnote with another text stays. */
  deleteSubnote: { cardId: Id; subnoteId: Id; text?: string }
  /** `isTicked` null: toggles. */
  tickSubnote: { cardId: Id; subnoteId: Id; isTicked: boolean | null }
  moveSubnote: { cardId: Id; subnoteId: Id; index: number }

  /**
   * A taken name means the tag that has it. If cards are given, `cardType` must be theirs; for cards of several types use
   * `attachTags` afterwards.
   */
  createTags: {
    /** Only a new tag gets the display name; see `setTagDisplayName`. */
    tags: readonly { id: Id; name: string; displayName?: string }[]
    attachToCardIds: readonly Id[]
    cardType?: CardType | null
  }
  /** `onlyUnused`: the person saw no card or group with them. A tag in use by now stays. */
  deleteTags: { tagIds: readonly Id[]; onlyUnused?: boolean }
  /**
   * `undoes`: the undo of an earlier rename, even if the server turned that into a merge. `keepsName`: the former name
   * becomes another name.
   */
  renameTag: { tagId: Id; name: string; undoes?: RenameUndone; keepsName?: boolean }
  /** `keepsNames`: the names of the merged tags become other names of the target. */
  mergeTags: { tagIds: readonly Id[]; intoTagId: Id; keepsNames?: boolean }
  /** Undoes a merge. `savedSearches`: the list before it; absent: no search mentioned the tags. */
  unmergeTags: { tags: readonly TagBefore[]; into: MergeTarget; savedSearches?: readonly string[] }
  setTagColor: { tagIds: readonly Id[]; color: Color | null }
  addClicks: { tagIds: readonly Id[]; clickedAt: number }
  resetClicks: { tagIds: readonly Id[] }
  addTagNames: { tagId: Id; names: readonly string[] }
  removeTagNames: { tagId: Id; names: readonly string[] }
  /** The name by which the tag is shown, one of its names; null: its name. */
  setTagDisplayName: { tagId: Id; displayName: string | null }
  addTagParents: { tagIds: readonly Id[]; parentIds: readonly Id[] }
  removeTagParents: { tagIds: readonly Id[]; parentIds: readonly Id[] }
  /** Every tag of these groups will imply these tags. */
  addChildGroups: { tagIds: readonly Id[]; groupIds: readonly Id[] }
  removeChildGroups: { tagIds: readonly Id[]; groupIds: readonly Id[] }

  /** A taken title means the group that has it, which gets the tags, too. */
  createGroups: { groups: readonly { id: Id; title: string }[]; tagIds: readonly Id[] }
  renameGroup: { groupId: Id; title: string }
  /** `onlyUnused`: the person saw no tag in them. A group with tags by now stays. */
  deleteGroups: { groupIds: readonly Id[]; onlyUnused?: boolean }
  attachGroups: { tagIds: readonly Id[]; groupIds: readonly Id[] }
  detachGroups: { tagIds: readonly Id[]; groupIds: readonly Id[] }
  /** `isHidden` null: toggles each. */
  setGroupsHidden: { groupIds: readonly Id[]; isHidden: boolean | null }
  setGroupColor: { groupIds: readonly Id[]; color: Color | null }
}

export type MutationName = keyof MutationArgs
export type Mutation = { [Name in MutationName]: { name: Name; args: MutationArgs[Name] } }[MutationName]

/** A new card. Fields left out get their defaults. */
export interface NewCard extends Partial<CardValues & CardLinks> {
  readonly id: Id
  readonly type: CardType
  readonly content: string
  /** Absent: derived from the content of a link, see `addressAfter`. */
  readonly address?: string | null
  readonly subnotes?: readonly Subnote[]
  readonly tagIds?: readonly Id[]
  /** Only from an export of Cardinal; devices never send it. */
  readonly page?: Page
  /** ms since 1970; left out: now. */
  readonly createdAt?: number
}

/** A replacement for a card. `type` is absent unless it changes. */
export type EditedCard = Omit<NewCard, 'type'> & { readonly type?: CardType }

/**
 * The changes of a card, compared with the card that the person saw. An absent field is unchanged. The edit
 * contains the texts that the person saw, so that merging needs no history and gives the same result in the
 * browser and on the server, at any time.
 */
export interface CardEdit
  extends Partial<Omit<CardValues, 'completions' | 'files'>>,
    Partial<Record<keyof CardLinks, IdsEdit>> {
  readonly cardId: Id
  readonly content?: TextEdit
  readonly address?: AddressEdit
  readonly type?: CardType
  readonly completed?: CompletionsEdit
  readonly attached?: FilesEdit
  readonly tagIds?: IdsEdit
  /** Applied in order. */
  readonly subnotes?: readonly SubnoteEdit[]
  /**
   * True: the same sitting wrote `content.before` less than five minutes ago. If that text is still there, it
   * is not kept as a revision.
   */
  readonly sameSitting?: boolean
}

/**
 * `dueAt`: the due date that the person saw. If the card is due at another time by now, this occurrence was completed
 * already, and nothing changes. Absent: complete it whatever its due date.
 */
export interface CompletedCard {
  readonly id: Id
  readonly dueAt?: Due | null
}

interface SeenTexts {
  readonly id: Id
  readonly texts: string
}

/** A tag before it was merged or renamed, with its cards and groups. */
export interface TagBefore {
  readonly tag: Tag
  readonly cardIds: readonly Id[]
  readonly groupIds: readonly Id[]
  /** The tags that implied it. Left out: none. */
  readonly childIds?: readonly Id[]
}

/**
 * The target of a merge, before the merge: `cardIds` and `groupIds` had it, and `childIds` implied it. Its
 * other names, parents and child groups are those before; absent: none.
 */
export interface MergeTarget extends Partial<TagRelations> {
  readonly id: Id
  readonly name: string
  readonly lastClickedAt: number | null
  readonly cardIds: readonly Id[]
  readonly groupIds: readonly Id[]
  readonly childIds?: readonly Id[]
}

/** The state before a rename. `savedSearches`: as with `unmergeTags`. */
export interface RenameUndone extends TagBefore {
  readonly savedSearches?: readonly string[]
}

/** `before`: the text that the person saw. */
interface TextEdit {
  readonly before: string
  readonly after: string
}

/** `before`: the address that the person saw. */
interface AddressEdit {
  readonly before: string | null
  readonly after: string | null
}

/** Ids added to and removed from a list. Others stay, also ids added by somebody else. */
export interface IdsEdit {
  readonly added: readonly Id[]
  readonly removed: readonly Id[]
}

/** One edit of the list of subnotes. */
export type SubnoteEdit =
  | { readonly kind: 'add'; readonly subnote: Subnote; readonly place: SubnotePlace }
  /** `text`: the seen text. A subnote with another text stays. */
  | { readonly kind: 'remove'; readonly id: Id; readonly text: string }
  /** `isTicked` and `place` apply if the subnote was removed: the edit restores it. */
  | {
      readonly kind: 'text'
      readonly id: Id
      readonly text: TextEdit
      readonly isTicked: boolean
      readonly place: SubnotePlace
    }
  | { readonly kind: 'tick'; readonly id: Id; readonly isTicked: boolean }
  | { readonly kind: 'move'; readonly id: Id; readonly place: SubnotePlace }

/** After the subnote `after` (null: first). If that was removed, at `index` (from 0). */
export interface SubnotePlace {
  readonly after: Id | null
  readonly index: number
}

/**
 * The rule of a mutation. It runs twice: at once in the browser over the replica, and on the server over SQL
 * within the transaction. It has two pure steps: `reads` names the rows that it needs, which each side loads
 * in its own way. Then `write` computes the changes.
 */
export interface Mutator<Name extends MutationName> {
  readonly reads: (args: MutationArgs[Name]) => ReadSet
  readonly write: (args: MutationArgs[Name], rows: Rows, context: MutationContext) => Result<Outcome, Refusal>
}

/** The rows that a mutator reads. They include deleted cards, because editing one restores it. */
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
  /** Groups that hold any of these tags. */
  readonly groupsHolding?: readonly Id[]
  /** Cards and groups with this tag, needed only if another tag has the name and the two are merged. */
  readonly holdersIfTaken?: { readonly tagId: Id; readonly name: string }
  /** The content of a card at a sequence number. Only the server knows it. */
  readonly contentAt?: { readonly cardId: Id; readonly seq: number }
}

/** The rows that were read. A row outside of the read set is undefined. */
export interface Rows {
  /** Returns a living card. */
  card(id: Id): Card | undefined
  /** Returns a deleted card that can still be restored. */
  deletedCard(id: Id): Card | undefined
  tag(id: Id): Tag | undefined
  group(id: Id): TagGroup | undefined
  /** Returns the id that this one was merged into, one step; see `Change.mergedInto`. */
  tagAlias(id: Id): Id | undefined
  groupAlias(id: Id): Id | undefined
  /** A deleted tag or group whose name is still known, in its last state; a group without its tags. */
  deletedTag(id: Id): Tag | undefined
  deletedGroup(id: Id): TagGroup | undefined
  tagByName(name: string): Tag | undefined
  groupByTitle(title: string): TagGroup | undefined
  /** Returns the living tags that have other names, parents or child groups. */
  relatedTags(): readonly Tag[]
  cardsCarrying(tagId: Id): readonly Card[]
  groupsHolding(tagId: Id): readonly TagGroup[]
  /** An earlier content. Undefined: unknown, as always in the browser. Then the newer content wins. */
  contentAt(cardId: Id, seq: number): string | undefined
}

export interface MutationContext {
  /** ms since 1970: on the server by its clock; in the browser by the device's, until the row is pulled. */
  readonly now: number
  /**
   * How to treat rows that others changed or deleted. `refuse` (the default) is for API clients, and for an act at the
   * moment when a person does it. `merge` is for entries of an outbox: the rules of `docs/concurrency.md` apply, and a
   * change of others is never a reason to refuse.
   */
  readonly onConflict?: 'refuse' | 'merge'
  /**
   * Adds the effects of rules on the changed cards (`withRules`). Absent: no rules, or the caller adds them.
   */
  readonly applyRules?: ApplyRules
}

/** @param rows before the change */
export type ApplyRules = (outcome: Outcome, rows: Rows) => Outcome

export interface Outcome {
  /** Rows that differ from before. Empty: the mutation changes nothing. */
  readonly changes: readonly Change[]
  /** Texts that lost a merge, kept as revisions that the card offers. Left out: none. */
  readonly keptRevisions?: readonly KeptRevision[]
  /** Saved searches to restore. Left out: none. */
  readonly restoredSearches?: RestoredSearches
  /** Cards whose replaced content is not kept as a revision; see `CardEdit.sameSitting`. Left out: none. */
  readonly sameSitting?: readonly Id[]
  /** Recurring cards that were completed once and move to their next time. Left out: none. */
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
  /** The card's address at that time. Absent: the text is that of a subnote. */
  readonly address?: string | null
}

/** Changes of the account, which belong to no workspace. */
export interface AccountMutationArgs {
  updateSettings: {
    savedSearches?: readonly string[]
    /** The list before the change. The server applies the difference to its present list. */
    savedSearchesBefore?: readonly string[]
    /** The workspace that the searches belong to. Absent: the lists hold those of all workspaces. */
    searchesWorkspaceId?: Id
    showHelpers?: boolean
    currentWorkspaceId?: Id | null
  }
  createWorkspace: { id: Id; name: string }
  renameWorkspace: { workspaceId: Id; name: string }
  /** `confirm`: the workspace's name, typed. */
  deleteWorkspace: { workspaceId: Id; confirm: string }
  /** `isPaused` absent: the rule is active. */
  createRule: { workspaceId: Id; rule: NewRule; isPaused?: true }
  /** `seen`: the rule that the person changed. Absent: the edit replaces all parts. */
  editRule: { workspaceId: Id; ruleId: Id; rule: RuleParts; seen?: RuleParts }
  /** `beforeRuleId` null: last. */
  moveRule: { workspaceId: Id; ruleId: Id; beforeRuleId: Id | null }
  /** A paused rule does nothing. */
  pauseRule: { workspaceId: Id; ruleId: Id; isPaused: boolean }
  deleteRule: { workspaceId: Id; ruleId: Id }
}

/** `search` must pass `ruleSearchProblem`. */
interface NewRule extends RuleParts {
  readonly id: Id
}

export type AccountMutation = {
  [Name in keyof AccountMutationArgs]: { name: Name; args: AccountMutationArgs[Name] }
}[keyof AccountMutationArgs]
