import * as z from 'zod/mini'
import type { AnswerForm, AnyCall } from './call.ts'
import { calls } from './calls.ts'
import { entityEdit } from './wire/card-edit.ts'
import * as connections from './wire/connections.ts'
import * as entity from './wire/entity.ts'
import * as group from './wire/group.ts'
import * as imports from './wire/import.ts'
import { pageFacts } from './wire/page.ts'
import { pushedCall } from './wire/pushed-call.ts'
import { reason } from './wire/suggestion.ts'
import { tag } from './wire/tag.ts'
import * as tagBefore from './wire/tag-before.ts'
import * as user from './wire/user.ts'

interface OpenApiOptions {
  readonly version: string
  /** Base URL of the calls, such as `https://cardinal.example/api`. */
  readonly serverUrl: string
  /** Whether schemas are written where they are used, for readers that don't follow references. */
  readonly isInline?: boolean
}

type Json = Record<string, unknown>

/** Schemas with names of their own, so that generated types can be read. */
const NAMED = z.registry<{ id: string }>()
const NAMES: Readonly<Record<string, z.core.$ZodType>> = {
  Activity: user.activity,
  Device: user.signedInDevice,
  Entity: entity.entity,
  EntityEdit: entityEdit,
  EditedEntity: entity.editedEntity,
  Group: group.group,
  ImportPreview: imports.importPreview,
  ImportProgress: imports.progress,
  ImportReceipt: imports.receipt,
  ImportSummary: imports.importSummary,
  MergeTarget: tagBefore.mergeTarget,
  MergedTag: tagBefore.mergedTag,
  NewEntity: entity.newEntity,
  NewTitle: entity.newTitle,
  Page: pageFacts,
  Passkey: user.passkey,
  PersonalToken: user.personalToken,
  PushedCall: pushedCall,
  Reason: reason,
  Settings: user.settings,
  SharedQuery: connections.sharedQuery,
  SharedSearch: connections.sharedSearch,
  Tag: tag,
  Title: entity.title,
  User: user.user,
  Webhook: connections.webhook,
  Workspace: group.workspace,
}
for (const [id, schema] of Object.entries(NAMES)) NAMED.add(schema, { id })

interface Written {
  readonly paths: Record<string, Json>
  /** The schemas of `components` by name; empty if all are inline. */
  readonly schemas: Record<string, Json>
}

/** Cached: the calls are constant, and writing them takes nearly 100 ms. */
const kept = new Map<boolean, Written>()

function written(isInline: boolean): Written {
  const schemas: Record<string, Json> = {}
  const known = kept.get(isInline) ?? { paths: pathsOfCalls(isInline ? null : schemas), schemas }
  kept.set(isInline, known)
  return known
}

function pathsOfCalls(schemas: Schemas): Record<string, Json> {
  const made: Record<string, Json> = {}
  for (const [name, call] of Object.entries(calls) as [string, AnyCall][]) {
    const path = made[call.path] ?? {}
    path[call.method.toLowerCase()] = operation(name, call, schemas)
    made[call.path] = path
  }
  return made
}

/** The OpenAPI 3.1 document, generated from the schemas that check the calls. */
export function openApi({ version, serverUrl, isInline = false }: OpenApiOptions): Json {
  const { paths, schemas } = written(isInline)
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
      schemas: { ...schemas, Failure: jsonSchema(failure, 'output', null) },
    },
  }
}

const failure = z.object({ msg: z.string(), command: z.optional(z.string()), request_id: z.string() })

function operation(name: string, call: AnyCall, schemas: Schemas): Json {
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
    ...(takesBody && { requestBody: requestBody(name, call, schemas) }),
    responses: responses(name, call, schemas),
  }
}

function requestBody(name: string, call: AnyCall, schemas: Schemas): Json {
  if (call.takes === 'file') return { required: true, content: { '*/*': { schema: {} } } }
  const schema = component(`${capital(name)}Body`, jsonSchema(call.body, 'input', schemas), schemas)
  return { required: true, content: { 'application/json': { schema } } }
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** A reference to a schema, which is added to `components`. */
function component(name: string, schema: Json, schemas: Schemas): Json {
  if (schemas === null || '$ref' in schema) return schema
  schemas[name] = schema
  return { $ref: `#/components/schemas/${name}` }
}

/** One parameter for each property of the params or query schema. */
function parameters(schema: z.core.$ZodType, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input', null) as {
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

function responses(name: string, call: AnyCall, schemas: Schemas): Json {
  const success =
    call.answerForm === 'redirect'
      ? { '302': { description: 'On to another address.' } }
      : { '200': { description: 'Done.', content: content(name, call, schemas) } }
  const refusals = Object.fromEntries(
    refusalsOf(call).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
    ]),
  )
  return { ...success, ...refusals }
}

function content(name: string, call: AnyCall, schemas: Schemas): Json {
  const described = call.answerForm === 'json' || call.answerForm === 'ndjson' || call.answerForm === 'events'
  if (!described) return { [MEDIA_TYPE[call.answerForm]]: {} }
  const schema = jsonSchema(call.answer, 'output', schemas)
  return { [MEDIA_TYPE[call.answerForm]]: { schema: component(`${capital(name)}Answer`, schema, schemas) } }
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

/** Receives the named schemas; null: all schemas are inline. */
type Schemas = Record<string, Json> | null

/** A schema may have fewer fields in requests than in answers: it then has two names. */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output', schemas: Schemas): Json {
  const {
    $schema: _,
    id: _id,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    ...(schemas === null ? { metadata: z.registry() } : { metadata: NAMED }),
  }) as Json & { $defs?: Record<string, Json> }
  if (schemas === null) return rest
  const renamed = (name: string) => (io === 'input' && isSentOtherwise(name) ? `${name}Input` : name)
  const refer = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(refer)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...others } = value as Json
    const target = typeof $ref === 'string' ? /^#\/\$defs\/(\w+)$/.exec($ref)?.[1] : undefined
    const fields = Object.entries(others).map(([name, field]) => [name, refer(field)])
    return {
      ...($ref !== undefined && {
        $ref: target === undefined ? $ref : `#/components/schemas/${renamed(target)}`,
      }),
      ...Object.fromEntries(fields),
    }
  }
  for (const [name, { id: _name, ...definition }] of Object.entries($defs))
    schemas[renamed(name)] ??= refer(definition) as Json
  const own = Object.entries(NAMES).find(([, each]) => each === schema)?.[0]
  const made = refer(rest) as Json
  return own === undefined ? made : component(renamed(own), made, schemas)
}

const sentOtherwise = new Map<string, boolean>()

function isSentOtherwise(name: string): boolean {
  const known = sentOtherwise.get(name)
  if (known !== undefined) return known
  const whole = NAMES[name] as z.core.$ZodType
  const [sent, answered] = (['input', 'output'] as const).map((io) =>
    JSON.stringify(jsonSchema(whole, io, null)),
  )
  sentOtherwise.set(name, sent !== answered)
  return sent !== answered
}
