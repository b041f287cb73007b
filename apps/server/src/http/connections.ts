import type { Server } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FAILURES, HttpFailure } from '../access/failures.ts'
import type { Config } from '../config.ts'

/**
 * ms for the head of a request, and for all of it. Long enough for 10 MiB on a slow line; short enough that slow senders
 * can't hold thousands of connections open.
 */
export const HEAD_TIMEOUT_MS = 15_000
export const REQUEST_TIMEOUT_MS = 180_000
export const CHECK_EVERY_MS = 5_000

/** Connections per address. A browser opens six, and a household shares an address. */
const MAX_PER_ADDRESS = 256
/** All connections: well below a process's limit of open files. */
const MAX_CONNECTIONS = 8_192

/** Closes new connections of an address that has too many. Trusted proxies are not limited. */
export function limitConnections(server: Server, { trustProxy }: Pick<Config, 'trustProxy'>): void {
  server.maxConnections = MAX_CONNECTIONS
  const openByAddress = new Map<string, number>()
  const isTrusted = trusted(trustProxy)
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isTrusted(address)) return
    const open = openByAddress.get(address) ?? 0
    if (open >= MAX_PER_ADDRESS) return void socket.destroy()
    openByAddress.set(address, open + 1)
    socket.once('close', () => {
      const left = (openByAddress.get(address) ?? 1) - 1
      if (left === 0) openByAddress.delete(address)
      else openByAddress.set(address, left)
    })
  })
}

/** The setting in fastify's form. A number of proxies is counted from the nearest one. */
export function trustOf({ trustProxy }: Pick<Config, 'trustProxy'>) {
  if (typeof trustProxy !== 'number') return trustProxy
  return (_address: string, hop: number) => hop < trustProxy
}

function trusted(trustProxy: Config['trustProxy']): (address: string) => boolean {
  if (trustProxy === false) return () => false
  // Every connection comes from the nearest proxy.
  if (typeof trustProxy === 'number') return () => true
  const isProxy = proxyAddress.compile(trustProxy.split(',').map((part) => part.trim()))
  return (address) => isProxy(address, 0)
}

/**
 * Counts a request by user, or by address without a sign-in. Rejects over the limit.
 *
 * @param cost requests that it counts as; default 1
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
    // A request that costs more than the limit is still possible once a minute.
    for (let counted = 0; counted < Math.min(cost, perMinute); counted++) {
      const limit = await count(request)
      if (!limit.isAllowed && limit.isExceeded) throw new HttpFailure(FAILURES.tooMany, limit.ttlInSeconds)
    }
  }
}
