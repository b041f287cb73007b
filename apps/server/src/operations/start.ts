import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Operations } from '../access/operation.ts'
import { type Config, projectRoot } from '../config.ts'
import { bytesOf } from '../files/downloads.ts'
import { KeptPages } from '../files/kept-pages.ts'
import { PdfTexts } from '../files/pdf-texts.ts'
import { Thumbnails } from '../files/thumbnails.ts'
import { createIdentity, type Identity } from '../identity/identity.ts'
import { randomSecret, serverKey } from '../identity/secrets.ts'
import { ImportRuns } from '../import-export/index.ts'
import { newId } from '../lib/ids.ts'
import {
  CopyThread,
  createPageQueue,
  isForbidden,
  KeptPageCopies,
  type PageQueue,
  PictureProcess,
  queueKeptPages,
  queueLinks,
  safeFetch,
} from '../pages/index.ts'
import { Payments } from '../payments/payments.ts'
import { Reminders } from '../reminders/reminders.ts'
import { NodeState, type Services } from '../services.ts'
import { openStore, type Store } from '../store/index.ts'
import { queueMessages } from '../webhooks/messages.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import type { ChangeHook } from '../workspaces/change-workspace.ts'
import { EventBus } from '../workspaces/events.ts'
import { Quotas } from '../workspaces/limits.ts'
import { Replicas } from '../workspaces/replicas.ts'
import { RevisionThinner } from '../workspaces/revisions.ts'
import { createApp } from './app.ts'
import { Housekeeping } from './housekeeping.ts'
import { copyInOwnProcess, ScheduledBackups } from './scheduled-backups.ts'
import { bringUpToDate } from './upgrade.ts'
import { Watch } from './watch.ts'

/** One node. It does not listen yet. */
export interface Node {
  readonly app: FastifyInstance
  readonly store: Store
  readonly identity: Identity
  readonly services: Services
  readonly housekeeping: Housekeeping
  readonly imports: ImportRuns
  /** Null: not configured. */
  readonly backups: ScheduledBackups | null
  readonly watch: Watch
  /** Refuses new requests, waits for running ones, and closes everything. */
  stop(): Promise<void>
}

interface NodeOptions {
  readonly webRoot?: string
  /** ms of event loop delay at which requests are refused; 0: never, for tests with simulated time. */
  readonly overloadedAt?: number
  /** ms since 1970 */
  readonly now?: () => number
  /** The payment provider's API, for tests. */
  readonly paymentApiUrl?: URL
}

/** ms after which running requests are cut off. */
const DRAINED_AFTER_MS = 10_000

