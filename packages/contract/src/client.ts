import { ok, type Result, refused } from '@cardinal/domain'
import * as z from 'zod/mini'
import type { AnswerOf, AnyCall, Method, RequestOf } from './call.ts'
import { fillPath } from './call-of.ts'
import type { Failure } from './messages.ts'

/** Sends one request; the transport adds base address, tokens and headers. Rejects without a network. */
export type Send = (request: {
  readonly method: Method
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Undefined for calls without a body. */
  readonly body: unknown
}) => Promise<{ readonly status: number; readonly body: unknown }>

export type Client = <C extends AnyCall>(
  call: C,
  request: RequestOf<C>,
) => Promise<Result<AnswerOf<C>, Failure>>

/**
 * A client typed by the calls' schemas. Refusals by the server are values, and so are answers that break their schema.
 * Network errors reject.
 */
export function createClient(send: Send): Client {
  return async (call, request) => {
    const { params = {}, query = {}, body } = request as LooseRequest
    const answer = await send({
      method: call.method,
      path: fillPath(call.path, params),
      query: textValues(query),
      body: call.method === 'GET' ? undefined : (body ?? (call.method === 'DELETE' ? undefined : {})),
    })
    if (answer.status < 200 || answer.status >= 300) return refused(failureInBody(answer.status, answer.body))
    const checked = parseAnswer(call, answer.body)
    return checked.success
      ? ok(checked.data)
      : refused({ status: answer.status, msg: 'The server answered something unreadable.' })
  }
}

function parseAnswer<C extends AnyCall>(call: C, body: unknown) {
  return z.safeParse<C['answer']>(call.answer, body)
}

interface LooseRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const failure = z.object({ msg: z.string(), command: z.optional(z.string()) })

function failureInBody(status: number, body: unknown): Failure {
  const parsed = z.safeParse(failure, body)
  if (!parsed.success) return { status, msg: `The server answered with status ${status}.` }
  return {
    status,
    msg: parsed.data.msg,
    ...(parsed.data.command !== undefined && { command: parsed.data.command }),
  }
}

function textValues(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(query).filter(([, value]) => value != null)
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]))
}
