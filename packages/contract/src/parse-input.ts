import { ok, type Result, refused } from '@cardinal/domain'
import { en } from 'zod/locales'
import * as z from 'zod/mini'
import type { AnyCall, InputOf } from './call.ts'
import type { Failure } from './messages.ts'

// A named import: through `z` it would bundle the messages of every other language.
z.config(en())

/** A request before validation. */
export interface RawInput {
  readonly params?: unknown
  readonly query?: unknown
  /** Undefined: the request had no body. */
  readonly body?: unknown
}

/** The input with defaults filled in, or a 400 that names the field. */
export function parseInput<C extends AnyCall>(call: C, raw: RawInput): Result<InputOf<C>, Failure> {
  const params = z.safeParse<C['params']>(call.params, raw.params ?? {})
  if (!params.success) return refused(failureOfIssues(params.error.issues, 'path'))
  const query = z.safeParse<C['query']>(call.query, raw.query ?? {})
  if (!query.success) return refused(failureOfIssues(query.error.issues, 'query'))
  const body = z.safeParse<C['body']>(call.body, raw.body === undefined ? {} : raw.body)
  if (!body.success) return refused(failureOfIssues(body.error.issues, 'body'))
  return ok({ params: params.data, query: query.data, body: body.data })
}

/** The first issue as a sentence that begins with the field's path, or with the part where there is no path. */
function failureOfIssues(issues: readonly z.core.$ZodIssue[], part: string): Failure {
  const issue = issues[0]
  if (issue === undefined) return { status: 400, msg: `${part}: Invalid input` }
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  const field = path.length === 0 ? part : path.map(printable).join('.')
  return {
    status: 400,
    msg: `${field}: ${issue.code === 'unrecognized_keys' ? 'unknown field' : issue.message}`,
  }
}

/** A path segment safe to print: clients choose field names. */
function printable(step: PropertyKey): string {
  const plain = String(step)
    .slice(0, 50)
    .replace(/[^\p{L}\p{N}\p{M}\p{P}\p{S} ]/gu, '?')
  return plain.trim() === '' ? '""' : plain
}
