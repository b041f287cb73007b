import {
  askedTagOrder,
  type Failure,
  type getAllTags,
  type getMatchingTagsByEntityIds,
  type getMatchingTagsBySearchword,
  type getSiblingTags,
  type getSuggestedTags,
  type InputOf,
  reasonToWire,
  tagToWire,
  typeFromWire,
  type WireTag,
  type WireType,
} from '@cardinal/contract'
import {
  type CardType,
  DEFAULT_TAG_ORDER,
  ok,
  parseSearch,
  type Result,
  searchesIn,
  type TagOrder,
  utcCalendar,
  withoutLastWord,
} from '@cardinal/domain'
import { sendPieces } from '../access/exchange.ts'
import { inChunks } from '../lib/chunks.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { ALL_CARDS, type Asking, type Suggestion, type TagInUse } from '../workspaces/asking.ts'
import { longList, openWorkspace } from './ask.ts'
import { type CallContext, type PlainHandler, SENT } from './handler.ts'

/** An answer with more tags than this is written in slices. */
const TAGS_PER_READ = 1_000
/** Tags in a slice. */
const READ_AT_ONCE = 50
const JSON_TYPE = 'application/json; charset=utf-8'

/** With the ids of their cards where asked for. */
export async function tagsToWire(
  tags: readonly TagInUse[],
  asking: Asking,
  context: CallContext,
  withIds: boolean,
): Promise<WireTag[]> {
  return tags.map(await tagWriter(tags, asking, context, withIds))
}

async function tagWriter(
  tags: readonly TagInUse[],
  { userId }: Asking,
  { services }: CallContext,
  withIds: boolean,
): Promise<(tag: TagInUse) => WireTag> {
  if (!withIds) return (tag) => tagToWire(tag, tag)
  const ids = tags.map((tag) => tag.id)
  const cardIdsByTagId = await services.store.tags.cardIds(userId, ids)
  const none = { link: [], note: [], todo: [] }
  return (tag) => tagToWire(tag, { ...tag, cardIds: cardIdsByTagId.get(tag.id) ?? none })
}

/** `total_in_db` counts all tags of the workspace. */
async function listOf(
  tags: readonly TagInUse[],
  asking: Asking,
  context: CallContext,
  withIds: boolean,
): Promise<{ data: WireTag[]; count: number; total_in_db: number }> {
  const total = asking.ask('countTags', {})
  const data = await tagsToWire(tags, asking, context, withIds)
  return { data, count: data.length, total_in_db: total }
}

export const getAllTagsHandler: PlainHandler<typeof getAllTags> = async ({ body }, context) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const order = askedTagOrder(body) ?? DEFAULT_TAG_ORDER
  const { http } = context
  if (http !== null && opened.value.ask('countTags', {}) > TAGS_PER_READ) {
    // The tags are sorted once the answer has a place, so that a waiting answer holds no rows.
    await sendPieces(http, JSON_TYPE, tagPieces(body, order, context))
    return ok(SENT)
  }
  const tags = opened.value.ask('allTags', { order })
  const toWire = await tagWriter(tags, opened.value, context, body.with_ids)
  const weightOf = ({ otherNames, parentIds, childGroupIds }: TagInUse) =>
    1 + ((otherNames?.length ?? 0) + (parentIds?.length ?? 0) + (childGroupIds?.length ?? 0)) / 10
  return ok(await longList(tags, toWire, weightOf, { count: tags.length, total_in_db: tags.length }))
}

async function* tagPieces(
  body: InputOf<typeof getAllTags>['body'],
  order: TagOrder,
  context: CallContext,
): AsyncGenerator<string> {
  const opened = await openWorkspace(context, body.workspace_id)
  // Deleted since the request began. A broken connection is better than an empty list.
  if (!opened.ok) throw new Error('The workspace of this list was deleted.')
  const asking = opened.value
  await yieldToEventLoop()
  const ids = asking.ask('tagIdsInOrder', { order })
  let count = 0
  yield '{"data":['
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    // Tags deleted meanwhile are left out.
    const some = asking.ask('tagsById', { ids: ids.slice(at, at + READ_AT_ONCE) }).flatMap((tag) => tag ?? [])
    const toWire = await tagWriter(some, asking, context, body.with_ids)
    yield* inChunks(some.map((tag) => `${count++ === 0 ? '' : ','}${JSON.stringify(toWire(tag))}`))
  }
  yield `],"count":${count},"total_in_db":${count}}`
}

