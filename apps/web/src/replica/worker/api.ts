import type { Id, Refusal, Result } from '@cardinal/domain'
import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type { AccountMutation, LeftRow, MovedCards, Mutation, Undoing, UndoPlan } from '@cardinal/sync'
import type { PreviewedAct, SearchPair } from '../preview-act.ts'
import type { MovePreview, UnsentChange } from '../replica.ts'
import type { TokenAnswer } from './http-network.ts'
import type { CoreState, WorkerSync } from './replica-core.ts'
import type { Lost } from './store/idb-store.ts'

/** Ends the name of a thread that keeps nothing on the device. */
export const IN_MEMORY = ' in memory'

/** What the page is told; null while no workspace is open. */
export type WorkerState = WorkspaceState | null

interface WorkspaceState extends Omit<CoreState, 'sync'> {
  readonly workspaceId: Id
  readonly sync: WorkerSync
  /** There was nothing of this user on this device when the worker began. */
  readonly hasFoundNothing: boolean
}

/** A question with its parameters, as it travels to the worker. */
export type Asked = {
  [Q in QuestionName]: { readonly question: Q; readonly params: ParamsOf<Q> }
}[QuestionName]

export type Answered =
  | { readonly isOk: true; readonly answer: AnswerOf<QuestionName> }
  | { readonly isOk: false; readonly error: unknown }

export interface AllAnswered {
  readonly answers: readonly Answered[]
  /** Of the rows that all of them were read from; -1 where there were none. */
  readonly version: number
}

/** What the worker asks of its page. */
export interface PageApi {
  accessToken(): Promise<TokenAnswer>
  distrust(token: string): void
  state(state: WorkerState): void
  /** This tab can store nothing any more: it sends from its memory, and should be loaded again. */
  outdated(why: Lost): void
}

/** What the worker may find before the page can be asked for tokens: one that is good for now. */
export interface FirstToken {
  readonly firstToken: string
}

/** What the page asks of its worker. */
export interface WorkerApi {
  /**
   * To be called once; until then the worker reads the disk, with a first token also from the server, and whatever
   * needs the page waits.
   *
   * @param memory for answers at once, where the browser lets the two share any
   */
  connect(page: PageApi, memory: SharedArrayBuffer | null): void
  /**
   * Several questions of one moment, answered together and in their order.
   *
   * @param atOnce the page waits at the shared memory, under this number; the answer is null where it was handed
   * over there. Null: nobody waits, and what is asked meanwhile may be answered in between
   */
  askAll(
    workspaceId: Id,
    asked: readonly Asked[],
    atOnce: number | null,
  ): Promise<AllAnswered> | AllAnswered | null
  mutate(workspaceId: Id, mutation: Mutation): Result<Undoing, Refusal>
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
  moveRejected(keys: readonly string[], workspaceId: Id): Promise<void>
  /** See `ReplicaConnection.unsaved`. */
  unsaved(): readonly UnsentChange[]
  nudge(): void
  setVisible(isVisible: boolean): void
  sendAll(): Promise<number>
  wipe(): Promise<void>
}
