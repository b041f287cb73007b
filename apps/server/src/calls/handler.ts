import type { AnswerOf, AnyCall, AnyMutationName, ArgsOf, Failure, InputOf } from '@cardinal/contract'
import type { Id, Refusal, Result } from '@cardinal/domain'
import type { MutationArgs } from '@cardinal/sync'
import type { Exchange } from '../access/exchange.ts'
import type { OperationKey } from '../access/operation.ts'
import type { Principal } from '../identity/authenticate.ts'
import type { Services, StoreTransaction, User } from '../services.ts'
import type { Changed } from '../workspaces/change-workspace.ts'

/** A request as seen by handlers, besides its checked input. */
export interface CallContext {
  readonly services: Services
  /** Null only for public calls. */
  readonly principal: Principal | null
  /** Idempotency key; null: none sent. */
  readonly operation: OperationKey | null
  /** Whether a conflict is refused or merged; see `MutationContext.onConflict`. */
  readonly onConflict: 'refuse' | 'merge'
  /** See `WorkspaceChange.awaiting`. All calls of a push share the set. */
  readonly awaiting?: Set<Id>
  /** Null inside a push. */
  readonly http: Exchange | null
}

/** Returned by handlers that write the reply themselves (a stream, a file, a redirect). */
export const SENT = Symbol('sent')

/** An answer that is already JSON text, as stored under idempotency keys. */
export class TextAnswer {
  readonly json: string
  /** Whether the answer was stored by an earlier request with the same key. */
  readonly isReplayed: boolean

  constructor(json: string, isReplayed: boolean) {
    this.json = json
    this.isReplayed = isReplayed
  }
}

/** The row to answer with was deleted. Happens when a change is merged with others' changes. */
export class GoneError extends Error {}

/** Handles a call without a mutation. */
export type PlainHandler<C extends AnyCall> = (
  input: InputOf<C>,
  context: CallContext,
) => Promise<Result<AnswerOf<C> | TextAnswer | typeof SENT, Failure>>

/** Handles a call without a mutation, in one transaction with the record of its key. */
export interface TransactionHandler<C extends AnyCall> {
  readonly inTransaction: (asked: {
    readonly tx: StoreTransaction
    /** The caller, whose row is locked. */
    readonly user: User
    readonly input: InputOf<C>
    readonly services: Services
    readonly principal: Principal
  }) => Promise<Result<Carried<C>, Failure>>
}

interface Carried<C extends AnyCall> {
  readonly answer: AnswerOf<C>
  readonly seq?: number
  /** Runs after the commit and before the answer. Not run for a repeated request. */
  readonly after?: () => void | Promise<void>
}

/** Handles a call that runs a mutation in a workspace. */
export interface WorkspaceChangeHandler<C extends AnyCall, Args> {
  readonly place: ((input: InputOf<C>) => { readonly workspaceId: Id | null }) | 'where-the-rows-are'
  /** The answer without `seq`, read in the transaction. */
  readonly answer: (done: Done<C, Args>) => Promise<Omit<AnswerOf<C>, 'seq'>>
  /**
   * For tokens of the scope `add`, which may neither read nor change existing rows. Absent: handled like
   * other tokens.
   */
  readonly addOnly?: {
    readonly onConflict: CallContext['onConflict']
    /** The part of the input that the scope permits, or a refusal. */
    readonly input: (input: InputOf<C>) => Result<InputOf<C>, Failure>
    /** @param now ms since 1970 */
    readonly answer: (done: Done<C, Args>, now: number) => Promise<Omit<AnswerOf<C>, 'seq'>>
  }
}

/** A written, uncommitted change with the transaction to read it in. */
export interface Done<C extends AnyCall, Args> {
  readonly tx: StoreTransaction
  readonly user: User
  readonly input: InputOf<C>
  readonly args: Args
  readonly changed: Changed
}

/** Handles a call that changes the account, under the user's lock. */
export type AccountChangeHandler<C extends AnyCall, Args> = (change: {
  readonly tx: StoreTransaction
  readonly user: User
  readonly args: Args
  readonly services: Services
  readonly onConflict: CallContext['onConflict']
}) => Promise<Result<AccountChanged<C>, Refusal>>

/** The answer, and the workspace whose own row changed. */
interface AccountChanged<C extends AnyCall> {
  readonly answer: AnswerOf<C>
  readonly moved: { readonly workspaceId: Id; readonly seq: number } | null
}

export type HandlerOf<C extends AnyCall> = C extends { readonly kind: 'change'; readonly mutation: infer M }
  ? M extends keyof MutationArgs
    ? WorkspaceChangeHandler<C, MutationArgs[M]>
    : M extends AnyMutationName
      ? AccountChangeHandler<C, ArgsOf<M>>
      : never
  : PlainHandler<C> | TransactionHandler<C>

/**
 * The calling user.
 *
 * @throws without one; the access rule lets nobody through without a user
 */
export function callerOf(context: CallContext): Principal {
  if (context.principal === null) throw new Error('A call that is not public was let in without a caller.')
  return context.principal
}
