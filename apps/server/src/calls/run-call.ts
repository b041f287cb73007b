import {
  type AnyCall,
  type AnyMutationName,
  type Change as ChangeCall,
  type Failure,
  type InputOf,
  messageOf,
  parseInput,
  type RawInput,
} from '@cardinal/contract'
import { ok, type Refusal, type Result, refused } from '@cardinal/domain'
import type { AccountMutation, Mutation } from '@cardinal/sync'
import { FAILURES } from '../access/failures.ts'
import type { ChangeAnswer, ChangeWork, OperationRefusal } from '../access/operation.ts'
import { accessRefusal, freshnessRefusal } from '../access/rule.ts'
import type { StoreTransaction, User } from '../services.ts'
import { beginChange, isOfFewCards } from '../workspaces/change-workspace.ts'
import { mutationChange } from '../workspaces/mutation-change.ts'
import { jsonInTurns } from './ask.ts'
import {
  type AccountChangeHandler,
  type CallContext,
  callerOf,
  type Done,
  GoneError,
  type PlainHandler,
  SENT,
  TextAnswer,
  type TransactionHandler,
  type WorkspaceChangeHandler,
} from './handler.ts'

/** A call of the contract with its handler; `bindCalls` guarantees that they fit. */
export interface BoundCall {
  readonly name: string
  readonly call: AnyCall
  readonly handler: unknown
}

/** JSON text, or `SENT` if the handler wrote the reply. */
export type CallAnswer = TextAnswer | typeof SENT

/** Runs a call from raw input to answer: access, input, handler. */
export async function runCall(
  bound: BoundCall,
  raw: RawInput,
  context: CallContext,
): Promise<Result<CallAnswer, Failure>> {
  const { call, handler } = bound
  const refusal = accessRefusal(call.access, context.principal)
  if (refusal !== null) return refused(refusal)
  const input = parseInput(call, raw)
  if (!input.ok) return input
  const { services } = context
  const stale = call.needsFreshSignIn
    ? await freshnessRefusal(context.principal, services.store.sessions, services.now())
    : null
  if (stale !== null) return refused(stale)
  if (isChange(call)) return runChange(call, handler, input.value, context)
  if (typeof handler === 'object')
    return runTransaction(handler as TransactionHandler<AnyCall>, input.value, context)
  const { principal, operation } = context
  const run = () => runPlain(handler as PlainHandler<AnyCall>, input.value, context)
  if (operation === null || principal === null || !isRepeatable(bound)) return run()
  const answer = await context.services.operations.onceAround<Failure | Refusal>(
    principal.userId,
    operation,
    async () => {
      const done = await run()
      if (!done.ok) return done
      if (done.value === SENT) throw new Error(`${bound.name} answered past its idempotency record.`)
      return ok({ body: done.value.json, seq: null })
    },
  )
  if (answer.ok) return ok(new TextAnswer(answer.value.body, answer.value.isReplayed))
  return refused('status' in answer.error ? answer.error : refusalFailure(answer.error))
}

async function runTransaction(
  { inTransaction }: TransactionHandler<AnyCall>,
  input: InputOf<AnyCall>,
  context: CallContext,
): Promise<Result<CallAnswer, Failure>> {
  const { services, operation } = context
  const principal = callerOf(context)
  let after: () => void | Promise<void> = () => undefined
  const answer = await services.operations.once<Failure>(principal.userId, operation, {
    isSmall: false,
    begin: async (tx) => async (user) => {
      const done = await inTransaction({ tx, user, input, services, principal })
      if (!done.ok) return done
      after = done.value.after ?? after
      return ok({ body: JSON.stringify(done.value.answer), seq: done.value.seq ?? null })
    },
  })
  if (!answer.ok) return refused('status' in answer.error ? answer.error : refusalFailure(answer.error))
  await after()
  return ok(new TextAnswer(answer.value.body, answer.value.isReplayed))
}

async function runPlain(
  handler: PlainHandler<AnyCall>,
  input: InputOf<AnyCall>,
  context: CallContext,
): Promise<Result<CallAnswer, Failure>> {
  const answer = await handler(input, context)
  if (!answer.ok) return answer
  if (answer.value === SENT || answer.value instanceof TextAnswer) return ok(answer.value)
  return ok(new TextAnswer(await jsonInTurns(answer.value), false))
}

/**
 * Whether a plain call's answer is stored for repeated requests. Not stored: secrets of tokens and second
 * steps, which are shown once; the answer to deleting an account; addresses of the payment provider, which
 * are valid for an hour. Pushes and files store their own answers.
 */
function isRepeatable({ name, call }: BoundCall): boolean {
  const isOwnBusiness = call.takes === 'file' || /^\/(?:sync|billing)\//.test(call.path)
  return call.kind === 'call' && !isOwnBusiness && !call.needsFreshSignIn && name !== 'confirmSignIn'
}

type AnyChange = ChangeCall<
  AnyMutationName,
  AnyCall['params'],
  AnyCall['query'],
  AnyCall['body'],
  AnyCall['answer']
>

function isChange(call: AnyCall): call is AnyChange {
  return call.kind === 'change'
}

