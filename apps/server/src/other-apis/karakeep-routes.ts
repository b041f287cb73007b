import { maxLength } from '@cardinal/contract'
import { displayNameOf, FILE_HASH } from '@cardinal/domain'
import * as z from 'zod/mini'
import { getFileHandler } from '../calls/stored-file-calls.ts'
import { MARKS } from '../import-export/index.ts'
import type { ParamsOf, TagInUse } from '../workspaces/asking.ts'
import { cardAtAddress, cardWithVeryAddress, removeBookmark } from './bookmarks.ts'
import { type Bundle, bundleOf, bundles, removeBundle, saveSearch } from './bundles.ts'
import { ApiRefusal, type Caller, notFound } from './caller.ts'
import {
  addKarakeepBookmark,
  assetsOf,
  attachTags,
  byUrl,
  changeKarakeepBookmark,
  detachTags,
  editedKarakeepBookmark,
  karakeepBookmark,
  karakeepCard,
  karakeepList,
  karakeepPage,
  karakeepPages,
  karakeepSearch,
  karakeepTags,
  namedTag,
  newKarakeepBookmark,
  pageQuery,
  tagList,
} from './karakeep-bookmarks.ts'
import {
  addToList,
  changeManualList,
  editedList,
  listTag,
  listTags,
  makeManualList,
  manualListIn,
  manualLists,
  manualListsOf,
  newList,
  removeFromList,
  type ShownList,
  shownList,
} from './karakeep-lists.ts'
import { karakeepStats } from './karakeep-stats.ts'
import { PAGE_COST, putPage, withSentPage } from './kept-pages.ts'
import {
  type Answer,
  done,
  type Exchange,
  found,
  made,
  type Protocol,
  parsed,
  type Route,
} from './protocol.ts'
import { searchFromKarakeep } from './search-text.ts'
import { NO_LETTER, SentTags } from './sent-tags.ts'
import { removeTag } from './tags.ts'

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
  return found(
    await karakeepPage(
      caller,
      searchFromKarakeep(q, (name) => caller.nameInSearch(name, false)),
      page,
    ),
  )
}

const check = async ({ caller, query }: Exchange) => {
  const card = await cardAtAddress(caller, parsed(byUrl, query).url)
  return found({ bookmarkId: card?.id ?? null })
}

const add = async ({ caller, body }: Exchange) => {
  const bookmark = await addKarakeepBookmark(caller, parsed(newKarakeepBookmark, body))
  return bookmark.alreadyExists ? found(bookmark) : made(bookmark)
}

const singleFile = ({ caller, query }: Exchange) => {
  const { ifexists } = parsed(pageQuery, query)
  return withSentPage(caller, async (page) => {
    const known = caller.isAddOnly ? undefined : await cardWithVeryAddress(caller, page.url)
    const isSkipped = known !== undefined && ifexists === 'skip'
    const id = isSkipped ? known.id : await putPage(caller, known, page, ifexists.startsWith('overwrite'))
    if (known !== undefined && ifexists.endsWith('-recrawl'))
      await caller.call('fetchPages', { body: { entity_ids: [id] } })
    const after = await caller.anew()
    const alreadyExists = known !== undefined
    const bookmark = { ...karakeepBookmark(after, karakeepCard(after, id)), alreadyExists }
    return alreadyExists ? found(bookmark) : made(bookmark)
  })
}

