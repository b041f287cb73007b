import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { FAILURES } from '../access/failures.ts'
import { VERSION } from '../config.ts'
import { sendFailure } from '../http/errors.ts'
import { securityEventCounts } from '../identity/activity.ts'
import type { Services } from '../services.ts'
import type { ServerFigures } from '../store/index.ts'

/** Upper limits in seconds. Most answers take about a millisecond. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Prometheus metrics at `/metrics`: requests by route and status, replicas, the process. Served to this machine and
 * private networks only, never through a proxy.
 */
export function serveMetrics(
  app: FastifyInstance,
  services: Pick<Services, 'replicas' | 'store' | 'now'>,
): void {
  const { replicas } = services
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
  addFigures(registry, services)
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

/** ms for which counts are cached, because counting all cards is slow. */
const COUNTS_KEPT_MS = 60_000

/** Adds figures about the server's contents, and warnings for its operator. */
function addFigures(registry: Registry, { store, now }: Pick<Services, 'store' | 'now'>): void {
  new Gauge({
    name: 'cardinal_info',
    help: 'The version that runs; its value is always 1.',
    labelNames: ['version', 'database'],
    registers: [registry],
  }).set({ version: VERSION, database: store.dialect }, 1)
  new Gauge({
    name: 'cardinal_security_events_total',
    help: 'Wrong passwords and reused sessions since this process began.',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      for (const [event, count] of securityEventCounts) this.set({ event }, count)
    },
  })
  let figures: Promise<ServerFigures> | null = null
  let countedAt = 0
  const counted = () => {
    if (figures === null || now() - countedAt > COUNTS_KEPT_MS) {
      countedAt = now()
      figures = store.serverOverview.figures(now() - 30 * 86_400_000)
      // The next request counts again; this one fails.
      figures.catch(() => {
        figures = null
      })
    }
    return figures
  }
  for (const [name, figure, help] of [
    ['cardinal_users', 'users', 'Users, disabled ones included.'],
    ['cardinal_users_of_30_days', 'users_of_30_days', 'Users whose sessions were used within 30 days.'],
    ['cardinal_cards', 'cards', 'Cards of all users; deleted ones left out.'],
    ['cardinal_stored_bytes', 'stored_bytes', 'Bytes of texts of all users.'],
  ] as const)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set((await counted())[figure])
      },
    })
}

const PRIVATE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd])/i

function isNeighbour(request: FastifyRequest): boolean {
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const isForwarded =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  return isIP(address) !== 0 && PRIVATE.test(address) && !isForwarded
}
