import { MARKS } from '../import-export/index.ts'
import type { TagInUse } from '../workspaces/asking.ts'
import { cardWithAddress, removeBookmark } from './bookmarks.ts'
import { type Bundle, bundleOf, bundles, removeBundle, saveSearch } from './bundles.ts'
import { ApiRefusal, type Caller, notFound } from './caller.ts'
import {
  addKarakeepBookmark,
  attachTags,
  byUrl,
  changeKarakeepBookmark,
  detachTags,
  editedKarakeepBookmark,
  karakeepBookmark,
  karakeepCard,
  karakeepList,
  karakeepPage,
  karakeepSearch,
  karakeepTags,
  namedTag,
  newKarakeepBookmark,
  newList,
  ownName,
  tagList,
} from './karakeep-bookmarks.ts'
import { done, type Exchange, found, made, type Protocol, parsed, type Route } from './protocol.ts'
import { searchFromKarakeep } from './search-text.ts'
import { removeTag } from './tags.ts'

/** Cards created at the same millisecond that are read; an import may create many. */
const MOST = 100_000
const SEARCHES_COST = 20

const list = async ({ caller, query }: Exchange) => {
  const { archived, favourited, ...page } = parsed(karakeepList, query)
  const parts = [stateOf(MARKS.archived, archived), stateOf(MARKS.favourite, favourited)]
  return found(await karakeepPage(caller, parts.filter((part) => part !== '').join(', '), page))
}

function stateOf(mark: string, isAsked: 'true' | 'false' | undefined): string {
  return isAsked === undefined ? '' : `${isAsked === 'true' ? '' : '-'}tag:${mark}`
}

const search = async ({ caller, query }: Exchange) => {
  const { q, ...page } = parsed(karakeepSearch, query)
  return found(await karakeepPage(caller, searchFromKarakeep(q, nameIn(caller)), page))
}

/** Our name for a tag in a search; an unknown one stays, and matches nothing. */
function nameIn(caller: Caller): (shown: string) => string {
  const naming = caller.tagNaming()
  return (shown) => naming(shown) ?? shown
}

const check = async ({ caller, query }: Exchange) => {
  const card = await cardWithAddress(caller, parsed(byUrl, query).url)
  return found({ bookmarkId: card?.id ?? null })
}

const add = async ({ caller, body }: Exchange) => {
  const { isNew, bookmark } = await addKarakeepBookmark(caller, parsed(newKarakeepBookmark, body))
  return isNew ? made(bookmark) : found(bookmark)
}

const cardIn = ({ caller, params }: Exchange) => karakeepCard(caller, params.bookmarkId)

const edit = async (exchange: Exchange) => {
  const sent = parsed(editedKarakeepBookmark, exchange.body)
  return found(await changeKarakeepBookmark(exchange.caller, cardIn(exchange), sent))
}

const remove = async (exchange: Exchange) => {
  await removeBookmark(exchange.caller, cardIn(exchange))
  return done
}

const attach = async (exchange: Exchange) => {
  const { tags } = parsed(karakeepTags, exchange.body)
  return found({ attached: await attachTags(exchange.caller, cardIn(exchange), tags) })
}
const detach = async (exchange: Exchange) => {
  const { tags } = parsed(karakeepTags, exchange.body)
  return found({ detached: await detachTags(exchange.caller, cardIn(exchange), tags) })
}

/** A saved search as a smart list. */
function listOf({ id, name, search: query }: Bundle) {
  const isOwn = { public: false, hasCollaborators: false, userRole: 'owner' }
  return {
    id: String(id),
    name,
    description: null,
    icon: '🔎',
    parentId: null,
    type: 'smart',
    query,
    ...isOwn,
  }
}

async function bundleIn({ caller, params }: Exchange): Promise<Bundle> {
  if (!/^\d{1,10}$/.test(params.listId ?? '')) throw notFound()
  return bundleOf(caller, Number(params.listId))
}

const lists = async ({ caller }: Exchange) => found({ lists: (await bundles(caller)).map(listOf) })

const listsOfBookmark = async (exchange: Exchange) => {
  const { caller } = exchange
  const { id, createdAt } = cardIn(exchange)
  // Only that millisecond, so that not all matches are read.
  const dates = { field: 'created', start: createdAt, end: createdAt + 1 } as const
  const holding: Bundle[] = []
  for (const bundle of await bundles(caller)) {
    const { cards } = await caller.cards(null, bundle.search, { offset: 0, limit: MOST, dates })
    if (cards.some((card) => card.id === id)) holding.push(bundle)
  }
  return found({ lists: holding.map(listOf) })
}

const makeList = async ({ caller, body }: Exchange) => {
  const { type, query } = parsed(newList, body)
  if (type === 'manual' || query === undefined)
    throw new ApiRefusal(400, 'Lists are saved searches here: make a smart list with a query.', 'type')
  return made(listOf(await saveSearch(caller, searchFromKarakeep(query, nameIn(caller)), null)))
}

const removeList = async (exchange: Exchange) => {
  await removeBundle(exchange.caller, await bundleIn(exchange))
  return done
}

const bookmarksOfList = async (exchange: Exchange) => {
  const { archived: _a, favourited: _f, ...page } = parsed(karakeepList, exchange.query)
  return found(await karakeepPage(exchange.caller, (await bundleIn(exchange)).search, page))
}

