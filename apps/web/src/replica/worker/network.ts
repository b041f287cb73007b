import type { Card, Change, Id } from '@cardinal/domain'
import type { Trouble } from '../../session/trouble.ts'
import type { AccountRows } from '../account-overlay.ts'
import type { Call } from './store/store.ts'

/** A try that came to nothing, and what to do about it. */
export type NotNow =
  /** To be tried again later, whatever the reason. `wait` in ms, where the server named a time. */
  | { readonly kind: 'later'; readonly wait: number | null; readonly trouble: Trouble }
  /** No session of this user: nothing is sent until there is one again, and nothing is dropped. */
  | { readonly kind: 'signed-out' }

/** The server itself will never take this request as it is; `reason` is its sentence. */
export interface RefusedRequest {
  readonly kind: 'refused'
  readonly status: number
  readonly reason: string
}

/** What the server said to one pushed call. */
export interface PushResult {
  readonly key: string
  readonly status: number
  readonly body: PushResultBody
}

export interface PushResultBody {
  readonly data?: unknown
  readonly seq?: number
  readonly msg?: string
  readonly command?: string
}

export interface KeyedCall extends Call {
  readonly key: string
}

export type LastCard = Pick<Card, 'createdAt' | 'id'>

/** The server, as far as the replica of one user needs it. */
export interface Network {
  /** Calls in order; the results are in the same order. */
  push(
    calls: readonly KeyedCall[],
  ): Promise<{ readonly kind: 'done'; readonly results: readonly PushResult[] } | NotNow | RefusedRequest>

  /**
   * Rows changed since the cursor (null: all of them, newest first), handed on as they arrive. Only `done`
   * says that nothing is missing.
   *
   * @param handOn is told the cursor that a load will end with; null: not told
   * @param behind the last card that came of a load which was cut off; the cursor is the one that the load will end with
   */
  pull(
    workspaceId: Id,
    cursor: string | null,
    handOn: (changes: readonly Change[], end?: string | null) => Promise<void>,
    behind?: LastCard | null,
  ): Promise<
    | {
        readonly kind: 'done'
        readonly cursor: string
        readonly seq: number
        /** The text of a `RowsDigest` of all living rows at the cursor; null: not told. */
        readonly digest: string | null
      }
    /** The cursor is not of the server's history: load everything again. */
    | { readonly kind: 'resync' }
    | NotNow
    | RefusedRequest
  >

  /** All rows of a workspace will be pulled in a moment: the request may leave now. One at a time. */
  expectLoad(workspaceId: Id): void

  account(): Promise<{ readonly kind: 'done'; readonly rows: AccountRows } | NotNow | RefusedRequest>

  /** Calls `onHint` for every event until the signal ends it or the connection breaks; then it resolves. */
  events(onHint: (hint: Hint) => void, signal: AbortSignal): Promise<void>
}

/** A workspace has reached a sequence number. */
export interface Hint {
  /** Null: the settings or the list of workspaces have changed. */
  readonly workspaceId: Id | null
  readonly seq: number
}