export const getMatchingTagsBySearchwordHandler: PlainHandler<typeof getMatchingTagsBySearchword> = async (
  { body },
  context,
) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const tags = opened.value.ask('tagsBySearchword', { keywords: body.keywords })
  return ok(await listOf(tags, opened.value, context, body.with_ids))
}

export const getMatchingTagsByEntityIdsHandler: PlainHandler<typeof getMatchingTagsByEntityIds> = async (
  { body },
  context,
) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const tags = opened.value.ask('tagsOfCards', { cardIds: body.entity_ids, type: asked(body.type) })
  return ok(await listOf(tags, opened.value, context, body.with_ids))
}

export const getSiblingTagsHandler: PlainHandler<typeof getSiblingTags> = async ({ body }, context) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const { tag_ids: tagIds, negative_tag_ids: negativeTagIds } = body
  if (!body.is_enabled) return ok({ data: { tag_ids_for_orOperator: [], tag_ids_for_andOperator: [] } })
  const siblings = await opened.value.askTexts('siblingTags', {
    tagIds,
    negativeTagIds,
    type: asked(body.type),
  })
  if (!siblings.ok) return siblings
  return ok({
    data: {
      tag_ids_for_orOperator: siblings.value.anyOf.map(({ tagId }) => tagId),
      tag_ids_for_andOperator: siblings.value.allOf.map(({ tagId }) => tagId),
    },
  })
}

export const getSuggestedTagsHandler: PlainHandler<typeof getSuggestedTags> = async ({ body }, context) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const { store, now } = context.services
  const user = await store.users.byId(opened.value.userId)
  const suggested =
    body.purpose === 'narrow'
      ? await narrowing(
          body,
          opened.value,
          user === undefined ? [] : searchesIn(user, opened.value.workspace.id),
          now(),
        )
      : await labels(body, opened.value, now())
  if (!suggested.ok) return suggested
  return ok({
    data: suggested.value.map(({ tag, score, reasons }) => ({
      tag_id: tag.id,
      tag_name: tag.name,
      score,
      reasons: reasons.map(reasonToWire),
    })),
  })
}

type Wanted = InputOf<typeof getSuggestedTags>['body']

/** Tags that narrow a search. Chosen tags count as words that come before the typed one. */
function narrowing(
  body: Wanted,
  { ask, askTexts }: Asking,
  savedSearches: readonly string[],
  now: number,
): Promise<Result<readonly Suggestion[], Failure>> {
  const chosen = ask('tagsById', { ids: body.tag_ids }).flatMap((tag) =>
    tag === undefined ? [] : [tag.name],
  )
  const text = [...chosen, body.userIsTyping_inSearchbar].join(', ')
  const calendar = utcCalendar(now)
  return askTexts('suggestNarrowing', {
    query: {
      ...ALL_CARDS,
      type: asked(body.type),
      search: parseSearch(text, calendar),
      offset: 0,
      limit: 0,
      parts: 'counts',
    },
    text,
    finished: parseSearch(withoutLastWord(text), calendar),
    savedSearches,
    now,
    limit: body.limit,
  })
}

function labels(
  body: Wanted,
  { askTexts }: Asking,
  now: number,
): Promise<Result<readonly Suggestion[], Failure>> {
  return askTexts('suggestLabels', {
    text: body.userIsTyping_inSearchbar,
    type: asked(body.type),
    cardId: body.entity_id ?? null,
    tagIds: body.tag_ids,
    now,
    limit: body.limit,
    withRecent: body.with_recent,
  })
}

function asked(type: WireType | null): CardType | null {
  return type === null ? null : typeFromWire(type)
}
