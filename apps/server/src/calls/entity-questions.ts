import {
  type Entity,
  type emptyDeleted,
  entityToWire,
  type getCount,
  type getDeletedEntities,
  type getKeptRevisions,
  type getMatchingEntities,
  type getRevisions,
  type getSortedEntities,
  type getSpecificEntities,
  type InputOf,
  listingOf,
  messageOf,
  type readDueWords,
  toInstant,
  typeToWire,
} from '@cardinal/contract'
import {
  asksAllWorkspaces,
  CARD_TYPES,
  type Card,
  type Id,
  NOTHING_ASKED,
  ok,
  parseKeywords,
  parseSearch,
  refused,
  restorableSince,
  unique,
  utcCalendar,
} from '@cardinal/domain'
import { readDue } from '@cardinal/domain/capture'
import { sendPieces } from '../access/exchange.ts'
import { cardPages } from '../import-export/write-export.ts'
import { inChunks } from '../lib/chunks.ts'
import type { CardQuery } from '../workspaces/asking.ts'
import { emptyCards } from '../workspaces/empty-cards.ts'
import { matchingInAll, openWorkspace } from './ask.ts'
import { type CallContext, callerOf, type PlainHandler, SENT, type TransactionHandler } from './handler.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Cards read at once, because one may have 95 KB. */
const CARDS_PER_READ = 50

export const getCountHandler: PlainHandler<typeof getCount> = async ({ body }, context) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const counts = opened.value.ask('countCards', {})
  return ok({ data: CARD_TYPES.map((type) => ({ type: typeToWire(type), count: counts[type] })) })
}

/** `now` is the person's wall clock. Default: UTC. */
export const readDueWordsHandler: PlainHandler<typeof readDueWords> = async ({ body }, { services }) => {
  const now = body.now ?? new Date(services.now()).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
  return ok({ data: readDue(body.words, now) })
}

export const getSortedEntitiesHandler: PlainHandler<typeof getSortedEntities> = async ({ body }, context) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const { askTexts, userId } = opened.value
  const query = { ...listingOf(body), search: NOTHING_ASKED, second: NOTHING_ASKED, onlyTags: false }
  const found = await askTexts('matchCards', { ...query, parts: 'all' })
  if (!found.ok) return found
  const { cards, total, colorCounts } = found.value
  return ok({
    data: cards.map((card) => entityToWire(card, userId)),
    total_in_db: total,
    color_counts: colorCounts.map(({ color, count }) => ({ color, count })),
  })
}

export const getMatchingEntitiesHandler: PlainHandler<typeof getMatchingEntities> = async (
  { body },
  context,
) => {
  const query = matchingQuery(body, context.services.now())
  if (asksAllWorkspaces(query.search)) return matchingInAll(context, body.workspace_id ?? null, query)
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const { askTexts, userId } = opened.value
  const found = await askTexts('matchCards', query)
  if (!found.ok) return found
  const matches = found.value
  return ok({
    data: matches.cards.map((card) => entityToWire(card, userId)),
    total_in_db: matches.total,
    color_counts: matches.colorCounts.map(({ color, count }) => ({ color, count })),
    intersection_counts: matches.intersectionCounts.map(({ tagId, count }) => ({ _id: tagId, count })),
    tagRanks: matches.tagRanks.map(({ cardId, rank }) => ({ _id: cardId, tagRank: rank })),
  })
}

function matchingQuery(body: InputOf<typeof getMatchingEntities>['body'], now: number): CardQuery {
  return {
    ...listingOf(body),
    search: parseSearch(body.userIsTyping_inSearchbar, utcCalendar(now)),
    second: parseKeywords(body.secondSearchword),
    onlyTags: body.only_tags,
    parts: body.only_count ? 'counts' : 'all',
  }
}

