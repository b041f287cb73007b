import type { Id, Workspace } from '@cardinal/domain'
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

/**
 * A workspace as the screens see it. They ask and mutate; they do not know where the rows live (a worker, the
 * memory of the page), nor how they travel.
 */
export interface Replica {
  readonly workspaceId: Id
  ask<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): Promise<AnswerOf<Q>>
  /** The same, with the `version` of the rows that were asked. */
  look<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): Promise<Seen<Q>>
  /**
   * Resolves when every question is answered and the answers are painted: the time for deferred questions.
   */
  idle(): Promise<void>
  /** Resolves when all rows are on this device, or after a second. */
  loaded(): Promise<void>
  /**
   * Applies a mutation here at once and puts it into the outbox. Resolves when the next `ask` sees it,
   * with what would undo it. Rejects with a `MutationRefused` when the rule refuses; then nothing changed.
   */
  mutate(mutation: Mutation): Promise<Undoing>
  /** How an act is undone over the rows as they are by now; see `planUndo`. */
  planUndo(undoing: Undoing): Promise<UndoPlan>
  /**
   * What an act would do here, without doing it. Null: it is refused.
   *
   * @param searches null: without the effects on searches and on finding
   */
  preview(
    mutations: readonly Mutation[],
    searches: readonly SearchPair[] | null,
  ): Promise<PreviewedAct | null>
  /** What moving cards to another workspace would do. */
  previewMove(cardIds: readonly Id[], workspaceId: Id): Promise<MovePreview>
  /** Moves cards to another workspace. Resolves when the next `ask` sees it; rejects with a `MutationRefused`. */
  moveCards(cardIds: readonly Id[], workspaceId: Id): Promise<Undoing>
  /** Takes cards back from where they were moved. @returns cards that changed there since, and stay */
  moveBack(moved: MovedCards): Promise<readonly LeftRow[]>
  /** What the person did in this workspace on this device. */
  acts(): Promise<Acts>
  /** Called when the rows change, by whomever; questions should be asked again. Returns the way to stop. */
  subscribe(listener: (news: RowNews) => void): () => void
  /** Goes up with every change of rows of which subscribers are notified. */
  readonly version: number
  /**
   * The sequence number that the rows shown stand on, or null before the first load is complete. An editor
   * keeps the one it began with and hands it back as `baseSeq`.
   */
  readonly seq: number | null
}

/** Cards before and after a move, and the tags that it makes in the other workspace. */
export interface MovePreview extends Omit<ActPreview, 'renamed'> {
  /** This device has a copy of the other workspace. Otherwise every tag counts as one that is made. */
  readonly isKnown: boolean
  /** Cards that are linked with cards that stay. */
  readonly partedCards: number
}

/**
 * `changing`: a mutation of this page was handed on; whatever is asked from now on is answered after it.
 * `changed`: rows are others than those of an earlier `version`.
 */
export type RowNews = 'changing' | 'changed'

/** An answer, and the `version` of the rows that it was read from. */
export interface Seen<Q extends QuestionName> {
  readonly answer: AnswerOf<Q>
  readonly version: number
}

/** What belongs to the person rather than to one workspace. */
export interface Account {
  readonly settings: Settings
  readonly workspaces: readonly Workspace[]
  mutate(mutation: AccountMutation): Promise<void>
}

export interface Settings {
  /** Oldest first, at most 10; each a comma-separated list of tag names. */
  readonly savedSearches: readonly string[]
  readonly showHelpers: boolean
  readonly currentWorkspaceId: Id | null
}

/** How far this device and the server agree. */
export interface SyncState {
  /** `memory`: the browser keeps nothing here (its storage is closed to us); `full`: no room is left. */
  readonly storage: 'device' | 'memory' | 'full'
  /** Changes that are shown but not in the device's storage yet. */
  readonly unstored: number
  readonly phase: 'first-load' | 'saved' | 'saving' | 'waiting-to-retry' | 'paused-signed-out'
  /** Why nothing can be sent or fetched now, or why something is held back; null where all is well. */
  readonly trouble: Trouble | null
  /** Waiting changes that a proxy refuses while it lets others through. */
  readonly heldBack: number
  /**
   * The browser has removed what was kept here, with so many changes that the server does not have. Null: it has not.
   */
  readonly lost: number | null
  /** How often, since this page was loaded, the copy differed from the server and was loaded again. */
  readonly repairs: number
  /** Changes that the server has not acknowledged. */
  readonly waiting: number
  /** All rows of the workspace are on this device; until then an empty answer says nothing. */
  readonly hasCopy: boolean
  /** Rows received so far, while phase is `first-load`. */
  readonly loadedRows: number
  /** Changes that the server refused for good: shown with their reason, never dropped silently. */
  readonly rejected: readonly RejectedChange[]
}

/** A change that the server does not have. */
export interface UnsentChange {
  /** Where it was made; null: it belongs to no workspace. */
  readonly workspaceId: Id | null
  readonly mutation: Mutation | AccountMutation
  readonly at: number
  /** Why the server rejected it; null: it waits. */
  readonly reason: string | null
}

export interface RejectedChange {
  readonly key: string
  /** The rejected change that this one builds on: it goes the same way. Null: it stands by itself. */
  readonly because: string | null
  /** What it speaks of, or its workspace, is not on the server any more. */
  readonly isTargetGone: boolean
  /** Where it was made; null: it belongs to no workspace. */
  readonly workspaceId: Id | null
  readonly mutation: Mutation | AccountMutation
  /** The server's sentence. */
  readonly reason: string
  readonly at: number
}
