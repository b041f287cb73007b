import type { IncomingMessage } from 'node:http'
import { type Failure, MAX_BODY } from '@cardinal/contract'
import { withoutEnd } from '@cardinal/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { sendPieces } from '../access/exchange.ts'
import { FAILURES, failureOfError, HttpFailure } from '../access/failures.ts'
import type { BoundCall } from '../calls/run-call.ts'
import { parseJsonBody, readBody } from '../http/body.ts'
import type { Admit } from '../http/connections.ts'
import type { Identity } from '../identity/identity.ts'
import { publicAddressOrOwn } from '../identity/public-address.ts'
import { inChunks } from '../lib/chunks.ts'
import { LaneFull, Lanes } from '../lib/waiting.ts'
import type { Services } from '../services.ts'
import { ApiRefusal, Caller, notFound, Overtaken } from './caller.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route reads its body as it arrives, instead of getting it parsed. */
    readonly readsBody?: boolean
  }
}

export interface ProtocolOptions {
  readonly services: Services
  readonly calls: readonly BoundCall[]
  readonly authenticate: Identity['authenticator']['authenticate']
  readonly admit: Admit
  readonly isOverloaded: () => boolean
}

export interface Exchange {
  readonly caller: Caller
  /** The personal token of the request. */
  readonly token: string
  /** Number in the path; NaN: none. */
  readonly id: number
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: unknown
  /** The parsed body. The getter refuses a body that is no JSON. */
  readonly body: unknown
}

/** 204: no body. Chunks, for a long answer, are JSON unless `type` names another type. */
export type Answer =
  | { readonly status: number; readonly body: unknown }
  | { readonly status: 200; readonly text: string; readonly type: string }
  | { readonly status: 200; readonly pieces: AsyncIterable<string>; readonly type?: string }
  | { readonly status: 204 }
  /** The route has sent the answer. */
  | { readonly status: 200; readonly isSent: true }

export const done: Answer = { status: 204 }
export const found = (body: unknown): Answer => ({ status: 200, body })
export const made = (body: unknown): Answer => ({ status: 201, body })

export type Route = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  run: (exchange: Exchange) => Promise<Answer>,
  /** Requests that a call counts as; default 1. */
  cost?: number,
]

export interface Protocol {
  readonly prefix: string
  /** Whether unknown paths below the prefix are answered in this service's format. */
  readonly ownsPrefix: boolean
  readonly routes: readonly Route[]
  /** Routes that change data by GET. They get no HEAD route, which would make the change too. */
  readonly changing?: readonly Route[2][]
  /** Routes that read their body as it arrives. */
  readonly streaming?: readonly Route[2][]
  /** Routes that also accept the scope `add`. Their answers reveal no more than was sent. */
  readonly adding: readonly Route[2][]
  /** Authentication scheme for 401 answers. */
  readonly scheme: string
  /** The request's personal token. */
  readonly tokenOf: (request: FastifyRequest) => string
  /** A refusal in the service's format. */
  readonly refusal: (message: string, field: string | null) => object
  /** The refusal for a request that asks for XML. Null: JSON. */
  readonly xmlRefusal?: (request: FastifyRequest, message: string, field: string | null) => string | null
}

