import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

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
