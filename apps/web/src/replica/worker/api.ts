import type { Id, Refusal, Result } from '@cardinal/domain'
import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type { AccountMutation, LeftRow, MovedCards, Mutation, Undoing, UndoPlan } from '@cardinal/sync'
import type { TokenOutcome } from '../../session/request.ts'
import type { PreviewedAct, SearchPair } from '../preview-act.ts'
import type { MovePreview, Unsent, UnsentChange } from '../replica.ts'
import type { CoreState, WorkerSync } from './replica-core.ts'
import type { Lost } from './store/idb-store.ts'

/** Suffix of the name of a worker that must store nothing on the device. */
export const IN_MEMORY = ' in memory'

/** The state that the page gets. Null while no workspace is open. */
export type WorkerState = WorkspaceState | null

interface WorkspaceState extends Omit<CoreState, 'sync'> {
  readonly workspaceId: Id
  readonly sync: WorkerSync
  /** Whether no data of this user was on the device when the worker started. */
  readonly hasFoundNothing: boolean
  /** See `ServerClock`. */
  readonly clockOffset: number
}

/** A question with its parameters, as sent to the worker. */
export type Asked = {
  [Q in QuestionName]: { readonly question: Q; readonly params: ParamsOf<Q> }
}[QuestionName]

export type Answered =
  | { readonly isOk: true; readonly answer: AnswerOf<QuestionName> }
  | { readonly isOk: false; readonly error: unknown }

export interface AllAnswered {
  readonly answers: readonly Answered[]
  /** Version of the rows that the answers are from; -1: no rows. */
  readonly version: number
}

/** Calls from the worker to its page. */
export interface PageApi {
  accessToken(): Promise<TokenOutcome>
  distrust(token: string): void
  state(state: WorkerState): void
  /** Called when this tab has lost its storage. It sends from memory, and should be reloaded. */
  outdated(why: Lost): void
}

/** A valid token that the worker may use until the page is connected. */
export interface FirstToken {
  readonly firstToken: string
}

/** The last known offset of `ServerClock`. */
export interface FirstOffset {
  readonly clockOffset: number
}

/**
 * The result of a mutation. `version` is that of the rows after it, so a state with an older version does not
 * include it.
 */
export interface Acted {
  readonly undoing: Undoing
  readonly version: number
}

/** Calls from the page to its worker. */
export interface WorkerApi {
  /**
   * Connects the page; called once. Before that, the worker reads the disk and, with a first token, pulls from
   * the server. All that needs the page waits.
   *
   * @param memory for answers within the task of a key press; see `shared-answer.ts`
   */
  connect(page: PageApi, memory: SharedArrayBuffer | null): void
  /**
   * Asks several questions, answered together and in order.
   *
   * @param atOnce the page waits for an answer in the shared memory under this number; returns null if it was
   *   written there. Null: the page does not wait, and other questions may be answered in between
   */
  askAll(
    workspaceId: Id,
    asked: readonly Asked[],
    atOnce: number | null,
  ): Promise<AllAnswered> | AllAnswered | null
  /** @param act see `Replica.mutate` */
  mutate(workspaceId: Id, mutation: Mutation, act?: Id): Result<Acted, Refusal>
  planUndo(workspaceId: Id, undoing: Undoing): Promise<UndoPlan>
  preview(
    workspaceId: Id,
    mutations: readonly Mutation[],
    searches: readonly SearchPair[] | null,
  ): Promise<PreviewedAct | null>
  previewMove(workspaceId: Id, cardIds: readonly Id[], to: Id): Promise<MovePreview>
  moveCards(workspaceId: Id, cardIds: readonly Id[], to: Id): Promise<Result<Undoing, Refusal>>
  moveBack(workspaceId: Id, moved: MovedCards): Promise<readonly LeftRow[]>
  mutateAccount(mutation: AccountMutation): Promise<void>
  retryRejected(key: string, edited?: Mutation | AccountMutation): Promise<void>
  discardRejected(key: string): Promise<void>
  retryAllRejected(): Promise<void>
  stopTrying(): Promise<void>
  moveRejected(keys: readonly string[], workspaceId: Id): Promise<void>
  /** See `ReplicaConnection.unsaved`. */
  unsaved(): readonly UnsentChange[]
  nudge(): void
  setVisible(isVisible: boolean): void
  sendAll(): Promise<Unsent>
  unsent(): Unsent
  wipe(): Promise<void>
}