/** Each request becomes calls of ours, so that the same rules, limits and rights hold. */
export async function addProtocol(
  app: FastifyInstance,
  protocol: Protocol,
  options: ProtocolOptions,
): Promise<void> {
  const addRoutes = async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) =>
      request.routeOptions.config.readsBody ? payload : readBody(payload, MAX_BODY.usual),
    )
    scope.setErrorHandler((error: Error, request, reply) => {
      const { status, message, field, retryAfter } = refusalOf(error)
      if (status >= 500) request.log.error({ err: error }, 'request failed')
      if (retryAfter !== null) reply.header('retry-after', String(retryAfter))
      if (status === 401) reply.header('www-authenticate', protocol.scheme)
      const xml = protocol.xmlRefusal?.(request, message, field) ?? null
      if (xml !== null) return noStore(reply.code(status)).type(XML_TYPE).send(xml)
      return send(reply, status, { ...protocol.refusal(message, field), request_id: request.id })
    })
    addCors(scope, protocol, options.services.config.corsOrigins)
    for (const url of protocol.ownsPrefix ? ['/', '/*'] : [])
      scope.all(url, () => {
        throw notFound()
      })
    for (const [method, path, run, cost] of protocol.routes)
      for (const url of new Set([path, withoutEnd(path, '/'), `${withoutEnd(path, '/')}/`]))
        scope.route({
          method,
          url,
          config: { readsBody: protocol.streaming?.includes(run) === true },
          exposeHeadRoute: !protocol.changing?.includes(run),
          onRequest: (request) => admit(request, protocol, options, cost),
          handler: async (request, reply) => {
            const answer = await inOneTurn(laneOf(request), async () =>
              run(await exchangeOf(request, reply, options, protocol, protocol.adding.includes(run))),
            )
            if ('body' in answer && answer.status !== 200) return send(reply, answer.status, answer.body)
            if ('body' in answer) {
              const pieces = piecesOf(answer.body)
              await sendPieces({ request, reply, lane: laneOf(request) }, JSON_TYPE, pieces, SENT_WHOLE)
              return reply
            }
            if ('isSent' in answer) return reply
            if ('text' in answer) return noStore(reply).type(answer.type).send(answer.text)
            if (!('pieces' in answer)) return reply.code(204).send()
            const { pieces, type = JSON_TYPE } = answer
            await sendPieces({ request, reply, lane: laneOf(request) }, type, pieces)
            return reply
          },
        })
  }
  await app.register(addRoutes, { prefix: protocol.prefix })
}

/**
 * Runs a request. Runs it again if somebody else changed meanwhile what it looked up: when two add the same
 * address, the second finds the card of the first.
 *
 * @param lane a user's id. Repeated requests of a user run one after the other, so that each succeeds
 */
async function inOneTurn<T>(lane: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
  }
  for (let tries = 2; tries <= MOST_TRIES; tries++)
    try {
      return await overtaken.run(lane, run)
    } catch (error) {
      if (error instanceof LaneFull) break
      if (!(error instanceof Overtaken)) throw error
    }
  throw new HttpFailure(FAILURES.overloaded)
}

const MOST_TRIES = 10
const overtaken = new Lanes(100, 1_000)

/**
 * Lets web pages of the configured origins read answers. They send a token themselves; cookies are not allowed.
 *
 * @param origins `*`: all
 */
