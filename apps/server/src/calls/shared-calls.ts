import {
  type createSharedSearch,
  type Failure,
  type getSharedFeed,
  type getSharedPage,
  type getSharedSearches,
  type removeSharedSearch,
  SHARED_LIMITS,
  type SharedPart,
  type SharedQuery,
  toInstant,
} from '@cardinal/contract'
import { ok, type Result, refused } from '@cardinal/domain'
import { sendTagged } from '../access/exchange.ts'
import { FAILURES } from '../access/failures.ts'
import { inTurn } from '../access/long-answers.ts'
import { noteActivity } from '../identity/activity.ts'
import { publicAddressOrOwn } from '../identity/public-address.ts'
import { randomSecret } from '../identity/secrets.ts'
import type { Services, SharedSearch } from '../services.ts'
import { type SharedListing, sharedListing } from '../sharing/shared-listing.ts'
import { feedJson, feedXml, noSharedPage, sharedPage } from '../sharing/write-page.ts'
import { chooseWorkspace } from '../workspaces/load-rows.ts'
import { callerOf, type PlainHandler, SENT, type TransactionHandler } from './handler.ts'

const NO_SHARED_SEARCH: Failure = { status: 404, msg: 'There is no such shared search.' }
const NO_WORKSPACE: Failure = { status: 404, msg: 'There is no such workspace.' }
const TOO_MANY: Failure = {
  status: 400,
  msg: `At most ${SHARED_LIMITS.searches} searches can be shared. Take one back first.`,
}
const TEXTS_NEEDED: Failure = {
  status: 400,
  msg: 'shows: this search finds no links. Choose texts to share notes and todos.',
}

/** Writers of feeds, by file name. */
const FEEDS: ReadonlyMap<
  string,
  readonly [type: string, write: (listing: SharedListing, page: string) => string]
> = new Map([
  ['feed.xml', ['application/rss+xml; charset=utf-8', feedXml]],
  ['feed.json', ['application/feed+json; charset=utf-8', feedJson]],
])

export const createSharedSearchHandler: TransactionHandler<typeof createSharedSearch> = {
  inTransaction: async ({ tx, user, input: { body }, services, principal }) => {
    const { query, shows, title } = body
    const isOfLinks = query.type === null || query.type === 'hyperlink'
    if (!isOfLinks && !shows.includes('texts')) return refused(TEXTS_NEEDED)
    const workspace = await chooseWorkspace(tx, user, body.workspace_id ?? null)
    if (workspace === undefined) return refused(NO_WORKSPACE)
    if ((await tx.sharedSearches.ofUser(user.id)).length >= SHARED_LIMITS.searches) return refused(TOO_MANY)
    const row = {
      id: services.newId(),
      user_id: user.id,
      workspace_id: workspace.id,
      secret: randomSecret(),
      title: title.trim(),
      shows: JSON.stringify([...new Set(shows)]),
      query: JSON.stringify(query),
      created_at: services.now(),
    }
    await tx.sharedSearches.insert(row)
    await noteActivity(tx, principal, 'search-shared', row.title, services.now())
    return ok({ answer: { data: toWire(row) } })
  },
}

export const getSharedSearchesHandler: PlainHandler<typeof getSharedSearches> = async (_input, context) => {
  const rows = await context.services.store.sharedSearches.ofUser(callerOf(context).userId)
  return ok({ data: rows.map(toWire) })
}

export const removeSharedSearchHandler: TransactionHandler<typeof removeSharedSearch> = {
  inTransaction: async ({ tx, user, input: { body }, services, principal }) => {
    const title = await tx.sharedSearches.remove(user.id, body.shared_id)
    if (title === undefined) return refused(NO_SHARED_SEARCH)
    await noteActivity(tx, principal, 'share-ended', title, services.now())
    return ok({ answer: { data: body.shared_id } })
  },
}

export const getSharedPageHandler: PlainHandler<typeof getSharedPage> = async (
  { params: { secret } },
  { services, http },
) => {
  if (http === null) return refused(FAILURES.noSuchPath)
  const found = await written(services, secret, (listing) => sharedPage(listing, secret))
  if (!found.ok) return found
  http.reply.header('x-robots-tag', 'noindex, nofollow')
  if (found.value === null) await http.reply.code(404).type(HTML).send(noSharedPage())
  else await sendTagged(http, HTML, found.value)
  return ok(SENT)
}

const HTML = 'text/html; charset=utf-8'

export const getSharedFeedHandler: PlainHandler<typeof getSharedFeed> = async (
  { params: { secret, file } },
  { services, http },
) => {
  const feed = FEEDS.get(file)
  if (http === null || feed === undefined) return refused(FAILURES.noSuchPath)
  const page = `${publicAddressOrOwn(services.config, http.request)}/api${pathOf(secret)}`
  const [type, write] = feed
  const found = await written(services, secret, (listing) => write(listing, page))
  if (!found.ok) return found
  if (found.value === null) return refused(FAILURES.noSuchPath)
  http.reply.header('x-robots-tag', 'noindex, nofollow')
  await sendTagged(http, type, found.value)
  return ok(SENT)
}

/** Null: no such shared search. */
function written(
  services: Services,
  secret: string,
  write: (listing: SharedListing) => string,
): Promise<Result<string | null, Failure>> {
  return inTurn(secret, async () => {
    const found = await sharedListing(services, secret)
    if (!found.ok) return found
    return ok(found.value && write(found.value))
  })
}

const pathOf = (secret: string) => `/shared/${secret}`

function toWire({ id, secret, title, shows, query, workspace_id, created_at }: SharedSearch) {
  return {
    shared_id: id,
    title,
    path: `/api${pathOf(secret)}`,
    shows: JSON.parse(shows) as SharedPart[],
    search: (JSON.parse(query) as SharedQuery).search,
    workspace_id,
    createdAt: toInstant(created_at),
  }
}
