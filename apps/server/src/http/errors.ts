import type { Failure } from '@cardinal/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failureBody, failureOfError, HttpFailure } from '../access/failures.ts'
import type { Config } from '../config.ts'

const RETRY_AFTER_SECONDS = 2

export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
  retryAfter: number | null = null,
): FastifyReply {
  const needsRetryAfter = failure.status === 429 || failure.status === 503
  if (retryAfter !== null || needsRetryAfter)
    reply.header('retry-after', String(retryAfter ?? RETRY_AFTER_SECONDS))
  // Otherwise the unread rest of the body would keep the connection open.
  if (failure.status === 408) reply.header('connection', 'close')
  if (failure.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(failure.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(failureBody(failure, request.id))
}

/** Turns every error into a failure. Only faults of the server become a 500, and are logged in full. */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | HttpFailure | Error, request, reply) => {
    if (error instanceof HttpFailure) return sendFailure(request, reply, error.failure, error.retryAfter)
    const failure = failureOfError(error)
    if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendFailure(request, reply, failure)
  })
}

/**
 * Logs JSON lines without tokens, texts of cards or search words: no headers, bodies, or query strings (which contain
 * sign-in codes).
 */
export function loggerOptions({ logLevel }: Config) {
  return {
    level: logLevel,
    redact: {
      paths: ['*.authorization', '*.cookie', '*.jwt_access_token', '*.jwt_refresh_token'],
      remove: true,
    },
    serializers: {
      req: (request: { id: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
    },
  }
}

/** One line per request, when it is answered. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (reply.statusCode >= 500) request.log.error(line, 'answered')
    else request.log.info(line, 'answered')
  })
}