function addCors(scope: FastifyInstance, { routes, ownsPrefix }: Protocol, origins: readonly string[]): void {
  if (origins.length === 0) return
  scope.addHook('onRequest', async (request, reply) => {
    const { origin = '' } = request.headers
    reply.raw.setHeader('vary', 'Origin')
    if (origin === '' || !(origins.includes('*') || origins.includes(origin))) return
    reply.raw.setHeader('access-control-allow-origin', origin)
    if (request.method !== 'OPTIONS') return
    reply.raw.setHeader('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
    reply.raw.setHeader('access-control-allow-headers', 'Authorization, Content-Type')
    reply.raw.setHeader('access-control-max-age', '600')
    return reply.code(204).send()
  })
  const refuse = () => {
    throw notFound()
  }
  // With `ownsPrefix`, the route for unknown paths answers OPTIONS too.
  for (const url of ownsPrefix ? [] : new Set(routes.flatMap(([, path]) => [path, withoutEnd(path, '/')])))
    scope.options(url, refuse)
}

/** @throws ApiRefusal if the value does not fit the schema */
export function parsed<T>(schema: z.core.$ZodType<T>, value: unknown): T {
  const { success, data, error } = z.safeParse(schema, value ?? {})
  if (success) return data
  const [issue] = error.issues
  throw new ApiRefusal(400, issue?.message ?? 'Invalid.', String(issue?.path[0] ?? 'non_field_errors'))
}

/** Whether a day, such as 2026-03-09, exists. */
export function isInCalendar(day: string): boolean {
  const at = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

const JSON_TYPE = 'application/json; charset=utf-8'
export const XML_TYPE = 'text/xml; charset=utf-8'

const noStore = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

type Principal = Extract<Awaited<ReturnType<ProtocolOptions['authenticate']>>, { ok: true }>['value']
const PRINCIPAL = Symbol('principal')
type AdmittedRequest = FastifyRequest & { [PRINCIPAL]?: Principal }

function laneOf(request: AdmittedRequest): string {
  return request[PRINCIPAL]?.userId ?? request.ip
}

async function admit(
  request: AdmittedRequest,
  { tokenOf }: Protocol,
  options: ProtocolOptions,
  cost: number | undefined,
): Promise<void> {
  if (options.isOverloaded()) throw new HttpFailure(FAILURES.overloaded)
  const who = await options.authenticate(`Bearer ${tokenOf(request)}`)
  await options.admit(request, who.ok ? who.value.userId : null, cost)
  if (!who.ok) throw new ApiRefusal(401, 'Invalid token.')
  request[PRINCIPAL] = who.value
}

async function exchangeOf(
  request: AdmittedRequest,
  reply: FastifyReply,
  { services, calls }: ProtocolOptions,
  { tokenOf }: Protocol,
  adds: boolean,
): Promise<Exchange> {
  const sent = Buffer.isBuffer(request.body) ? request.body : undefined
  const params = request.params as Exchange['params']
  const { id } = params
  if (id !== undefined && !/^\d{1,10}$/.test(id)) throw notFound()
  const context = {
    services,
    principal: request[PRINCIPAL] ?? null,
    operation: null,
    onConflict: 'refuse',
    http: { request, reply, lane: laneOf(request) },
  } as const
  const origin = withoutEnd(publicAddressOrOwn(services.config, request), '/')
  const caller = await Caller.open(context, calls, origin, adds)
  const { headers, query } = request
  return {
    caller,
    token: tokenOf(request),
    id: Number(id),
    params,
    query,
    get body() {
      const body = parseJsonBody(sent, headers['content-type'], headers['content-encoding'])
      if (!body.ok) throw new HttpFailure(body.error)
      return body.value
    },
  }
}

/** Characters up to which an answer is sent without a stream. */
const SENT_WHOLE = 1 << 16

/** An answer as JSON, with the rows of its lists one by one: a thousand bookmarks may have 95 MB. */
async function* piecesOf(body: unknown): AsyncGenerator<string> {
  yield* inChunks(Array.isArray(body) ? listPieces(body) : fieldPieces(body))
}

function* fieldPieces(body: unknown): Generator<string> {
  if (typeof body !== 'object' || body === null) return yield JSON.stringify(body)
  const fields = Object.entries(body).filter(([, value]) => value !== undefined)
  yield '{'
  for (const [n, [name, value]] of fields.entries()) {
    yield `${n === 0 ? '' : ','}${JSON.stringify(name)}:`
    if (isIterable(value)) yield* listPieces(value)
    else yield JSON.stringify(value)
  }
  yield '}'
}

/** Whether a value is a list. Its rows may be made while they are read. */
function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function* listPieces(rows: Iterable<unknown>): Generator<string> {
  let between = ''
  yield '['
  for (const row of rows) {
    yield `${between}${JSON.stringify(row) ?? 'null'}`
    between = ','
  }
  yield ']'
}

function refusalOf(error: Error) {
  if (error instanceof ApiRefusal) {
    const { status, message, field } = error
    return { status, message, field, retryAfter: null }
  }
  const failure: Failure = error instanceof HttpFailure ? error.failure : failureOfError(error)
  const retryAfter = error instanceof HttpFailure ? error.retryAfter : null
  return { status: failure.status, message: failure.msg, field: null, retryAfter }
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return noStore(reply.code(status)).type(JSON_TYPE).send(JSON.stringify(body))
}
