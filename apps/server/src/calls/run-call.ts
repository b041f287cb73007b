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
import type { Mutation } from '@cardinal/sync'
import { FAILURES } from '../access/failures.ts'
import type { OperationRefusal } from '../access/operation.ts'
import { accessRefusal } from '../access/rule.ts'
import { changeWorkspace } from '../workspaces/change-workspace.ts'
import { mutationChange } from '../workspaces/mutation-change.ts'
import {
  type AccountChangeHandler,
  type CallContext,
  callerOf,
  type PlainHandler,
  SENT,
  TextAnswer,
  type WorkspaceChangeHandler,
} from './handler.ts'

/** A call of the contract with what carries it out. The table that makes these sees to it that they fit. */
export interface BoundCall {
  readonly name: string
  readonly call: AnyCall
  readonly handler: unknown
}

/** What goes out: JSON text, or nothing because the handler wrote it itself. */
export type CallAnswer = TextAnswer | typeof SENT

/** Runs one call from raw input to answer: access, contract, then question, plain call or mutation. */
export async function runCall(
  bound: BoundCall,
  raw: RawInput,
  context: CallContext,
): Promise<Result<CallAnswer, Failure>> {
  const { call, handler } = bound
  const barred = accessRefusal(call.access, context.principal)
  if (barred !== null) return refused(barred)
  const input = parseInput(call, raw)
  if (!input.ok) return input
  if (isChange(call)) return runChange(call, handler, input.value, context)
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
  return refused('status' in answer.error ? answer.error : failureOf(answer.error))
}

async function runPlain(
  handler: PlainHandler<AnyCall>,
  input: InputOf<AnyCall>,
  context: CallContext,
): Promise<Result<CallAnswer, Failure>> {
  const answer = await handler(input, context)
  if (!answer.ok) return answer
  if (answer.value === SENT || answer.value instanceof TextAnswer) return ok(answer.value)
  return ok(new TextAnswer(JSON.stringify(answer.value), false))
}

/**
 * Plain calls whose answer may be kept for a repetition. Not kept: a new token's secret, which is shown once;
 * what is left of a deleted account; addresses of the payment provider, which are good for an hour; and the lists
 * of pushed calls and files, which see to it themselves.
 */
function isRepeatable({ name, call }: BoundCall): boolean {
  const isOwnBusiness = call.takes === 'file' || /^\/(?:sync|billing)\//.test(call.path)
  return call.kind === 'call' && !isOwnBusiness && name !== 'createToken' && name !== 'deleteAccount'
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
  const { userId } = callerOf(context)
  const mutation = call.toMutation(input, { newId: services.newId, now: services.now() })
  if (!mutation.ok) return refused(messageOf(mutation.error))
  let moved: { workspaceId: string; seq: number } | null = null
  const answer = await services.operations.once<Refusal>(userId, operation, async (tx, user) => {
    if (typeof handler === 'function') {
      const account = handler as AccountChangeHandler<AnyChange, unknown>
      const done = await account({ tx, user, args: mutation.value.args, services })
      if (!done.ok) return done
      moved = done.value.moved
      return ok({ body: JSON.stringify(done.value.answer), seq: done.value.moved?.seq ?? null })
    }
    const { place, answer } = handler as WorkspaceChangeHandler<AnyChange, unknown>
    const change = mutationChange(
      mutation.value as Mutation,
      place === 'where-the-rows-are' ? place : place(input),
    )
    const changed = await changeWorkspace(tx, user, change, services.limits, services.now())
    if (!changed.ok) return changed
    const { seq, workspaceId } = changed.value
    if (changed.value.outcome.changes.length > 0) moved = { workspaceId, seq }
    const data = await answer({ tx, user, input, args: mutation.value.args, changed: changed.value })
    return ok({ body: JSON.stringify({ ...data, seq }), seq })
  })
  if (!answer.ok) return refused(failureOf(answer.error))
  if (moved !== null) services.bus.publish({ userId, ...(moved as { workspaceId: string; seq: number }) })
  return ok(new TextAnswer(answer.value.body, answer.value.isReplayed))
}

/** What a client is told when a change under a key is refused. */
export function failureOf(refusal: Refusal | OperationRefusal): Failure {
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
