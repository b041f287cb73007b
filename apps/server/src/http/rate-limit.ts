import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FAILURES, HttpFailure } from '../access/failures.ts'

/**
 * Counts a request of a user, or of an address without a sign-in. Rejects over the limit.
 *
 * @param cost as how many requests it counts; default 1
 */
export type Admit = (request: FastifyRequest, userId: string | null, cost?: number) => Promise<void>

/**
 * Limits requests per minute: by signed-in user, else by address (an IPv6 /64 counts as one).
 *
 * @param perMinute null: no limit
 */
export async function createRateLimit(app: FastifyInstance, perMinute: number | null): Promise<Admit> {
  if (perMinute === null) return async () => undefined
  await app.register(rateLimit, { global: false, max: perMinute, timeWindow: 60_000, cache: 20_000 })
  const byAddress = app.createRateLimit()
  const callers = new WeakMap<FastifyRequest, string>()
  const byUser = app.createRateLimit({ keyGenerator: (request) => `user ${callers.get(request)}` })
  return async (request, userId, cost = 1) => {
    if (userId !== null) callers.set(request, userId)
    const count = userId === null ? byAddress : byUser
    // A request that costs more than the limit is possible once a minute.
    for (let counted = 0; counted < Math.min(cost, perMinute); counted++) {
      const limit = await count(request)
      if (!limit.isAllowed && limit.isExceeded) throw new HttpFailure(FAILURES.tooMany, limit.ttlInSeconds)
    }
  }
}
