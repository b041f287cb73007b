import type { Card, Change, Id } from '@cardinal/domain'
import type { Trouble } from '../../session/trouble.ts'
import type { AccountRows } from '../account-overlay.ts'
import type { Call, History } from './store/store.ts'

/** A failed attempt, and how to continue. */
export type NotNow =
  /** Retry later; after `wait` ms if the server named a time. */
  | { readonly kind: 'later'; readonly wait: number | null; readonly trouble: Trouble }
  /** There is no session. Nothing is sent until there is one, and nothing is dropped. */
  | { readonly kind: 'signed-out' }

/** The server will never accept this request. `reason` is its message. */
export interface RefusedRequest {
  readonly kind: 'refused'
  readonly status: number
  readonly reason: string
}

/** The server's answer to one pushed call. */
export interface PushResult {
  readonly key: string
  readonly status: number
  readonly body: PushResultBody
}

interface PushResultBody {
  readonly data?: unknown
  readonly seq?: number
  readonly msg?: string
  readonly command?: string
}

/**
 * The server has another epoch than the known one: acknowledged changes may be lost, or the cursor is invalid.
 * `epoch`: the server's; null: unknown.
 */
export interface Resync {
  readonly kind: 'resync'
  readonly epoch: string | null
}

/**
 * What the device knows of the server's history. A server with another history runs no call and sends no row.
 * Null: unknown.
 */
export type Known = Pick<History, 'epoch' | 'lastKey'>

export interface KeyedCall extends Call {
  readonly key: string
}

export type LastCard = Pick<Card, 'createdAt' | 'id'>

export interface Network {
  /** Pushes calls in order. The results are in the same order. */
  push(
    calls: readonly KeyedCall[],
    known: Known | null,
  ): Promise<
    | { readonly kind: 'done'; readonly results: readonly PushResult[]; readonly epoch: string | null }
    | Resync
    | NotNow
    | RefusedRequest
  >

  /**
   * Pulls the rows changed since the cursor (null: all, newest first), and passes them on as they arrive. Rows
   * are complete only with `done`.
   *
   * @param onChanges also gets the cursor at the end of a load; null: unknown
   * @param behind last card of an interrupted load, which continues after it; the cursor is the load's
   */
  pull(
    workspaceId: Id,
    cursor: string | null,
    onChanges: (changes: readonly Change[], end?: string | null) => Promise<void>,
    behind?: LastCard | null,
    known?: Known | null,
  ): Promise<
    | {
        readonly kind: 'done'
        readonly cursor: string
        readonly seq: number
        /** Text of a `RowsDigest` of all living rows at the cursor; null: unknown. */
        readonly digest: string | null
      }
    | Resync
    | NotNow
    | RefusedRequest
  >

  /** Sends the request for all rows before they are needed. One at a time. */
  expectLoad(workspaceId: Id): void

  account(): Promise<{ readonly kind: 'done'; readonly rows: AccountRows } | NotNow | RefusedRequest>

  /** Calls `onHint` for every event. Resolves when the signal aborts or the connection breaks. */
  events(onHint: (hint: Hint) => void, signal: AbortSignal): Promise<boolean>
}

/** A workspace's new sequence number. */
export interface Hint {
  /** Null: settings or the list of workspaces have changed. */
  readonly workspaceId: Id | null
  readonly seq: number
}
