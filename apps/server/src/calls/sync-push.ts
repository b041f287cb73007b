import { EPOCH_HEADER, type Failure, type PushedCall, type push, type RawInput } from '@cardinal/contract'
import { type Id, ok, type Refusal, type Result, refused } from '@cardinal/domain'
import { idsIn, mentionedIds, writtenIds } from '@cardinal/sync'
import { FAILURES, failureOfError } from '../access/failures.ts'
import { type ChangeWork, hashRequest, type OperationKey } from '../access/operation.ts'
import { personEpoch } from '../lib/ids.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { StoreTransaction } from '../services.ts'
import { beginNewHistory, lacksChange } from '../workspaces/history.ts'
import { type CallContext, callerOf, type PlainHandler, SENT } from './handler.ts'
import {
  answerOf,
  type BoundCall,
  type CallAnswer,
  changeWork,
  type PreparedChange,
  refusalFailure,
  runCall,
} from './run-call.ts'

interface Route {
  readonly bound: BoundCall
  readonly pattern: RegExp
}

interface PushedOutcome {
  readonly key: string
  readonly status: number
  readonly body: unknown
}

/** A pushed call with its route and input. */
interface Entry {
  readonly bound: BoundCall
  readonly raw: RawInput
  readonly operation: OperationKey
}

/** A change that can share a transaction. */
interface Change extends PreparedChange, Entry {}

/** Most changes per transaction. */
const MOST_PER_TRANSACTION = 50

/**
 * Runs a device's queued calls in order, each under its own key, as if it had come alone. Continues after a
 * refused call: calls that depend on it are refused for their own reasons. Also continues after a call for
 * which the server fails, but then refuses later changes of the same rows. Consecutive changes share
 * transactions, because a commit takes longer than a change.
 *
 * A push of another epoch is refused as a whole: the device must first resend what a restore lost.
 *
 * @param calls all other calls; read at the first push
 */
export function pushHandler(calls: () => readonly BoundCall[]): PlainHandler<typeof push> {
  return async ({ body, query }, context) => {
    const { store, now } = context.services
    const { userId, sessionId } = callerOf(context)
    const known = personEpoch(await store.workspaces.restoredAt(userId))
    const isOther = query.epoch !== undefined && query.epoch !== known
    // A token of an API client must not make all devices load again.
    const isReplaced = !isOther && sessionId !== null && (await lacksChange(store, userId, query.last_key))
    const at = now()
    if (isReplaced) await beginNewHistory(store, userId, at)
    context.http?.reply.header(EPOCH_HEADER, isReplaced ? personEpoch(at) : known)
    if (isOther || isReplaced) return refused(FAILURES.otherEpoch)
    const routes = routesOf(calls())
    const pushes = new Pushes(context)
    const awaiting = new Set<Id>()
    for (const pushed of body) await pushes.add(pushed, routes, awaiting)
    return ok({ data: await pushes.done() })
  }
}

/**
 * Makes all of these changes in one transaction, or none. Null: all were made. Otherwise the reason of the
 * first refusal.
 *
 * @param check runs first, under the user's lock; what it throws ends the transaction
 */
export async function changeWhole(
  calls: readonly BoundCall[],
  changes: readonly Pick<PushedCall, 'method' | 'path' | 'body'>[],
  context: CallContext,
  check: (tx: StoreTransaction) => Promise<void>,
): Promise<Failure | null> {
  const works: ChangeWork<Refusal>[] = [
    {
      isSmall: false,
      begin: async (tx) => async () => {
        await check(tx)
        return ok({ body: 'null', seq: null })
      },
    },
  ]
  for (const change of changes) {
    const entry = entryOf({ ...change, key: '' }, routesOf(calls))
    const work = entry && changeWork(entry.bound, entry.raw, { ...context, http: null, onConflict: 'refuse' })
    if (work === null) throw new Error(`${change.path} is no change.`)
    if (!work.ok) return work.error
    works.push(work.value.work)
  }
  const made = await context.services.operations.allOrNone(callerOf(context).userId, works)
  if (!made.ok) return refusalFailure(made.error)
  for (const answer of made.value) answerOf(ok(answer), context)
  return null
}

const ROUTES = new WeakMap<readonly BoundCall[], readonly Route[]>()

/** Cached for each list of calls. */
function routesOf(calls: readonly BoundCall[]): readonly Route[] {
  const known = ROUTES.get(calls) ?? calls.filter(canBePushed).map(routeOf)
  ROUTES.set(calls, known)
  return known
}

class Pushes {
  readonly #context: CallContext
  readonly #outcomes: PushedOutcome[] = []
  #waiting: Change[] = []
  /** Ids of the rows of failed changes, and of changes refused because of them. */
  readonly #failed = new Set<string>()
  readonly #mentioned = new Map<Change, readonly string[]>()

  constructor(context: CallContext) {
    this.#context = context
  }