/** Opens and migrates the store, and creates a node. */
export async function createNode(config: Config, options: NodeOptions = {}): Promise<Node> {
  const now = options.now ?? Date.now
  const { databaseUrl, dataDir, filesAt } = config
  let report: (error: Error) => void = () => undefined
  const store = await openStore({ databaseUrl, dataDir, filesAt, onError: (error) => report(error) })
  try {
    const migrated = await bringUpToDate(store, config, now())
    const identity = await createIdentity(store, config, now)
    const payments = await createPayments(store, config, now, options.paymentApiUrl ?? null)
    let watch: Watch | null = null
    const warnings = () => watch?.warnings ?? []
    const services = await createServices(store, config, payments, now, warnings, (error) => report(error))
    const webRoot = options.webRoot ?? join(projectRoot(), 'apps/web/dist')
    const app = await createApp({
      services,
      identity,
      webRoot,
      ...(options.overloadedAt !== undefined && { overloadedAt: options.overloadedAt }),
    })
    report = (error) => app.log.error({ err: error }, 'the store reports an error')
    if (migrated !== null) app.log.warn(migrated)
    await services.bus.start()
    const housekeeping = new Housekeeping(store, identity, now, (error) => report(error))
    housekeeping.start()
    const imports = new ImportRuns(services, (error) => report(error))
    imports.start()
    services.reminders.start()
    services.pages?.start()
    services.keptPageCopies.start()
    services.pdfTexts.start()
    services.webhooks?.start()
    watch = new Watch({ store, config, now, log: app.log })
    watch.start()
    const backups =
      config.backups && new ScheduledBackups({ dataDir, ...config.backups }, copyInOwnProcess, now, report)
    backups?.start()
    const node = { app, store, identity, services, housekeeping, imports, backups, watch }
    return { ...node, stop: () => stop(node) }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Null: no payments are configured. */
export async function createPayments(
  store: Store,
  { payments, prices, publicUrl }: Config,
  now: () => number,
  apiUrl: URL | null,
): Promise<Payments | null> {
  if (payments === null) return null
  // Imported on demand: the library is large, and most sites don't need it.
  const { stripeProvider } = await import('../payments/stripe-provider.ts')
  return new Payments(store, stripeProvider({ ...payments, publicUrl, apiUrl, now }), prices, now)
}

async function createServices(
  store: Store,
  config: Config,
  payments: Payments | null,
  now: () => number,
  warnings: Services['warnings'],
  onError: (error: Error) => void,
): Promise<Services> {
  const bus = new EventBus(store, onError)
  let pages: PageQueue | null = null
  const ending = new AbortController()
  const trusted = config.webhookOrigins
  const setting = { testAddress: config.fetchTestAddress, trusted, stopped: ending.signal }
  const sending = {
    fetch: safeFetch(setting),
    isForbidden: (address: string) => isForbidden(address, setting),
  }
  const webhooks = config.sendsWebhooks
    ? new Webhooks({ store, ...sending, trusted, ending, now, onError })
    : null
  const copyThread = new CopyThread()
  const hooks: ChangeHook[] = [queueKeptPages(() => keptPageCopies.wake())]
  if (config.fetchesPages) hooks.push(queueLinks(() => pages?.wake()))
  if (webhooks !== null) hooks.push(queueMessages(() => webhooks.noteAdded()))
  const limits = {
    freeCardLimit: config.freeCardLimit,
    quotaBytes: config.quotaBytes,
    quotas: new Quotas(config.quotaBytes, now),
    revisions: new RevisionThinner(store, now, onError),
    hooks,
  }
  const pictures = new PictureProcess()
  pages = await createPageQueue(config, { store, bus, limits, pictures, copyThread, now, onError })
  const keptPageCopies = new KeptPageCopies({
    store,
    bus,
    limits,
    thread: copyThread,
    bytesOf: (file) => bytesOf(store, file, { start: 0, end: file.size }),
    fetches: config.fetchesPages,
    now,
    onError,
  })
  return {
    config,
    store,
    operations: new Operations(store, now),
    replicas: new Replicas({
      store,
      maxBytes: config.replicaMemoryMb * 1024 * 1024,
    }),
    bus,
    payments,
    reminders: new Reminders(store, contactOf(config), now, onError),
    pages,
    thumbnails: new Thumbnails({ store, pictures, quotas: limits.quotas, now }),
    pdfTexts: new PdfTexts({ store, quotas: limits.quotas, now, onError }),
    keptPages: new KeptPages(store, await serverKey(store, 'kept-pages', randomSecret), now),
    keptPageCopies,
    webhooks,
    state: new NodeState(),
    warnings,
    limits,
    now,
    newId: () => newId(now()),
  }
}

/** Contact for push services. They refuse local addresses, so those are replaced by an e-mail. */
function contactOf({ publicUrl, supportEmail }: Config): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:${supportEmail}`
}

async function stop({
  app,
  store,
  services,
  housekeeping,
  imports,
  backups,
  watch,
}: Omit<Node, 'stop'>): Promise<void> {
  services.state.stop()
  await Promise.all([
    housekeeping.stop(),
    imports.stop(),
    services.reminders.stop(),
    // Before the thumbnails, whose stop ends the picture process. Otherwise an interrupted picture would count as a failure.
    services.pages?.stop(),
    services.keptPageCopies.stop(),
    services.thumbnails.stop(),
    services.pdfTexts.stop(),
    services.webhooks?.stop(),
    backups?.stop(),
    watch.stop(),
  ])
  // Connections that become idle while the server closes would otherwise stay open for another request.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const cutOff = setTimeout(() => app.server.closeAllConnections(), DRAINED_AFTER_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(cutOff)
  await services.state.workEnded()
  await services.limits.revisions.settled()
  await services.bus.stop()
  await store.close()
}