/** The bytes of a kept page, as a download. */
const asset = async ({ caller, params: { assetId = '' } }: Exchange): Promise<Answer> => {
  if (!FILE_HASH.test(assetId)) throw notFound()
  const sent = await getFileHandler({ params: { hash: assetId }, query: {}, body: {} }, caller.context)
  if (!sent.ok) throw new ApiRefusal(sent.error.status, sent.error.msg)
  return { status: 200, isSent: true }
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
function listOf({ id, name, search: query }: Bundle): ShownList {
  return shownList({ id: String(id), name, icon: '🔎', parentId: null, type: 'smart', query })
}

/** Ids of smart lists are numbers; ids of manual lists are those of tags. */
const isSmart = ({ params }: Exchange) => /^\d{1,10}$/.test(params.listId ?? '')
const bundleIn = ({ caller, params }: Exchange) => bundleOf(caller, Number(params.listId))
const listIn = async (exchange: Exchange) =>
  isSmart(exchange) ? listOf(await bundleIn(exchange)) : manualListIn(exchange.caller, exchange.params.listId)
const tagOfList = (exchange: Exchange, refusal: string) => {
  if (isSmart(exchange)) throw new ApiRefusal(400, refusal)
  return listTag(exchange.caller, exchange.params.listId)
}

const lists = async ({ caller }: Exchange) =>
  found({ lists: [...manualLists(caller), ...(await bundles(caller)).map(listOf)] })

/** Only manual lists, as in Karakeep. */
const listsOfBookmark = async (exchange: Exchange) =>
  found({ lists: manualListsOf(exchange.caller, cardIn(exchange).tagIds) })

const makeList = async ({ caller, body }: Exchange) => {
  const sent = parsed(newList, body)
  if (sent.type === 'manual') return made(await makeManualList(caller, sent))
  if (sent.query === undefined) throw new ApiRefusal(400, 'Smart lists must have a query', 'query')
  return made(
    listOf(
      await saveSearch(
        caller,
        searchFromKarakeep(sent.query, (name) => caller.nameInSearch(name, false)),
        null,
      ),
    ),
  )
}

const changeList = async (exchange: Exchange) => {
  const { caller, body, params } = exchange
  const sent = parsed(editedList, body)
  if (!isSmart(exchange))
    return found(await changeManualList(caller, manualListIn(caller, params.listId), sent))
  const bundle = await bundleIn(exchange)
  if (sent.name !== undefined && sent.name !== bundle.name)
    throw new ApiRefusal(400, 'A smart list is called like its query here.', 'name')
  if (sent.parentId != null) throw new ApiRefusal(400, 'Smart lists stand at the top here.', 'parentId')
  if (sent.query === undefined) return found(listOf(bundle))
  return found(
    listOf(
      await saveSearch(
        caller,
        searchFromKarakeep(sent.query, (name) => caller.nameInSearch(name, false)),
        bundle,
      ),
    ),
  )
}

const removeList = async (exchange: Exchange) => {
  const { caller, params } = exchange
  if (isSmart(exchange)) await removeBundle(caller, await bundleIn(exchange))
  else await removeTag(caller, listTag(caller, params.listId).id)
  return done
}

const bookmarksOfList = async (exchange: Exchange) => {
  const { caller, params, query } = exchange
  const { archived: _a, favourited: _f, ...page } = parsed(karakeepList, query)
  if (isSmart(exchange)) return found(await karakeepPage(caller, (await bundleIn(exchange)).search, page))
  return found(await karakeepPage(caller, '', page, listTag(caller, params.listId).id))
}

const putIntoList = async (exchange: Exchange) => {
  const { id } = tagOfList(exchange, 'Smart lists cannot be added to')
  const card = cardIn(exchange)
  if (!card.tagIds.includes(id)) await addToList(exchange.caller, id, card.id)
  return done
}

const takeFromList = async (exchange: Exchange) => {
  const { id } = tagOfList(exchange, 'Smart lists cannot be removed from')
  const card = cardIn(exchange)
  if (!card.tagIds.includes(id)) throw new ApiRefusal(400, `Bookmark ${card.id} is already not in list ${id}`)
  await removeFromList(exchange.caller, id, card.id)
  return done
}

function tagOf(tag: TagInUse) {
  const { id, cardCount } = tag
  return {
    id,
    name: displayNameOf(tag),
    numBookmarks: cardCount,
    numBookmarksByAttachedType: { human: cardCount },
  }
}

function tagIn({ caller, params }: Exchange): TagInUse {
  const { tagId = '' } = params
  const [tag] = /^[0-9a-f]{24}$/.test(tagId) ? caller.ask('tagsById', { ids: [tagId] }) : []
  if (tag === undefined) throw notFound()
  return tag
}

const tags = async ({ caller, query }: Exchange) => {
  const { nameContains, sort, attachedBy, cursor, limit } = parsed(tagList, query)
  // No tags here were attached by an AI.
  if (attachedBy === 'ai') return found({ tags: [], nextCursor: null })
  const page = await caller.tagPage({
    ...(sort === 'name' ? {} : { order: { by: 'most', of: 'tagged' } }),
    without: [MARKS.archived, MARKS.favourite, ...listTags(caller).map(({ name }) => name)],
    containing: nameContains?.toLowerCase() ?? '',
    isOnCards: attachedBy === undefined ? null : attachedBy === 'human',
    from: cursor === undefined ? null : placeIn(cursor, sort === 'name'),
    limit: limit + 1,
  })
  const next = page.tags[limit]
  const nextCursor = next === undefined ? null : `${next.id}_${sort === 'name' ? next.name : next.cardCount}`
  return found({ tags: page.tags.slice(0, limit).map(tagOf), nextCursor })
}

function placeIn(cursor: string, isByName: boolean): ParamsOf<'pageOfTags'>['from'] {
  const [id, key] = [cursor.slice(0, 24), cursor.slice(25)]
  if (isByName) return { id, name: key }
  if (!/^\d{1,9}$/.test(key)) throw new ApiRefusal(400, 'Must be a valid cursor', 'cursor')
  return { id, cardCount: Number(key) }
}

const makeTag = async ({ caller, body }: Exchange) => {
  const tags = tagSent(caller, parsed(namedTag, body).name)
  await caller.change(tags.changes())
  const tag = (await caller.anew()).tagNamed(tags.names[0] ?? '')
  if (tag === undefined) throw notFound()
  return made({ id: tag.id, name: displayNameOf(tag) })
}

const renameTag = async (exchange: Exchange) => {
  const { caller, body } = exchange
  const before = tagIn(exchange)
  const { id } = before
  await caller.change(tagSent(caller, parsed(namedTag, body).name).renaming(before))
  const [tag] = (await caller.anew()).ask('tagsById', { ids: [id] })
  if (tag === undefined) throw notFound()
  return found({ id, name: displayNameOf(tag) })
}

/** @throws ApiRefusal if no letter or digit of the name is left */
function tagSent(caller: Caller, name: string): SentTags {
  const tags = new SentTags(caller, [name], false)
  if (tags.names.length === 0) throw new ApiRefusal(400, NO_LETTER, 'name')
  return tags
}

const deleteTag = async (exchange: Exchange) => {
  await removeTag(exchange.caller, tagIn(exchange).id)
  return done
}

const bookmarksOfTag = async (exchange: Exchange) => {
  const { archived: _a, favourited: _f, ...page } = parsed(karakeepList, exchange.query)
  // Only the cards with the tag itself, not with tags that imply it: clients show these tags.
  return found(await karakeepPage(exchange.caller, '', page, tagIn(exchange).id))
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

/**
 * Karakeep's highlights are offsets in the text of its own copy. Ours are subnotes, and clients see them in `note`.
 */
const noHighlights = async ({ query }: Exchange) => {
  parsed(karakeepPages, query)
  return found({ highlights: [], nextCursor: null })
}
const noHighlight = async () => {
  throw new ApiRefusal(404, 'Highlight not found')
}
const addHighlight = async ({ caller, body }: Exchange) => {
  karakeepCard(caller, parsed(sentHighlight, body).bookmarkId)
  throw new ApiRefusal(
    400,
    'Highlights are places in a text of Karakeep’s. Make them in Cardinal, on the copy of a page.',
  )
}
const sentHighlight = z.object({ bookmarkId: z.string().check(maxLength(24)) })

const SEARCHES_COST = 20

/** Supported calls of Karakeep's API (https://docs.karakeep.app/api). */
const ROUTES: readonly Route[] = [
  ['GET', '/bookmarks', list],
  ['POST', '/bookmarks', add],
  ['GET', '/bookmarks/search', search],
  ['GET', '/bookmarks/check-url', check],
  ['POST', '/bookmarks/singlefile', singleFile, PAGE_COST],
  ['GET', '/assets/:assetId', asset],
  [
    'GET',
    '/bookmarks/:bookmarkId',
    async (exchange) => found(karakeepBookmark(exchange.caller, cardIn(exchange))),
  ],
  ['PATCH', '/bookmarks/:bookmarkId', edit],
  ['DELETE', '/bookmarks/:bookmarkId', remove],
  ['POST', '/bookmarks/:bookmarkId/tags', attach],
  ['DELETE', '/bookmarks/:bookmarkId/tags', detach],
  ['GET', '/bookmarks/:bookmarkId/lists', listsOfBookmark],
  [
    'GET',
    '/bookmarks/:bookmarkId/highlights',
    async (exchange) => {
      cardIn(exchange)
      return found({ highlights: [] })
    },
  ],
  [
    'GET',
    '/bookmarks/:bookmarkId/assets',
    async (exchange) => {
      return found({ assets: assetsOf(cardIn(exchange)) })
    },
  ],
  ['GET', '/lists', lists],
  ['POST', '/lists', makeList],
  ['GET', '/lists/:listId', async (exchange) => found(await listIn(exchange))],
  ['PATCH', '/lists/:listId', changeList],
  ['DELETE', '/lists/:listId', removeList],
  ['GET', '/lists/:listId/bookmarks', bookmarksOfList],
  ['PUT', '/lists/:listId/bookmarks/:bookmarkId', putIntoList],
  ['DELETE', '/lists/:listId/bookmarks/:bookmarkId', takeFromList],
  ['GET', '/tags', tags],
  ['POST', '/tags', makeTag],
  ['GET', '/tags/:tagId', async (exchange) => found(tagOf(tagIn(exchange)))],
  ['PATCH', '/tags/:tagId', renameTag],
  ['DELETE', '/tags/:tagId', deleteTag],
  ['GET', '/tags/:tagId/bookmarks', bookmarksOfTag],
  ['GET', '/highlights', noHighlights],
  ['POST', '/highlights', addHighlight],
  ['GET', '/highlights/:highlightId', noHighlight],
  ['PATCH', '/highlights/:highlightId', noHighlight],
  ['DELETE', '/highlights/:highlightId', noHighlight],
  ['GET', '/users/me', me],
  ['GET', '/users/me/stats', async ({ caller }) => found(await karakeepStats(caller)), SEARCHES_COST],
]

/** Ids in Karakeep's API are strings, so ours are used. The key is a personal token. */
export const KARAKEEP: Protocol = {
  prefix: '/api/v1',
  ownsPrefix: true,
  routes: ROUTES,
  streaming: [singleFile],
  adding: [add, singleFile],
  scheme: 'Bearer',
  tokenOf: ({ headers }) => /^Bearer (\S{1,500})$/i.exec(headers.authorization ?? '')?.[1] ?? '',
  refusal: (message, field) => ({
    code: 'refused',
    message: field === null ? message : `${field}: ${message}`,
  }),
}
