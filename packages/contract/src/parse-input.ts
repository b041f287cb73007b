import { ok, type Result, refused } from '@cardinal/domain'
import * as z from 'zod/mini'
import type { AnyCall, InputOf } from './call.ts'
import type { Failure } from './messages.ts'

z.config({ localeError: problemOf })

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
  if (issue === undefined) return { status: 400, msg: `${part}: is not valid` }
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  const field = path.length === 0 ? part : path.map(printable).join('.')
  return { status: 400, msg: `${field}: ${issue.message}` }
}

/** The message for an issue whose schema has none. It follows the name of the field. */
function problemOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${KINDS[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}`
    case 'invalid_value':
      return `must be ${choiceOf(issue.values)}`
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? `must be ${choiceOf(issue.options)}`
        : 'has none of the allowed forms'
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `must be at most ${issue.maximum}`
        : `must have at most ${issue.maximum} ${partsOf(issue.origin)}`
    case 'too_small':
      if (issue.origin === 'number' || issue.origin === 'int') return `must be at least ${issue.minimum}`
      return issue.minimum === 1
        ? 'must not be empty'
        : `must have at least ${issue.minimum} ${partsOf(issue.origin)}`
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'must be a time such as 2026-11-30T09:00:00.000Z'
        : 'has another form'
    case 'unrecognized_keys':
      return 'unknown field'
    default:
      return 'is not valid'
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (Number.isFinite(value)) return Number.isInteger(value) ? 'a number' : 'a fraction'
  return KINDS[typeof value] ?? typeof value
}

const partsOf = (origin: string) => (origin === 'string' ? 'characters' : 'entries')

function choiceOf(values: readonly unknown[]): string {
  const named = values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value)))
  return named.length < 2 ? named.join() : `${named.slice(0, -1).join(', ')} or ${named.at(-1)}`
}

/** A path segment safe to print: clients choose field names. */
function printable(step: PropertyKey): string {
  const plain = String(step)
    .slice(0, 50)
    .replace(/[^\p{L}\p{N}\p{M}\p{P}\p{S} ]/gu, '?')
  return plain.trim() === '' ? '""' : plain
}
