import type { Failure, PushedCall, push, RawInput } from '@cardinal/contract'
import { type Id, ok, type Refusal, type Result, refused } from '@cardinal/domain'
import { FAILURES } from '../access/failures.ts'
import { type ChangeWork, hashRequest, type OperationKey } from '../access/operation.ts'
import { yieldToEventLoop } from '../workspaces/yield-to-event-loop.ts'
import { type CallContext, callerOf, type PlainHandler, SENT } from './handler.ts'
import { answerOf, type BoundCall, type CallAnswer, changeWork, runCall } from './run-call.ts'

/** Finds a call by method and path, as they stand in a pushed list. */
interface Route {
  readonly bound: BoundCall
  readonly pattern: RegExp
}

interface Outcome {
  readonly key: string
  readonly status: number
  readonly body: unknown
}

/** A pushed call that was found, with what it was sent. */
interface Entry {
  readonly bound: BoundCall
  readonly raw: RawInput
  readonly operation: OperationKey
}

/** A change that can be carried out together with others. */
interface Change {
  readonly operation: OperationKey
  readonly work: ChangeWork<Refusal>
}

/** As many changes share a transaction at most. */
const TOGETHER = 50

/**
 * Runs calls that waited on a device, one after the other, each under its key, exactly as if it had come
 * alone. It goes on after a refused one: what depends on it will be refused for its own reason. Changes that
 * follow each other share transactions, because a commit takes longer than a change does.
 *
 * @param calls every call but this one; looked at when the first list comes
 */
export function pushHandler(calls: () => readonly BoundCall[]): PlainHandler<typeof push> {
  let routes: readonly Route[] | null = null
  return async ({ body }, context) => {
    routes ??= calls().filter(canBePushed).map(routeOf)
    const data: Outcome[] = []
    let waiting: Change[] = []
    const run = async () => {
      data.push(...(await runTogether(waiting, context)))
      waiting = []
    }
    const awaiting = new Set<Id>()
    for (const pushed of body) {
      const entry = entryOf(pushed, routes)
      const inList = { ...context, http: null, onConflict: pushed.on_conflict ?? 'refuse', awaiting }
      const work = entry === null ? refused(FAILURES.noSuchPath) : changeWork(entry.bound, entry.raw, inList)
      if (entry !== null && work?.ok) waiting.push({ operation: entry.operation, work: work.value })
      if (waiting.length === TOGETHER || !work?.ok) await run()
      if (entry !== null && work === null) {
        data.push(await runSingle(entry, context))
        // A question may be answered without waiting for anything: five hundred of them would hold all others up.
        await yieldToEventLoop()
      }
      if (work?.ok === false) data.push(outcomeOf(pushed.key, work, context))
    }
    await run()
    return ok({ data })
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

/** Carries out changes in as few transactions as others' patience allows. */
async function runTogether(changes: readonly Change[], context: CallContext): Promise<Outcome[]> {
  const { operations } = context.services
  const outcomes: Outcome[] = []
  while (outcomes.length < changes.length) {
    const rest = changes.slice(outcomes.length)
    const answers = await operations.onceEach(callerOf(context).userId, rest)
    await yieldToEventLoop()
    answers.forEach((answer, i) => {
      outcomes.push(outcomeOf(rest[i]?.operation.key ?? '', answerOf(answer, context), context))
    })
  }
  return outcomes
}

/** Runs a call that is no change inside a transaction: a question sees what was committed before it. */
async function runSingle({ bound, raw, operation }: Entry, context: CallContext): Promise<Outcome> {
  const isQuestion = bound.call.kind === 'question'
  const answer = await runCall(bound, raw, {
    ...context,
    http: null,
    operation: isQuestion ? null : operation,
  })
  return outcomeOf(operation.key, answer, context)
}

function outcomeOf(key: string, answer: Result<CallAnswer, Failure>, context: CallContext): Outcome {
  if (!answer.ok) return refusedOutcome(key, answer.error, context)
  if (answer.value === SENT) throw new Error('A call that was pushed answered past its list.')
  return { key, status: 200, body: JSON.parse(answer.value.json) as unknown }
}

function refusedOutcome(key: string, { status, msg, command }: Failure, { http }: CallContext): Outcome {
  const request_id = http?.request.id ?? ''
  return { key, status, body: { msg, ...(command !== undefined && { command }), request_id } }
}

/**
 * Returns whether a call can be in a push: it answers with JSON to somebody signed in. Streams, files and sign-in make
 * no sense in a list.
 */
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

/** Decodes a segment of a path. A malformed escape stays as it is: the schema will refuse it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
