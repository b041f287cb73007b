import {
  type docs,
  type getServerOverview,
  type health,
  type openapiJson,
  type ready,
  toInstant,
} from '@cardinal/contract'
import { openApi } from '@cardinal/contract/openapi'
import { ok, refused } from '@cardinal/domain'
import { FAILURES } from '../access/failures.ts'
import { VERSION } from '../config.ts'
import { publicAddressOrOwn } from '../identity/public-address.ts'
import { MACHINE, MEMORY_SHARES } from '../lib/machine.ts'
import { docsPage } from './docs-page.ts'
import { type CallContext, callerOf, type PlainHandler, SENT } from './handler.ts'

export const healthHandler: PlainHandler<typeof health> = async () =>
  ok({ data: { status: 'alive', version: VERSION } })

/**
 * Ready: the store answers, all migrations have run, and the node is not stopping. A node with warnings is
 * ready: it still answers, and neither a restart nor another node would fix the cause.
 */
export const readyHandler: PlainHandler<typeof ready> = async (_input, { services }) => {
  if (services.state.isStopping) return refused(FAILURES.stopping)
  if (!(await services.store.isReady())) return refused(FAILURES.storeAway)
  // Kinds only, because anybody may ask and the sentences name folders and hosts.
  const warnings = [...new Set(services.warnings().map(({ kind }) => kind))]
  return ok({ data: { status: 'ready', ...(warnings.length > 0 && { warnings }) } })
}

export const openapiJsonHandler: PlainHandler<typeof openapiJson> = async (_input, context) =>
  ok(openApi({ version: VERSION, serverUrl: serverUrl(context) }))

export const docsHandler: PlainHandler<typeof docs> = async (_input, context) => {
  const { http } = context
  if (http === null) return refused(FAILURES.noSuchPath)
  const document = openApi({ version: VERSION, serverUrl: serverUrl(context), isInline: true })
  await http.reply.type('text/html; charset=utf-8').send(docsPage(document))
  return ok(SENT)
}

const MONTH_MS = 30 * 86_400_000
/** Most users listed in the overview. */
const MOST_LISTED = 200

export const getServerOverviewHandler: PlainHandler<typeof getServerOverview> = async (_input, context) => {
  const { store, now } = context.services
  if (!(await store.serverOverview.isOwner(callerOf(context).userId))) return refused(FAILURES.notOwner)
  const [figures, users] = await Promise.all([
    store.serverOverview.figures(now() - MONTH_MS),
    store.serverOverview.users(MOST_LISTED),
  ])
  const instant = (time: number | null) => (time === null ? null : toInstant(time))
  const first_users = users.map(({ id, name, createdAt, disabledAt, lastUsedAt, cards, storedBytes }) => ({
    user_id: id,
    name,
    createdAt: toInstant(createdAt),
    disabledAt: instant(disabledAt),
    lastUsedAt: instant(lastUsedAt),
    cards,
    stored_bytes: storedBytes,
  }))
  const { warnings, config } = context.services
  const machine = {
    memory_mb: MACHINE.memoryMb,
    is_memory_limited: MACHINE.isLimited,
    cores: MACHINE.cores,
    resident_mb: Math.round(process.memoryUsage.rss() / 1_048_576),
    workspaces_mb: config.replicaMemoryMb,
    thread_mb: MEMORY_SHARES.thread,
    pictures_mb: MEMORY_SHARES.pictures,
  }
  const warned = warnings().map(({ kind, msg, since }) => ({ kind, msg, since: toInstant(since) }))
  return ok({
    data: { version: VERSION, database: store.dialect, ...figures, first_users, machine, warnings: warned },
  })
}

/** Base URL of the calls as the client reached them. */
function serverUrl({ services, http }: CallContext): string {
  return `${publicAddressOrOwn(services.config, http?.request ?? null)}/api`
}
