import type {
  Card,
  CardType,
  Change,
  Color,
  Id,
  Refusal,
  Result,
  Subnote,
  Tag,
  TagGroup,
} from '@cardinal/domain'

/**
 * Every change that a person can make inside a workspace, by name, with its arguments in domain words.
 * Ids of what is created are in the arguments, so that a mutation run twice makes the same rows.
 */
export interface MutationArgs {
  createCard: { card: NewCard }
  /** What is left out stays as it is; `createdAt` is not looked at. */
  replaceCard: { card: EditedCard }
  attachTags: { cardIds: readonly Id[]; tagIds: readonly Id[] }
  detachTags: { cardIds: readonly Id[]; tagIds: readonly Id[] }
  setCardTags: { cardId: Id; tagIds: readonly Id[] }
  deleteCards: { cardIds: readonly Id[] }
  restoreCards: { cardIds: readonly Id[] }
  setCardColor: { cardIds: readonly Id[]; color: Color | null }
  /** `baseSeq`: the sequence number of the content that the edit began from, for the three-way merge. */
  setCardContent: { cardId: Id; content: string; baseSeq: number | null }
  /** `index` null: at the end. */
  addSubnote: { cardId: Id; subnote: Subnote; index: number | null }
  setSubnoteText: { cardId: Id; subnoteId: Id; text: string }
  deleteSubnote: { cardId: Id; subnoteId: Id }
  /** `isTicked` null: the opposite of what is there. */
  tickSubnote: { cardId: Id; subnoteId: Id; isTicked: boolean | null }
  moveSubnote: { cardId: Id; subnoteId: Id; index: number }

  /**
   * A name that is taken stands for the tag that has it. Where cards are given, `cardType` must be too, and
   * be the type of all of them; for cards of several types follow with `attachTags`.
   */
  createTags: {
    tags: readonly { id: Id; name: string }[]
    attachToCardIds: readonly Id[]
    cardType?: CardType | null
  }
  deleteTags: { tagIds: readonly Id[] }
  renameTag: { tagId: Id; name: string }
  mergeTags: { tagIds: readonly Id[]; intoTagId: Id }
  setTagColor: { tagIds: readonly Id[]; color: Color | null }
  addClicks: { tagIds: readonly Id[]; clickedAt: number }
  resetClicks: { tagIds: readonly Id[] }

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
export interface NewCard {
  readonly id: Id
  readonly type: CardType
  readonly content: string
  readonly subnotes?: readonly Subnote[]
  readonly tagIds?: readonly Id[]
  readonly color?: Color | null
  readonly isPublic?: boolean
  readonly parentIds?: readonly Id[]
  readonly siblingIds?: readonly Id[]
  readonly childIds?: readonly Id[]
  /** ms since 1970; left out: now. */
  readonly createdAt?: number
}

/** A card handed in to replace one; its type is left out unless the type is to change. */
export type EditedCard = Omit<NewCard, 'type'> & { readonly type?: CardType }

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
  /** Cards carrying any of these tags. */
  readonly cardsCarrying?: readonly Id[]
  /** Groups holding any of these tags. */
  readonly groupsHolding?: readonly Id[]
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
  tagByName(name: string): Tag | undefined
  groupByTitle(title: string): TagGroup | undefined
  cardsCarrying(tagId: Id): readonly Card[]
  groupsHolding(tagId: Id): readonly TagGroup[]
  /** Undefined: not known (in the browser always); then the newer content wins. */
  contentAt(cardId: Id, seq: number): string | undefined
}

export interface MutationContext {
  /** ms since 1970: the server's clock on the server, the device's in the browser until the row comes back. */
  readonly now: number
}

export interface Outcome {
  /** Rows that are really different from before; empty when the mutation changes nothing. */
  readonly changes: readonly Change[]
  /** A content that lost against another edit and is kept as a revision that the card offers. */
  readonly keptRevision?: { readonly cardId: Id; readonly content: string }
}

/** Changes of what belongs to the person rather than to one workspace. */
export interface AccountMutationArgs {
  updateSettings: {
    savedSearches?: readonly string[]
    /** The list that was changed. It is not sent: with it a device makes the change again on a newer list. */
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