/** In the order of the asked ids, each card once. A missing or deleted card refuses the whole call. */
export const getSpecificEntitiesHandler: PlainHandler<typeof getSpecificEntities> = async (
  { body },
  context,
) => {
  const { userId } = callerOf(context)
  const { services, http } = context
  const { cards } = services.store
  const ids = unique(body.entity_ids)
  const places = await cards.placesOf(userId, ids)
  const living = new Set(places.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id))
  const missing = ids.find((id) => !living.has(id))
  if (missing !== undefined) return refused(messageOf({ kind: 'not-found', what: 'card', id: missing }))
  if (http !== null && ids.length > CARDS_PER_READ) {
    await sendPieces(http, JSON_TYPE, entityPieces(context, ids))
    return ok(SENT)
  }
  const entities: Entity[] = []
  for await (const page of cardPages(services.store, userId, ids))
    for (const card of page) entities.push(entityToWire(card, userId))
  return ok({ data: entities })
}

/** Leaves out cards that were deleted meanwhile. */
async function* entityPieces(context: CallContext, ids: readonly Id[]): AsyncGenerator<string> {
  const { userId } = callerOf(context)
  let count = 0
  yield '{"data":['
  // One card at a time: writing a page at once would hold all its texts twice.
  function* written(page: readonly Card[]) {
    for (const card of page) yield `${count++ === 0 ? '' : ','}${JSON.stringify(entityToWire(card, userId))}`
  }
  for await (const page of cardPages(context.services.store, userId, ids)) yield* inChunks(written(page))
  yield ']}'
}

export const getDeletedEntitiesHandler: PlainHandler<typeof getDeletedEntities> = async (
  { body },
  context,
) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const { userId, workspace } = opened.value
  const { store, now } = context.services
  const { page, limit } = body.params
  const since = restorableSince(now())
  const offset = Math.min(page * limit, Number.MAX_SAFE_INTEGER)
  const { cards, total } = await store.cards.deleted(userId, workspace.id, since, { offset, limit })
  const data = cards.map(({ row, deletedAt }) => ({
    ...entityToWire(row, userId),
    deletedAt: toInstant(deletedAt ?? now()),
  }))
  return ok({ data, total_in_db: total })
}

export const emptyDeletedHandler: TransactionHandler<typeof emptyDeleted> = {
  inTransaction: async ({ tx, user, input: { body }, services }) => {
    const before = restorableSince(services.now())
    const ids = unique(body.entity_ids)
    const data = await tx.housekeeping.endRestoring(user.id, ids, before)
    return ok({ answer: { data }, after: () => emptyCards(services.store, user.id, data, before) })
  },
}

export const getRevisionsHandler: PlainHandler<typeof getRevisions> = async ({ body }, context) => {
  const { userId } = callerOf(context)
  const { store } = context.services
  const id: Id = body.entity_id
  const [card] = await store.cards.byIds(userId, [id])
  if (card === undefined || card.deletedAt !== null)
    return refused(messageOf({ kind: 'not-found', what: 'card', id }))
  const { page, limit } = body.params
  const range = { offset: Math.min(page * limit, Number.MAX_SAFE_INTEGER), limit }
  const [revisions, ofSubnotes, totals] = await Promise.all([
    store.revisions.ofCard(userId, id, range),
    store.revisions.ofSubnotes(userId, id, range),
    store.revisions.counts(userId, id),
  ])
  return ok({
    data: revisions.map(({ content, address, replacedAt }) => ({
      content,
      ...(address !== null && { address }),
      createdAt: toInstant(replacedAt),
    })),
    titles: ofSubnotes.map(({ subnoteId, text, isKept, replacedAt }) => ({
      title_id: subnoteId,
      text,
      is_kept: isKept,
      createdAt: toInstant(replacedAt),
    })),
    total_in_db: totals.contents,
    total_titles: totals.subnotes,
  })
}

export const getKeptRevisionsHandler: PlainHandler<typeof getKeptRevisions> = async ({ body }, context) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const { userId, workspace } = opened.value
  const { store, now } = context.services
  const since = restorableSince(now())
  const kept = await store.revisions.openKept(userId, workspace.id, since, MAX_KEPT_VERSIONS)
  return ok({
    data: kept.map(({ cardId, subnoteId, text, address, replacedAt }) => ({
      entity_id: cardId,
      title_id: subnoteId,
      text,
      ...(address !== null && { address }),
      createdAt: toInstant(replacedAt),
    })),
  })
}

const MAX_KEPT_VERSIONS = 200
