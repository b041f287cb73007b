import type { IncomingMessage } from 'node:http'
import { type Failure, MAX_BODY, type RawInput } from '@cardinal/contract'
import { ok, type Result, refused } from '@cardinal/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { placeForPieces } from '../access/bodies.ts'
import { FAILURES } from '../access/failures.ts'
import { hashRequest, type OperationKey } from '../access/operation.ts'
import { type CallContext, SENT } from '../calls/handler.ts'
import { type BoundCall, runCall } from '../calls/run-call.ts'
import type { Principal, Unauthenticated } from '../identity/authenticate.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Services } from '../services.ts'
import { parseJsonBody, readBody } from './body.ts'
import type { Admit } from './connections.ts'
import { sendFailure } from './errors.ts'

interface CallRoutesOptions {
  readonly calls: readonly BoundCall[]
  readonly services: Services
  readonly authenticate: (authorization: string | undefined) => Promise<Result<Principal, Unauthenticated>>
  readonly admit: Admit
  /** Whether the node is overloaded. */
  readonly isOverloaded: () => boolean
}

export function addCallRoutes(app: FastifyInstance, options: CallRoutesOptions): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    readBody(
      payload,
      request.routeOptions.config.maxBody ?? MAX_BODY.public,
      request.routeOptions.config.bodyWithin ?? null,
    ),
  )
  for (const bound of options.calls)
    app.route({
      method: bound.call.method,
      url: bound.call.path.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        maxBody: bound.call.maxBody,
        bodyWithin: bound.call.path === PIECES_PATH ? PIECE_DEADLINE_MS : null,
      },
      // An endless stream has no length, so no HEAD route.
      exposeHeadRoute: bound.call.path !== '/sync/events',
      // Authenticate and authorise before reading the body.
      onRequest: async (request, reply) => {
        const failure = (await admission(bound, request, options)) ?? piecePlace(bound, request, reply)
        // Yields before each large body, dropped ones included. Otherwise all bodies that have arrived
        // would be read in one turn of the event loop.
        if (Number(request.headers['content-length']) > SMALL_BODY_BYTES) await yieldToEventLoop()
        if (failure !== null) await sendFailure(request, reply, failure)
      },
      handler: (request, reply) => handle(bound, request, reply, options),
    })
}

const PIECES_PATH = '/files/{hash}/pieces/{number}'
/**
 * ms for the body of a piece, which holds one of few places until it is answered. Enough for eight at once
 * at 35 kB/s.
 */
const PIECE_DEADLINE_MS = 60_000

/** Bytes that Node reads from a connection at once. */
const SMALL_BODY_BYTES = 65_536

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Largest body of the route, in bytes. */
    readonly maxBody?: number
    /** Bytes that Node reads from a connection at once. A body up to this size needs no extra yield. */
    readonly bodyWithin?: number | null
  }
}

const PRINCIPAL = Symbol('principal')

type AdmittedRequest = FastifyRequest & { [PRINCIPAL]?: Principal }

async function admission(
  { call }: BoundCall,
  request: AdmittedRequest,
  { authenticate, admit, isOverloaded, services }: CallRoutesOptions,
): Promise<Failure | null> {
  const isOperation = call.path === '/health' || call.path === '/ready'
  if (isOperation) return null
  if (isOverloaded()) return FAILURES.overloaded
  // Anybody may call the payment webhook. Without a provider its body is not read.
  const isOff = services.payments === null && call.access === 'public' && call.path.startsWith('/billing/')
  if (isOff) return FAILURES.noPayments
  const who = call.access === 'public' ? null : await authenticate(request.headers.authorization)
  if (who?.ok) request[PRINCIPAL] = who.value
  await admit(request, who?.ok ? who.value.userId : null, call.cost)
  return who === null || who.ok ? null : FAILURES.notSignedIn
}

/** Takes places for pieces of a file until they are answered. */
function piecePlace({ call }: BoundCall, request: AdmittedRequest, reply: FastifyReply): Failure | null {
  const principal = request[PRINCIPAL]
  if (call.path !== PIECES_PATH || principal === undefined) return null
  const announced = request.headers['content-length']
  const free = placeForPieces(principal.userId, announced === undefined ? undefined : Number(announced))
  if (free === null) return FAILURES.tooManyPieces
  if (reply.raw.destroyed) free()
  else reply.raw.once('close', free)
  return null
}

async function handle(
  bound: BoundCall,
  request: AdmittedRequest,
  reply: FastifyReply,
  { services, admit }: CallRoutesOptions,
): Promise<FastifyReply> {
  const body = bodyOf(bound, request)
  if (!body.ok) return sendFailure(request, reply, body.error)
  // A push counts as many requests as it has calls. One is counted already.
  const isPush = bound.call.path === '/sync/push' && Array.isArray(body.value)
  if (isPush) await admit(request, request[PRINCIPAL]?.userId ?? null, (body.value as unknown[]).length - 1)
  const raw: RawInput = { params: request.params, query: request.query, body: body.value }
  const operation = operationOf(bound, request, body.value)
  if (!operation.ok) return sendFailure(request, reply, operation.error)
  const context: CallContext = {
    services,
    principal: request[PRINCIPAL] ?? null,
    operation: operation.value,
    onConflict: 'refuse',
    http: { request, reply, lane: request[PRINCIPAL]?.userId ?? request.ip },
  }
  const answer = await runCall(bound, raw, context)
  if (!answer.ok) return sendFailure(request, reply, answer.error)
  if (answer.value === SENT) return reply
  if (answer.value.isReplayed) reply.header('idempotent-replayed', 'true')
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(answer.value.json)
}

function bodyOf({ call }: BoundCall, request: FastifyRequest): Result<unknown, Failure> {
  const body = Buffer.isBuffer(request.body) ? request.body : undefined
  if (call.takes === 'file') return ok(body ?? Buffer.alloc(0))
  return parseJsonBody(body, request.headers['content-type'], request.headers['content-encoding'])
}

const KEY = /^[\x21-\x7e]{1,200}$/

/** The change's idempotency key, if sent. Ignored for questions. */
function operationOf(
  { call }: BoundCall,
  request: FastifyRequest,
  body: unknown,
): Result<OperationKey | null, Failure> {
  const key = request.headers['idempotency-key']
  if (key !== undefined && call.path === '/user/create-token') return refused(FAILURES.noKeyHere)
  if (key === undefined || call.kind === 'question' || call.access === 'read') return ok(null)
  if (typeof key !== 'string' || !KEY.test(key)) return refused(FAILURES.badKey)
  const path = request.url.replace(/^[^?]*\/api(?=\/)/, '')
  return ok({
    key,
    bodyHash: () => hashRequest(call.method, path, Buffer.isBuffer(body) ? body.toString('base64') : body),
  })
}