  async add(pushed: PushedCall, routes: readonly Route[], awaiting: Set<Id>): Promise<void> {
    const inList = {
      ...this.#context,
      http: null,
      onConflict: pushed.on_conflict ?? ('refuse' as const),
      awaiting,
    }
    try {
      const entry = entryOf(pushed, routes)
      const change =
        entry === null ? refused(FAILURES.noSuchPath) : changeWork(entry.bound, entry.raw, inList)
      if (entry !== null && change?.ok) this.#waiting.push({ ...entry, ...change.value })
      if (this.#waiting.length === MOST_PER_TRANSACTION || !change?.ok) await this.#run()
      if (entry !== null && change === null) {
        this.#outcomes.push(await runSingle(entry, this.#context))
        // Questions may be answered synchronously: five hundred of them would block the event loop.
        await yieldToEventLoop()
      }
      if (change?.ok === false) this.#outcomes.push(outcomeOf(pushed.key, change, this.#context))
    } catch (error) {
      await this.#run()
      this.#outcomes.push(this.#failure(pushed.key, error))
    }
  }

  async done(): Promise<PushedOutcome[]> {
    await this.#run()
    return this.#outcomes
  }

  async #run(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    this.#mentioned.clear()
    /**
     * Most changes in the next transaction. 1 after a failure, until a change succeeds, to find the one
     * that fails.
     */
    let most = MOST_PER_TRANSACTION
    for (let next = 0; next < waiting.length; ) {
      const behind = waiting.findIndex((change, index) => index >= next && this.#isBehindFailed(change))
      const [first, ...others] = waiting.slice(next, behind < 0 ? undefined : behind).slice(0, most)
      if (first === undefined) {
        const change = waiting[next++]
        if (change === undefined) break
        this.#outcomes.push(refusedOutcome(change.operation.key, FAILURES.behindFailed, this.#context))
        this.#hold(change)
        continue
      }
      try {
        const { operations } = this.#context.services
        const answers = await operations.onceEach(callerOf(this.#context).userId, [first, ...others])
        answers.forEach((answer, index) => {
          const { key } = [first, ...others][index]?.operation ?? first.operation
          this.#outcomes.push(outcomeOf(key, answerOf(answer, this.#context), this.#context))
        })
        next += answers.length
        most = MOST_PER_TRANSACTION
      } catch (error) {
        if (others.length === 0) {
          this.#outcomes.push(this.#failure(first.operation.key, error))
          this.#hold(first)
          next++
        }
        most = 1
      }
      await yieldToEventLoop()
    }
  }

  /** Has later changes of the same rows refused, so that they don't overtake this one. */
  #hold({ mutation }: Change): void {
    for (const id of writtenIds(mutation)) this.#failed.add(id)
  }

  #isBehindFailed(change: Change): boolean {
    if (this.#failed.size === 0) return false
    const known = this.#mentioned.get(change)
    const ids = known ?? [...mentionedIds(change.mutation), ...idsIn(change.raw)]
    if (known === undefined) this.#mentioned.set(change, ids)
    return ids.some((id) => this.#failed.has(id))
  }

  /**
   * The outcome of a call for which the server fails.
   *
   * @throws the error if it concerns all calls: the database is away, or the disk is full
   */
  #failure(key: string, error: unknown): PushedOutcome {
    const failure = error instanceof Error ? failureOfError(error) : FAILURES.ours
    if (failure.status === 503) throw error
    this.#context.http?.request.log.error({ err: error, key }, 'a pushed call failed')
    return refusedOutcome(key, FAILURES.ours, this.#context)
  }
}

function entryOf({ key, method, path, body }: PushedCall, routes: readonly Route[]): Entry | null {
  const [pathname = '', search = ''] = path.split('?', 2)
  const route = routes.find(({ bound, pattern }) => bound.call.method === method && pattern.test(pathname))
  if (route === undefined) return null
  const raw: RawInput = {
    params: decoded(route.pattern.exec(pathname)?.groups ?? {}),
    query: Object.fromEntries(new URLSearchParams(search)),
    body: body ?? undefined,
  }
  return { bound: route.bound, raw, operation: { key, bodyHash: () => hashRequest(method, path, raw.body) } }
}

/** Runs a call outside the shared transaction, after the changes before it were committed. */
async function runSingle({ bound, raw, operation }: Entry, context: CallContext): Promise<PushedOutcome> {
  const isQuestion = bound.call.kind === 'question'
  const answer = await runCall(bound, raw, {
    ...context,
    http: null,
    operation: isQuestion ? null : operation,
  })
  return outcomeOf(operation.key, answer, context)
}

function outcomeOf(key: string, answer: Result<CallAnswer, Failure>, context: CallContext): PushedOutcome {
  if (!answer.ok) return refusedOutcome(key, answer.error, context)
  if (answer.value === SENT) throw new Error('A call that was pushed answered past its list.')
  return { key, status: 200, body: JSON.parse(answer.value.json) as unknown }
}

function refusedOutcome(
  key: string,
  { status, msg, command }: Failure,
  { http }: CallContext,
): PushedOutcome {
  const request_id = http?.request.id ?? ''
  return { key, status, body: { msg, ...(command !== undefined && { command }), request_id } }
}

/** Whether a call can be pushed: it answers JSON to a signed-in user. Streams, files and sign-in can't be. */
function canBePushed({ call }: BoundCall): boolean {
  const isPlain = call.answerForm === 'json' && call.takes === 'json'
  return isPlain && call.access !== 'public' && !call.path.startsWith('/sync/')
}

function routeOf(bound: BoundCall): Route {
  const pattern = bound.call.path.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return { bound, pattern: new RegExp(`^${pattern}$`) }
}

function decoded(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decode(value)]))
}

/** A malformed escape is left as it is: the schema refuses it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
