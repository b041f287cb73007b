import type { Failure, PushedCall, push, RawInput } from '@cardinal/contract'
import { ok } from '@cardinal/domain'
import { FAILURES } from '../access/failures.ts'
import { hashRequest } from '../access/operation.ts'
import { type CallContext, type PlainHandler, SENT } from './handler.ts'
import { type BoundCall, runCall } from './run-call.ts'

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

/**
 * Runs calls that waited on a device, one after the other, each under its key, exactly as if it had come
 * alone. It goes on after a refused one: what depends on it will be refused for its own reason.
 *
 * @param calls every call but this one; looked at when the first list comes
 */
export function pushHandler(calls: () => readonly BoundCall[]): PlainHandler<typeof push> {
  let routes: readonly Route[] | null = null
  return async ({ body }, context) => {
    routes ??= calls().filter(canBePushed).map(routeOf)
    const data: Outcome[] = []
    for (const pushed of body) data.push(await runPushed(pushed, routes, context))
    return ok({ data })
  }
}

async function runPushed(
  pushed: PushedCall,
  routes: readonly Route[],
  context: CallContext,
): Promise<Outcome> {
  const { key, method, path, body } = pushed
  const [pathname = '', search = ''] = path.split('?', 2)
  const route = routes.find(({ bound, pattern }) => bound.call.method === method && pattern.test(pathname))
  if (route === undefined) return refusedOutcome(key, FAILURES.noSuchPath, context)
  const raw: RawInput = {
    params: decoded(route.pattern.exec(pathname)?.groups ?? {}),
    query: Object.fromEntries(new URLSearchParams(search)),
    body: body ?? undefined,
  }
  const operation = { key, bodyHash: () => hashRequest(method, path, raw.body) }
  const isQuestion = route.bound.call.kind === 'question'
  const answer = await runCall(route.bound, raw, {
    ...context,
    http: null,
    operation: isQuestion ? null : operation,
  })
  if (!answer.ok) return refusedOutcome(key, answer.error, context)
  if (answer.value === SENT) throw new Error('A call that was pushed answered past its list.')
  return { key, status: 200, body: JSON.parse(answer.value.json) as unknown }
}

function refusedOutcome(key: string, { status, msg, command }: Failure, { http }: CallContext): Outcome {
  const request_id = http?.request.id ?? ''
  return { key, status, body: { msg, ...(command !== undefined && { command }), request_id } }
}

/** What answers with JSON to somebody signed in; streams, files and sign-in make no sense in a list. */
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

/** A malformed escape stays as it is: the schema will refuse it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