function tagOf({ id, name, cardCount }: TagInUse) {
  return { id, name, numBookmarks: cardCount, numBookmarksByAttachedType: { human: cardCount } }
}

function tagIn({ caller, params }: Exchange): TagInUse {
  const { tagId = '' } = params
  const [tag] = /^[0-9a-f]{24}$/.test(tagId) ? caller.ask('tagsById', { ids: [tagId] }) : []
  if (tag === undefined) throw notFound()
  return tag
}

const tags = async ({ caller, query }: Exchange) => {
  const { nameContains, sort, attachedBy, cursor, limit } = parsed(tagList, query)
  // No AI attaches tags here.
  if (attachedBy === 'ai') return found({ tags: [], nextCursor: null })
  const page = caller.tagPage({
    ...(sort === 'name' ? {} : { order: { by: 'most', of: 'tagged' } }),
    without: [MARKS.archived, MARKS.favourite],
    containing: nameContains?.toLowerCase() ?? '',
    isOnCards: attachedBy === undefined ? null : attachedBy === 'human',
    offset: cursor,
    limit,
  })
  const next = cursor + limit
  const nextCursor = limit > 0 && next < page.total ? String(next) : null
  return found({ tags: page.tags.map(tagOf), nextCursor })
}

const makeTag = async ({ caller, body }: Exchange) => {
  const name = ownName(parsed(namedTag, body).name)
  const sent = { frontendGeneratedTags: [{ tag_name: name }] }
  await caller.change([{ method: 'POST', path: '/tag/create-many-from-keyword', body: sent }])
  const tag = (await caller.anew()).tagNamed(name)
  if (tag === undefined) throw notFound()
  return made({ id: tag.id, name: tag.name })
}

const renameTag = async (exchange: Exchange) => {
  const { id } = tagIn(exchange)
  const new_tag_name = ownName(parsed(namedTag, exchange.body).name)
  await exchange.caller.change([
    { method: 'POST', path: '/tag/rename-one', body: { tag_id: id, new_tag_name } },
  ])
  return found({ id, name: new_tag_name })
}

const deleteTag = async (exchange: Exchange) => {
  await removeTag(exchange.caller, tagIn(exchange).id)
  return done
}

const bookmarksOfTag = async (exchange: Exchange) => {
  const { archived: _a, favourited: _f, ...page } = parsed(karakeepList, exchange.query)
  // Without implied tags: clients find what they see on bookmarks.
  return found(await karakeepPage(exchange.caller, `tag:${tagIn(exchange).name}!`, page))
}

const me = async ({ caller }: Exchange) => {
  const user = await caller.context.services.store.users.byId(caller.userId)
  return found({
    id: caller.userId,
    name: user?.name ?? null,
    email: user?.email ?? null,
    image: null,
    localUser: true,
  })
}

/** Highlights are not supported in this protocol. */
const noHighlights = async () => found({ highlights: [], nextCursor: null })

/** Supported calls of Karakeep's REST API (https://docs.karakeep.app/api). */
const ROUTES: readonly Route[] = [
  ['GET', '/bookmarks', list],
  ['POST', '/bookmarks', add],
  ['GET', '/bookmarks/search', search],
  ['GET', '/bookmarks/check-url', check],
  [
    'GET',
    '/bookmarks/:bookmarkId',
    async (exchange) => found(karakeepBookmark(exchange.caller, cardIn(exchange))),
  ],
  ['PATCH', '/bookmarks/:bookmarkId', edit],
  ['DELETE', '/bookmarks/:bookmarkId', remove],
  ['POST', '/bookmarks/:bookmarkId/tags', attach],
  ['DELETE', '/bookmarks/:bookmarkId/tags', detach],
  ['GET', '/bookmarks/:bookmarkId/lists', listsOfBookmark, SEARCHES_COST],
  ['GET', '/bookmarks/:bookmarkId/highlights', noHighlights],
  ['GET', '/lists', lists],
  ['POST', '/lists', makeList],
  ['GET', '/lists/:listId', async (exchange) => found(listOf(await bundleIn(exchange)))],
  ['DELETE', '/lists/:listId', removeList],
  ['GET', '/lists/:listId/bookmarks', bookmarksOfList],
  ['GET', '/tags', tags],
  ['POST', '/tags', makeTag],
  ['GET', '/tags/:tagId', async (exchange) => found(tagOf(tagIn(exchange)))],
  ['PATCH', '/tags/:tagId', renameTag],
  ['DELETE', '/tags/:tagId', deleteTag],
  ['GET', '/tags/:tagId/bookmarks', bookmarksOfTag],
  ['GET', '/highlights', noHighlights],
  ['GET', '/users/me', me],
]

/** Karakeep's API uses string ids, so ours serve. The key is a personal token. */
export const KARAKEEP: Protocol = {
  prefix: '/api/v1',
  ownsPrefix: true,
  routes: ROUTES,
  adding: [add],
  scheme: 'Bearer',
  tokenOf: ({ headers }) => /^Bearer (\S{1,500})$/i.exec(headers.authorization ?? '')?.[1] ?? '',
  refusal: (message, field) => ({
    code: 'refused',
    message: field === null ? message : `${field}: ${message}`,
  }),
}
