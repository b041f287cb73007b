import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { FAILURES } from '../access/failures.ts'
import { sendFailure } from '../http/errors.ts'
import type { Services } from '../workspaces/services.ts'

/** Seconds; most answers take about a millisecond. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Figures for Prometheus at `/metrics`: requests by route and status, replicas, the process. They are given
 * to neighbours alone (this machine, a private network), never through a proxy.
 */
export function serveMetrics(app: FastifyInstance, { replicas }: Pick<Services, 'replicas'>): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'cardinal_request_seconds',
    help: 'Time from request to answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  new Gauge({
    name: 'cardinal_replica_bytes',
    help: 'Memory that workspaces take, by estimate.',
    registers: [registry],
    collect() {
      this.set(replicas.size().bytes)
    },
  })
  new Gauge({
    name: 'cardinal_replicas',
    help: 'Workspaces held in memory.',
    registers: [registry],
    collect() {
      this.set(replicas.size().count)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    requests.observe(labels, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isNeighbour(request)) return sendFailure(request, reply, FAILURES.noSuchPath)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const PRIVATE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd])/i

function isNeighbour(request: FastifyRequest): boolean {
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const isForwarded =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return isIP(address) !== 0 && PRIVATE.test(address) && !isForwarded
}
