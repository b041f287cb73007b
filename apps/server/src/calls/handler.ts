import type { AnswerOf, AnyCall, AnyMutationName, ArgsOf, Failure, InputOf } from '@cardinal/contract'
import type { Id, Refusal, Result } from '@cardinal/domain'
import type { MutationArgs } from '@cardinal/sync'
import type { Exchange } from '../access/exchange.ts'
import type { OperationKey } from '../access/operation.ts'
import type { Principal } from '../identity/authenticate.ts'
import type { Services, StoreTransaction, User } from '../services.ts'
import type { Changed } from '../workspaces/change-workspace.ts'

/** The request as a handler sees it, in addition to its checked input. */
export interface CallContext {
  readonly services: Services
  /** Null only where a call is public. */
  readonly principal: Principal | null
  /** The key under which the change should be made once; null where none came. */
  readonly operation: OperationKey | null
  /** See `MutationContext.onConflict`. */
  readonly onConflict: 'refuse' | 'merge'
  /** See `WorkspaceChange.awaiting`: one set for all calls of a push. */
  readonly awaiting?: Set<Id>
  /** Null where the call came inside a push. */
  readonly http: Exchange | null
}

/** A handler that wrote the reply itself (a stream, a file, a redirect) answers with this. */
export const SENT = Symbol('sent')

/** An answer that is JSON text already: one that is kept under its idempotency key. */
export class TextAnswer {
  readonly json: string
  /** It was made earlier, under the same key. */
  readonly isReplayed: boolean

  constructor(json: string, isReplayed: boolean) {
    this.json = json
    this.isReplayed = isReplayed
  }
}

/** The row that an answer should show is gone: possible where a change was merged with what others did. */
export class GoneError extends Error {}

/** What carries out a call that is no mutation. */
export type PlainHandler<C extends AnyCall> = (
  input: InputOf<C>,
  context: CallContext,
) => Promise<Result<AnswerOf<C> | TextAnswer | typeof SENT, Failure>>

/** What carries out a call that is no mutation but a single transaction, which the record of its key belongs to. */
export interface TransactionHandler<C extends AnyCall> {
  readonly inTransaction: (asked: {
    readonly tx: StoreTransaction
    /** Who calls; locked. */
    readonly user: User
    readonly input: InputOf<C>
    readonly services: Services
    readonly principal: Principal
  }) => Promise<Result<Carried<C>, Failure>>
}

/** An answer, and what is left to do once it holds. */
export interface Carried<C extends AnyCall> {
  readonly answer: AnswerOf<C>
  readonly seq?: number
  /** Called after the commit; not for a repetition. */
  readonly after?: () => void
}

/** What is left to say of a call that runs a mutation inside a workspace. */
export interface WorkspaceChangeHandler<C extends AnyCall, Args> {
  /** Where it happens; null: in the current workspace. */
  readonly place: ((input: InputOf<C>) => { readonly workspaceId: Id | null }) | 'where-the-rows-are'
  /** The answer without `seq`, read inside the transaction. */
  readonly answer: (done: Done<C, Args>) => Promise<Omit<AnswerOf<C>, 'seq'>>
  /** How a token that only adds makes the call. It learns nothing of what is there and changes nothing. Left out: as others do. */
  readonly addOnly?: {
    readonly onConflict: CallContext['onConflict']
    /** What is left of the input, or why it is refused. */
    readonly input: (input: InputOf<C>) => Result<InputOf<C>, Failure>
    /** @param now ms since 1970 */
    readonly answer: (done: Done<C, Args>, now: number) => Promise<Omit<AnswerOf<C>, 'seq'>>
  }
}

/** A change that was written but not yet committed, and the means to look at it. */
export interface Done<C extends AnyCall, Args> {
  readonly tx: StoreTransaction
  readonly user: User
  readonly input: InputOf<C>
  readonly args: Args
  readonly changed: Changed
}

/** What carries out a call that changes something of the person, under the user's lock. */
export type AccountChangeHandler<C extends AnyCall, Args> = (change: {
  readonly tx: StoreTransaction
  readonly user: User
  readonly args: Args
  readonly services: Services
  /** See `CallContext.onConflict`. */
  readonly onConflict: CallContext['onConflict']
}) => Promise<Result<AccountChanged<C>, Refusal>>

/** The answer, and which workspace's row has moved on, if one has. */
export interface AccountChanged<C extends AnyCall> {
  readonly answer: AnswerOf<C>
  readonly moved: { readonly workspaceId: Id; readonly seq: number } | null
}

/** The handler that a call of the contract needs, by what kind of call it is. */
export type HandlerOf<C extends AnyCall> = C extends { readonly kind: 'change'; readonly mutation: infer M }
  ? M extends keyof MutationArgs
    ? WorkspaceChangeHandler<C, MutationArgs[M]>
    : M extends AnyMutationName
      ? AccountChangeHandler<C, ArgsOf<M>>
      : never
  : PlainHandler<C> | TransactionHandler<C>

/** Returns the user who calls. The access rule has let nobody else in: without one, the rule is broken. */
export function callerOf(context: CallContext): Principal {
  if (context.principal === null) throw new Error('A call that is not public was let in without a caller.')
  return context.principal
}
