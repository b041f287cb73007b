import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FAILURES, HttpFailure } from '../access/failures.ts'

/**
 * Counts a request of a user, or of an address where nobody is signed in. Rejects when there were too many.
 *
 * @param cost as how many requests it counts; 1 where it is left out
 */
export type Admit = (request: FastifyRequest, userId: string | null, cost?: number) => Promise<void>

/**
 * Limits requests a minute: those of a signed-in user together, others by address (a household's /64 of IPv6
 * addresses as one).
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
    // What costs more than a whole minute allows can still be done, once in that minute.
    for (let counted = 0; counted < Math.min(cost, perMinute); counted++) {
      const limit = await count(request)
      if (!limit.isAllowed && limit.isExceeded) throw new HttpFailure(FAILURES.tooMany, limit.ttlInSeconds)
    }
  }
}
