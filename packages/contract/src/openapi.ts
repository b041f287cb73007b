import * as z from 'zod/mini'
import type { AnswerForm, AnyCall } from './call.ts'
import { calls } from './calls.ts'

export interface OpenApiOptions {
  readonly version: string
  /** Base URL of the calls, such as `https://cardinal.example/api`. */
  readonly serverUrl: string
}

type Json = Record<string, unknown>

/** The calls never change. To write them takes most of 100 ms. */
let paths: Record<string, Json> | null = null

function pathsOfCalls(): Record<string, Json> {
  const made: Record<string, Json> = {}
  for (const [name, call] of Object.entries(calls) as [string, AnyCall][]) {
    const path = made[call.path] ?? {}
    path[call.method.toLowerCase()] = operation(name, call)
    made[call.path] = path
  }
  return made
}

/** The OpenAPI 3.1 document, generated from the schemas that check the calls. */
export function openApi({ version, serverUrl }: OpenApiOptions): Json {
  paths ??= pathsOfCalls()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cardinal',
      version,
      description: 'Search your links, notes and todos by the tags you remember.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(Object.values(calls).map(familyOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: jsonSchema(failure, 'output') },
    },
  }
}

const failure = z.object({ msg: z.string(), command: z.optional(z.string()), request_id: z.string() })

function operation(name: string, call: AnyCall): Json {
  const takesBody = call.method === 'POST' || call.method === 'PATCH'
  return {
    operationId: name,
    tags: [familyOf(call)],
    summary: call.description,
    ...(call.access === 'public' ? { security: [] } : { security: [{ bearer: [] }] }),
    'x-access': call.access,
    'x-cost': call.cost,
    ...(takesBody && { 'x-max-body-bytes': call.maxBody }),
    parameters: [
      ...parameters(call.params, 'path'),
      ...parameters(call.query, 'query'),
      ...(call.kind === 'change' ? [idempotencyKeyHeader] : []),
      ...(call.path === '/billing/webhook' ? [signatureHeader] : []),
    ],
    ...(takesBody && { requestBody: requestBody(call) }),
    responses: responses(call),
  }
}

function requestBody(call: AnyCall): Json {
  if (call.takes === 'file') return { required: true, content: { '*/*': { schema: {} } } }
  return { required: true, content: { 'application/json': { schema: jsonSchema(call.body, 'input') } } }
}

/** One parameter for each property of the params or query schema. */
function parameters(schema: z.core.$ZodType, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const idempotencyKeyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body gets the stored answer: one effect per key.',
  schema: { type: 'string', maxLength: 200 },
}

const signatureHeader = {
  name: 'Stripe-Signature',
  in: 'header',
  required: true,
  description:
    'Made by the payment provider over the whole body, with the secret that it shares with this site.',
  schema: { type: 'string' },
}

function responses(call: AnyCall): Json {
  const success =
    call.answerForm === 'redirect'
      ? { '302': { description: 'On to another address.' } }
      : { '200': { description: 'Done.', content: content(call) } }
  const refusals = Object.fromEntries(
    refusalsOf(call).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
    ]),
  )
  return { ...success, ...refusals }
}

function content(call: AnyCall): Json {
  const described = call.answerForm === 'json' || call.answerForm === 'ndjson' || call.answerForm === 'events'
  return { [MEDIA_TYPE[call.answerForm]]: described ? { schema: jsonSchema(call.answer, 'output') } : {} }
}

const MEDIA_TYPE: Readonly<Record<AnswerForm, string>> = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  events: 'text/event-stream',
  file: 'application/octet-stream',
  redirect: 'text/plain',
  html: 'text/html',
}

/** The failure statuses of a call, each with its description. */
function refusalsOf(call: AnyCall): [string, string][] {
  const refusals: [string, string][] = [['400', 'Malformed or invalid; the field is named.']]
  if (call.access !== 'public') refusals.push(['401', 'No token, or a bad or expired one.'])
  if (call.access !== 'public') refusals.push(['403', 'Forbidden by the plan, or by the scope of the token.'])
  if (call.path.startsWith('/billing/'))
    refusals.push(['404', 'Payments are off on this site, or there is nothing.'])
  else if (call.access !== 'public') refusals.push(['404', 'No such thing, or none of yours.'])
  if (call.kind === 'change')
    refusals.push(
      ['409', 'A conflict: a name or an id is taken, or the same key is still running.'],
      ['422', 'The key was used with another body, or an address is unsafe.'],
    )
  if (call.path === '/sync/pull') refusals.push(['410', 'The cursor is of no use any more: load again.'])
  if (call.method === 'POST' || call.method === 'PATCH')
    refusals.push(['413', 'The body is too large.'], ['415', 'The body is not JSON.'])
  refusals.push(['429', 'Too many requests; see Retry-After.'], ['503', 'Not now; see Retry-After.'])
  return refusals
}

/** The first path segment. All calls for running the server share one tag. */
function familyOf(call: AnyCall): string {
  const segment = call.path.split('/')[1] ?? ''
  return OPERATIONS.has(call.path) ? 'operations' : segment
}

const OPERATIONS = new Set(['/health', '/ready', '/openapi.json', '/docs'])

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  })
  return rest
}