async function runChange(
  call: AnyChange,
  handler: unknown,
  input: InputOf<AnyChange>,
  context: CallContext,
): Promise<Result<CallAnswer, Failure>> {
  const { services, operation } = context
  const work = workOf(call, handler, input, context)
  if (!work.ok) return work
  const { userId } = callerOf(context)
  return answerOf(await services.operations.once(userId, operation, work.value.work), context)
}

/** A change that can run in a transaction, with its mutation. */
export interface PreparedChange {
  readonly work: ChangeWork<Refusal>
  readonly mutation: Mutation | AccountMutation
}

/**
 * Prepares a change from raw input, for a caller that runs several in one transaction. Null: the call
 * changes nothing.
 */
export function changeWork(
  { call, handler }: BoundCall,
  raw: RawInput,
  context: CallContext,
): Result<PreparedChange, Failure> | null {
  if (!isChange(call)) return null
  const refusal = accessRefusal(call.access, context.principal)
  if (refusal !== null) return refused(refusal)
  const input = parseInput(call, raw)
  return input.ok ? workOf(call, handler, input.value, context) : input
}

/** The answer to a change, made or refused. Notifies listeners of what changed. */
export function answerOf(
  answer: Result<ChangeAnswer, Refusal | OperationRefusal>,
  context: CallContext,
): Result<TextAnswer, Failure> {
  if (!answer.ok) return refused(refusalFailure(answer.error))
  const { body, isReplayed, moved, hasMovedAccount } = answer.value
  if (!isReplayed) {
    const { bus } = context.services
    const { userId } = callerOf(context)
    if (moved) bus.publish({ userId, ...moved })
    if (hasMovedAccount) bus.publish({ userId, workspaceId: null, seq: 0 })
  }
  return ok(new TextAnswer(body, isReplayed))
}

function workOf(
  call: AnyChange,
  handler: unknown,
  input: InputOf<AnyChange>,
  context: CallContext,
): Result<PreparedChange, Failure> {
  const { services } = context
  const { userId, scope } = callerOf(context)
  const addOnly =
    scope === 'add' ? (handler as Partial<WorkspaceChangeHandler<AnyChange, unknown>>).addOnly : undefined
  if (addOnly !== undefined) {
    const narrowed = addOnly.input(input)
    if (!narrowed.ok) return narrowed
    const asOthers = { ...(handler as WorkspaceChangeHandler<AnyChange, unknown>), addOnly: undefined }
    const answer = (done: Done<AnyChange, unknown>) => addOnly.answer(done, services.now())
    const asked = { ...context, onConflict: addOnly.onConflict }
    return workOf(call, { ...asOthers, answer }, narrowed.value, asked)
  }
  const mutation = call.toMutation(input, { newId: services.newId, now: services.now() })
  if (!mutation.ok) return refused(messageOf(mutation.error))
  const { args } = mutation.value
  if (typeof handler === 'function') {
    const account = handler as AccountChangeHandler<AnyChange, unknown>
    const begin = async (tx: StoreTransaction) => async (user: User) => {
      const done = await account({ tx, user, args, services, onConflict: context.onConflict })
      if (!done.ok && isOfGoneWorkspace(done.error) && context.onConflict === 'merge')
        return ok({ body: JSON.stringify({ data: null }), seq: null, moved: null, hasMovedAccount: true })
      if (!done.ok) return done
      const { answer, moved } = done.value
      return ok({ body: JSON.stringify(answer), seq: moved?.seq ?? null, moved, hasMovedAccount: true })
    }
    return ok({ work: { isSmall: false, begin }, mutation: mutation.value as AccountMutation })
  }
  const { place, answer } = handler as WorkspaceChangeHandler<AnyChange, unknown>
  const change = mutationChange(
    mutation.value as Mutation,
    place === 'where-the-rows-are' ? place : place(input),
    context,
  )
  const begin = async (tx: StoreTransaction) => {
    const proceed = await beginChange(tx, userId, change, services.limits, services.now())
    return async (user: User) => {
      const changed = await proceed(user)
      if (!changed.ok) return changed
      const { seq, workspaceId, outcome, hasMovedSearches, followedTo = null } = changed.value
      const done = { tx, user, input, args, changed: changed.value }
      const data = await answer(done).catch((error: unknown) => {
        // A change merged into a deleted row did nothing, so there is no row to answer with.
        if (error instanceof GoneError && context.onConflict === 'merge') return { data: null }
        throw error
      })
      const moved = outcome.changes.length > 0 ? { workspaceId, seq } : followedTo
      return ok({ body: JSON.stringify({ ...data, seq }), seq, moved, hasMovedAccount: hasMovedSearches })
    }
  }
  return ok({ work: { isSmall: isOfFewCards(change), begin }, mutation: mutation.value as Mutation })
}

/** Whether the workspace was deleted on another device. Renaming or deleting it then has nothing to do. */
function isOfGoneWorkspace(refusal: Refusal): boolean {
  return refusal.kind === 'not-found' && refusal.what === 'workspace'
}

export function refusalFailure(refusal: Refusal | OperationRefusal): Failure {
  switch (refusal.kind) {
    case 'no-user':
      return FAILURES.notSignedIn
    case 'key-running':
      return FAILURES.keyRunning
    case 'key-reused':
      return FAILURES.keyReused
    default:
      return messageOf(refusal)
  }
}
