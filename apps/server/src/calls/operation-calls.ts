import type { docs, health, openapiJson, ready } from '@cardinal/contract'
import { openApi } from '@cardinal/contract/openapi'
import { ok, refused } from '@cardinal/domain'
import { FAILURES } from '../access/failures.ts'
import { publicAddressOrOwn } from '../identity/index.ts'
import { docsPage } from '../operations/docs-page.ts'
import { VERSION } from '../operations/version.ts'
import { type CallContext, type PlainHandler, SENT } from './handler.ts'

export const healthHandler: PlainHandler<typeof health> = async () => ok({ data: { status: 'alive' } })

/** Ready: the store answers, all migrations have run, and the node is not on its way out. */
export const readyHandler: PlainHandler<typeof ready> = async (_input, { services }) => {
  if (services.state.isStopping) return refused(FAILURES.stopping)
  return (await services.store.isReady()) ? ok({ data: { status: 'ready' } }) : refused(FAILURES.storeAway)
}

export const openapiJsonHandler: PlainHandler<typeof openapiJson> = async (_input, context) =>
  ok(openApi({ version: VERSION, serverUrl: serverUrl(context) }))

export const docsHandler: PlainHandler<typeof docs> = async (_input, context) => {
  const { http } = context
  if (http === null) return refused(FAILURES.noSuchPath)
  const document = openApi({ version: VERSION, serverUrl: serverUrl(context) })
  await http.reply.type('text/html; charset=utf-8').send(docsPage(document))
  return ok(SENT)
}

/** Where the calls are, as the one who asks reaches them. */
function serverUrl({ services, http }: CallContext): string {
  return `${publicAddressOrOwn(services.config, http?.request ?? null)}/api`
}
