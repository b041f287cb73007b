import type { Id, SavedSearches, Workspace } from '@cardinal/domain'
import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type {
  AccountMutation,
  ActPreview,
  LeftRow,
  MovedCards,
  Mutation,
  Undoing,
  UndoPlan,
} from '@cardinal/sync'
import type { Trouble } from '../session/trouble.ts'
import type { Acts } from './acts/acts.ts'
import type { PreviewedAct, SearchPair } from './preview-act.ts'

/** A workspace as screens use it. Its rows may be in a worker or in the page. */
export interface Replica {
  readonly workspaceId: Id
  ask<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): Promise<AnswerOf<Q>>
  /** Like `ask`, with the version of the rows that the answer is from. */
  askWithVersion<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): Promise<VersionedAnswer<Q>>
  /** Resolves when all questions are answered and painted. Then deferred questions are asked. */
  idle(): Promise<void>
  /** Resolves when all rows are on this device, or after a second. */
  loaded(): Promise<void>
  /**
   * Applies a mutation at once and adds it to the outbox. Resolves with its undo; the next `ask` sees the change.
   * Rejects with `MutationRefused` if a mutator refuses, and changes nothing then.
   *
   * @param act id of the act that it is a part of, if the act has several mutations
   */
  mutate(mutation: Mutation, act?: Id): Promise<Undoing>
  /** Plans the undo of an act with the present rows; see `planUndo`. */
  planUndo(undoing: Undoing): Promise<UndoPlan>
  /**
   * Previews an act without doing it. Null: it would be refused.
   *
   * @param searches null: no effects on searches and on finding are computed
   */
  preview(
    mutations: readonly Mutation[],
    searches: readonly SearchPair[] | null,
  ): Promise<PreviewedAct | null>
  /** Previews a move of cards to another workspace. */
  previewMove(cardIds: readonly Id[], workspaceId: Id): Promise<MovePreview>
  /** Moves cards to another workspace. Resolves when the next `ask` sees it. Rejects with `MutationRefused`. */
  moveCards(cardIds: readonly Id[], workspaceId: Id): Promise<Undoing>
  /**
   * Undoes a move of cards.
   *
   * @returns cards that were changed in the other workspace since, which stay there
   */
  moveBack(moved: MovedCards): Promise<readonly LeftRow[]>
  /** The person's acts in this workspace on this device. */
  acts(): Promise<Acts>
  /** Subscribes to changes of the rows, made here or pulled. Returns a function that unsubscribes. */
  subscribe(listener: (event: RowEvent) => void): () => void
  /** Increases with every change that subscribers are told of. */
  readonly version: number
  /**
   * Sequence number of the shown rows. Null until the first load is complete. An editor passes the one at its
   * opening as `baseSeq`.
   */
  readonly seq: number | null
}

/** Cards before and after a move, and the tags that it creates in the other workspace. */
export interface MovePreview extends Omit<ActPreview, 'renamed' | 'touches'> {
  /** Whether this device has a copy of the other workspace. Without it, every tag counts as created. */
  readonly isKnown: boolean
  /** Number of moved cards that lose links, because the linked cards stay. */
  readonly unlinkedCards: number
}

/**
 * `changing`: a mutation was sent to the worker, and later questions are answered after it. `changed`: the rows
 * differ from those of an earlier `version`.
 */
export type RowEvent = 'changing' | 'changed'

/** An answer with the version of the rows that it is from. */
export interface VersionedAnswer<Q extends QuestionName> {
  readonly answer: AnswerOf<Q>
  readonly version: number
}

/** Data of the person that belongs to no workspace. */
export interface Account {
  readonly settings: Settings
  readonly workspaces: readonly Workspace[]
  mutate(mutation: AccountMutation): Promise<void>
}

export interface Settings extends SavedSearches {
  readonly showHelpers: boolean
  readonly currentWorkspaceId: Id | null
}

/** The state of saving and loading. */
export interface SyncState {
  /** `memory`: the browser gives no storage. `full`: the storage has no room. */
  readonly storage: 'device' | 'memory' | 'full'
  /** Number of acts, counted like `waiting`, with changes that are shown but not stored on the device yet. */
  readonly unstored: number
  readonly phase: 'first-load' | 'saved' | 'saving' | 'waiting-to-retry' | 'paused-signed-out'
  /** Why nothing can be sent or pulled, or why changes are blocked; null: no problem. */
  readonly trouble: Trouble | null
  /**
   * Number of acts that a proxy blocks while it lets others through. Equal to `waiting` if all waiting acts are
   * blocked.
   */
  readonly blocked: number
  /** Number of unsent changes that were lost when the browser removed its storage; null: it was not removed. */
  readonly lost: number | null
  /** How often, since the page was loaded, the copy differed from the server's rows and was loaded again. */
  readonly repairs: number
  /** Number of acts of which the server has not acknowledged all changes. */
  readonly waiting: number
  /** Whether all rows of the workspace are on this device. Before that, an empty answer means nothing. */
  readonly hasCopy: boolean
  /** Rows received so far, while `phase` is `first-load`. */
  readonly loadedRows: number
  /** Changes that the server refused for good, each with its reason. None is dropped without the person. */
  readonly rejected: readonly RejectedChange[]
}

/** Changes that the server does not have. */
export interface Unsent {
  /** Number of acts that these changes belong to. */
  readonly acts: number
  readonly keys: readonly string[]
}

/** A change that the server does not have. */
export interface UnsentChange {
  /** Null: it belongs to no workspace. */
  readonly workspaceId: Id | null
  readonly mutation: Mutation | AccountMutation
  readonly at: number
  /** Why the server rejected it; null: it is pending. */
  readonly reason: string | null
}

export interface RejectedChange {
  readonly key: string
  /** Key of the rejected change that this one depends on; both are retried and discarded together. Null: none. */
  readonly because: string | null
  /** Whether its workspace, or a row that it names, is gone from the server. */
  readonly isTargetGone: boolean
  /** Null: it belongs to no workspace. */
  readonly workspaceId: Id | null
  readonly mutation: Mutation | AccountMutation
  /** The server's message. */
  readonly reason: string
  readonly at: number
}
