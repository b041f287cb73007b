import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import { MAX_BODY } from '@cardinal/contract'
import compress from '@fastify/compress'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { FAILURES, failureBody, HttpFailure } from '../access/failures.ts'
import { DOCS_STYLE } from '../calls/docs-page.ts'
import { bindCalls } from '../calls/table.ts'
import { addCallRoutes } from '../http/call-routes.ts'
import {
  type Admit,
  CHECK_EVERY_MS,
  createRateLimit,
  HEAD_TIMEOUT_MS,
  limitConnections,
  REQUEST_TIMEOUT_MS,
  trustOf,
} from '../http/connections.ts'
import { addErrorHandler, loggerOptions, logRequests, sendFailure } from '../http/errors.ts'
import { addSecurityHeaders } from '../http/security-headers.ts'
import { addShareTarget } from '../http/share-target.ts'
import { A_YEAR, serveWebApp } from '../http/web-app.ts'
import type { Identity } from '../identity/identity.ts'
import { addOtherApis } from '../other-apis/index.ts'
import type { Services } from '../services.ts'
import { SHARED_STYLE } from '../sharing/write-page.ts'
import type { Store } from '../store/index.ts'
import { serveMetrics } from './metrics.ts'

interface AppOptions {
  readonly services: Services
  readonly identity: Identity
  /** The folder of the built web app. */
  readonly webRoot: string
  /** ms of event loop delay at which requests are refused; 0: never. */
  readonly overloadedAt?: number
}

/** ms of event loop delay. Clients have timed out by then. */
const OVERLOADED_AT_MS = 3_000

const noSchemas = () => () => {
  throw new Error('Routes have no schemas of fastify: the contract checks what comes and goes.')
}

/** Without fastify's compilers of schemas, which it would load at every start. */
const NO_SCHEMAS = { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } }

/** The HTTP server of one node. It does not listen yet. */
export async function createApp({
  services,
  identity,
  webRoot,
  overloadedAt = OVERLOADED_AT_MS,
}: AppOptions): Promise<FastifyInstance> {
  const { config } = services
  const basePath = new URL(config.publicUrl).pathname.replace(/\/$/, '')
  const app = fastify({
    logger: loggerOptions(config),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustOf(config),
    bodyLimit: MAX_BODY.usual,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEAD_TIMEOUT_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
    exposeHeadRoutes: true,
    // Requests that arrive while stopping are still answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    schemaController: NO_SCHEMAS,
    // A proxy may keep the sub-path or remove it.
    rewriteUrl: ({ url = '/' }) => withoutBase(url, basePath),
    frameworkErrors: (_error, request, reply) => {
      sendFailure(request as FastifyRequest, reply as unknown as FastifyReply, FAILURES.malformedPath)
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return
      const body = failureBody(FAILURES.malformedRequest, randomUUID())
      const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
      socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`)
    },
  })
  limitConnections(app.server, config)
  addSecurityHeaders(app, config)
  addErrorHandler(app)
  logRequests(app)
  await app.register(compress, {
    customTypes: /^application\/x-ndjson/,
    globalDecompression: false,
    // Flush at each write, so that a stream's lines arrive at once.
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
    brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH },
  })
  await app.register(underPressure, {
    maxEventLoopDelay: overloadedAt,
    // A delay is measured up to half of the interval; a longer one gives no sample and counts as endless.
    sampleInterval: 2 * OVERLOADED_AT_MS,
    pressureHandler: () => undefined,
  })
  const admit = await createRateLimit(app, config.rateLimit)
  serveMetrics(app, services)
  await identity.mount(app, async (request) => {
    if (app.isUnderPressure()) throw new HttpFailure(FAILURES.overloaded)
    await admit(request, null)
  })
  const routes = {
    calls: bindCalls(identity),
    services,
    authenticate: (authorization: string | undefined) => identity.authenticator.authenticate(authorization),
    admit,
    isOverloaded: () => app.isUnderPressure(),
  }
  await app.register(async (api) => addCallRoutes(api, routes), { prefix: '/api' })
  await addOtherApis(app, routes)
  const styles = { docs: DOCS_STYLE, shared: SHARED_STYLE }
  for (const [name, style] of Object.entries(styles))
    app.get(`/api/${name}.css`, (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  servePictures(app, services.store, admit)
  await addShareTarget(app, basePath, admit)
  await serveWebApp(app, webRoot, config)
  return app
}

function withoutBase(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  return rest.startsWith('/') ? rest : rest === '' || rest.startsWith('?') ? `/${rest}` : url
}

/**
 * Icons and covers of pages, served without a token. Their name is a keyed hash, which only users with the link's
 * card know.
 */
function servePictures(app: FastifyInstance, { pages }: Pick<Store, 'pages'>, admit: Admit): void {
  app.get<{ Params: { file: string } }>('/api/pictures/:file', async (request, reply) => {
    await admit(request, null)
    const [, name] = /^([0-9a-f]{40})\.webp$/.exec(request.params.file) ?? []
    const picture = name === undefined ? undefined : await pages.picture(name)
    if (picture === undefined) return sendFailure(request, reply, FAILURES.noSuchPath)
    return reply.type('image/webp').header('cache-control', A_YEAR).send(picture)
  })
}
