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

/** A workspace for the screens, independent of whether its rows are in a worker or in the page. */
export interface Replica {
  readonly workspaceId: Id
  ask<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): Promise<AnswerOf<Q>>
  /** As `ask`, with the `version` of the rows behind the answer. */
  askWithVersion<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): Promise<VersionedAnswer<Q>>
  /** Resolves when every question is answered and painted: then deferred questions are asked. */
  idle(): Promise<void>
  /** Resolves when all rows are on this device, or after a second. */
  loaded(): Promise<void>
  /**
   * Applies a mutation at once and adds it to the outbox. Resolves with its undo when the next `ask` sees it. Rejects
   * with `MutationRefused` when a rule refuses; then nothing changed.
   *
   * @param act the id of the act that it is a part of, where that has several
   */
  mutate(mutation: Mutation, act?: Id): Promise<Undoing>
  /** Plans the undo of an act over the present rows; see `planUndo`. */
  planUndo(undoing: Undoing): Promise<UndoPlan>
  /**
   * Previews an act without doing it. Null: it is refused.
   *
   * @param searches null: without the effects on searches and on finding
   */
  preview(
    mutations: readonly Mutation[],
    searches: readonly SearchPair[] | null,
  ): Promise<PreviewedAct | null>
  /** Previews a move of cards to another workspace. */
  previewMove(cardIds: readonly Id[], workspaceId: Id): Promise<MovePreview>
  /** Moves cards to another workspace. Resolves when the next `ask` sees it. Rejects with `MutationRefused`. */
  moveCards(cardIds: readonly Id[], workspaceId: Id): Promise<Undoing>
  /** Undoes a move of cards. @returns cards that were changed there since, which stay there */
  moveBack(moved: MovedCards): Promise<readonly LeftRow[]>
  /** Resolves with the acts of the person in this workspace on this device. */
  acts(): Promise<Acts>
  /** Subscribes to changes of the rows, local or remote. Returns the function that unsubscribes. */
  subscribe(listener: (event: RowEvent) => void): () => void
  /** Increases with every change that subscribers are notified of. */
  readonly version: number
  /**
   * The sequence number of the shown rows. Null before the first load is complete. An editor passes the one at its
   * opening as `baseSeq`.
   */
  readonly seq: number | null
}

/** Cards before and after a move, and the tags that it creates in the other workspace. */
export interface MovePreview extends Omit<ActPreview, 'renamed' | 'touches'> {
  /** True: this device has a copy of the other workspace. False: every tag counts as created. */
  readonly isKnown: boolean
  /** Moved cards with links to cards that stay. */
  readonly unlinkedCards: number
}

/**
 * `changing`: a mutation of this page is on its way to the worker, and later questions are answered after it.
 * `changed`: rows differ from an earlier `version`.
 */
export type RowEvent = 'changing' | 'changed'

/** An answer, and the `version` of the rows behind it. */
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
  /** `memory`: the browser gives no storage. `full`: no room is left. */
  readonly storage: 'device' | 'memory' | 'full'
  /** The number of shown changes that are not in the device's storage yet, by acts as `waiting`. */
  readonly unstored: number
  readonly phase: 'first-load' | 'saved' | 'saving' | 'waiting-to-retry' | 'paused-signed-out'
  /** Why nothing can be sent or fetched, or why changes are blocked. Null: no problem. */
  readonly trouble: Trouble | null
  /** Acts that a proxy blocks while it lets others through. As many as `waiting` only where nothing else waits. */
  readonly blocked: number
  /** The number of unsent changes that were lost when the browser removed its storage. Null: it was not removed. */
  readonly lost: number | null
  /** How often the copy differed from the server and was loaded again, since the page was loaded. */
  readonly repairs: number
  /** The number of acts of which the server has not acknowledged all changes. */
  readonly waiting: number
  /** True: all rows of the workspace are on this device. Before, an empty answer means nothing. */
  readonly hasCopy: boolean
  /** Rows received so far, while phase is `first-load`. */
  readonly loadedRows: number
  /** Changes that the server refused for good, each with its reason. They are never dropped silently. */
  readonly rejected: readonly RejectedChange[]
}

/** Changes that the server does not have. */
export interface Unsent {
  /** How many acts they are. */
  readonly acts: number
  readonly keys: readonly string[]
}

/** A change that the server does not have. */
export interface UnsentChange {
  /** Its workspace. Null: it belongs to none. */
  readonly workspaceId: Id | null
  readonly mutation: Mutation | AccountMutation
  readonly at: number
  /** Why the server rejected it. Null: it is pending. */
  readonly reason: string | null
}

export interface RejectedChange {
  readonly key: string
  /** The rejected change that this one depends on; both are retried and discarded together. Null: none. */
  readonly because: string | null
  /** True: its workspace, or a row that it names, is gone from the server. */
  readonly isTargetGone: boolean
  /** Its workspace. Null: it belongs to none. */
  readonly workspaceId: Id | null
  readonly mutation: Mutation | AccountMutation
  /** The server's message. */
  readonly reason: string
  readonly at: number
}
