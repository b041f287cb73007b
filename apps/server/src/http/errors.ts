import type { Failure } from '@cardinal/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FAILURES } from '../access/failures.ts'
import { failureBody, HttpFailure } from './failure.ts'

const RETRY_AFTER = 2

/** Sends a failure in the one shape that all failures have. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
  retryAfter: number | null = null,
): FastifyReply {
  const needsRetryAfter = failure.status === 429 || failure.status === 503
  if (retryAfter !== null || needsRetryAfter) reply.header('retry-after', String(retryAfter ?? RETRY_AFTER))
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
    const failure = failureOf(error)
    if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendFailure(request, reply, failure)
  })
}

/** Returns the failure that an error of fastify, its plugins or the store's drivers stands for. */
export function failureOf(error: FastifyError | Error): Failure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (FULL.test(code)) return FAILURES.diskFull
  if (isStoreAway(error, code)) return FAILURES.storeAway
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status === 415) return FAILURES.notJson
  if (status === 404) return FAILURES.noSuchPath
  if (status === 413) return { status, msg: 'This is too large.' }
  return status >= 400 && status < 500 ? { status, msg: FAILURES.malformedRequest.msg } : FAILURES.ours
}

/** Codes with which the drivers say that the database is away, starting, stopping or too busy to wait for. */
const AWAY =
  /^(?:ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|SQLITE_(?:BUSY|IOERR|READONLY|CANTOPEN)|08|53|57|55P03|25P03|40001|40P01)/
/** Codes with which they say that the disk has no room. */
const FULL = /^(?:SQLITE_FULL|ENOSPC|53100)$/

function isStoreAway(error: Error, code: string): boolean {
  return (
    AWAY.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/.test(
      error.message,
    )
  )
}
