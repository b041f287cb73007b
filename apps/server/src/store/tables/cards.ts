import type { Card, CardCounts, CardType, Color, Id, Subnote } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type { CardTable } from '../schema.ts'
import { type Db, readInBatches } from './db.ts'
import { prepared } from './prepared.ts'
import { type FeedPlace, rowsInWorkspace } from './rows-in-workspace.ts'
import type { Stored } from './stored.ts'

const CARDS = rowsInWorkspace('card')

/** Cards with their subnotes and tags, which lie in tables of their own. */
export function cardsTable(db: Db) {
  const whole = (userId: Id, rows: readonly Selectable<CardTable>[]) => withParts(db, userId, rows)
  return {
    /** Deleted ones too. */
    byIds: async (userId: Id, ids: readonly Id[]): Promise<Stored<Card>[]> =>
      whole(userId, await CARDS.byIds(db, userId, ids)),
    /** Living cards that carry any of these tags. */
    carrying: async (userId: Id, tagIds: readonly Id[]): Promise<Stored<Card>[]> =>
      whole(
        userId,
        await readInBatches(tagIds, (batch) =>
          db
            .selectFrom('card')
            .selectAll()
            .where('user_id', '=', userId)
            .where('deleted_at', 'is', null)
            .where('id', 'in', (query) =>
              query
                .selectFrom('card_tag')
                .select('card_id')
                .where('user_id', '=', userId)
                .where('tag_id', 'in', batch),
            )
            .orderBy('id')
            .execute(),
        ),
      ),
    /** A page of living cards, newest first, after the place where the page before ended. */
    newest: async (
      userId: Id,
      workspaceId: Id,
      after: { createdAt: number; id: Id } | null,
      limit: number,
    ): Promise<Stored<Card>[]> => {
      let query = db
        .selectFrom('card')
        .selectAll()
        .where('user_id', '=', userId)
        .where('workspace_id', '=', workspaceId)
        .where('deleted_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      if (after !== null)
        // The first condition is the range that an index can begin at; the second alone would be right, too.
        query = query
          .where('created_at', '<=', after.createdAt)
          .where((where) => where.or([where('created_at', '<', after.createdAt), where('id', '<', after.id)]))
      return whole(userId, await query.execute())
    },
    /** A page of cards changed after `rev`, deleted ones too, in the order of changing. */
    changedAfter: async (
      userId: Id,
      workspaceId: Id,
      after: FeedPlace,
      limit: number,
    ): Promise<Stored<Card>[]> =>
      whole(userId, await CARDS.changedAfter(db, userId, workspaceId, after, limit)),
    /** Deleted cards that can still be brought back, the last deleted first. */
    deleted: async (
      userId: Id,
      workspaceId: Id,
      since: number,
      page: { offset: number; limit: number },
    ): Promise<{ cards: Stored<Card>[]; total: number }> => {
      const query = db
        .selectFrom('card')
        .where('user_id', '=', userId)
        .where('workspace_id', '=', workspaceId)
        .where('deleted_at', '>', since)
      const rows = await query
        .selectAll()
        .orderBy('deleted_at', 'desc')
        .orderBy('id')
        .limit(page.limit)
        .offset(page.offset)
        .execute()
      const count = await query
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return { cards: await whole(userId, rows), total: Number(count.count) }
    },
    /** Living cards of the user over all workspaces. */
    counts: async (userId: Id): Promise<CardCounts> => {
      const rows = await db
        .selectFrom('card')
        .select(['type', sql<number>`count(*)`.as('count')])
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .groupBy('type')
        .execute()
      const countByType = new Map(rows.map((row) => [row.type, Number(row.count)]))
      const count = (type: CardType) => countByType.get(type) ?? 0
      return { todo: count('todo'), note: count('note'), link: count('link') }
    },
  }
}

const subnotesOf = prepared((db, { userId, ids }: { userId: Id; ids: readonly Id[] }) =>
  db
    .selectFrom('subnote')
    .select(['card_id', 'id', 'text', 'is_ticked'])
    .where('user_id', '=', userId)
    .where('card_id', 'in', ids)
    .orderBy('card_id')
    .orderBy('position'),
)

const tagsOf = prepared((db, { userId, ids }: { userId: Id; ids: readonly Id[] }) =>
  db
    .selectFrom('card_tag')
    .select(['card_id', 'tag_id'])
    .where('user_id', '=', userId)
    .where('card_id', 'in', ids)
    .orderBy('card_id')
    .orderBy('position'),
)

/** Puts subnotes and tags to their cards, in the order of the rows given. */
async function withParts(
  db: Db,
  userId: Id,
  rows: readonly Selectable<CardTable>[],
): Promise<Stored<Card>[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const [subnotes, tags] = await Promise.all([
    readInBatches(ids, async (batch) => (await subnotesOf(db, { userId, ids: batch })).rows),
    readInBatches(ids, async (batch) => (await tagsOf(db, { userId, ids: batch })).rows),
  ])
  const subnotesByCardId = new Map<Id, Subnote[]>()
  for (const row of subnotes)
    append(subnotesByCardId, row.card_id, { id: row.id, text: row.text, isTicked: row.is_ticked === 1 })
  const tagIdsByCardId = new Map<Id, Id[]>()
  for (const row of tags) append(tagIdsByCardId, row.card_id, row.tag_id)
  return rows.map((row) => toCard(row, subnotesByCardId.get(row.id) ?? [], tagIdsByCardId.get(row.id) ?? []))
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

function toCard(
  row: Selectable<CardTable>,
  subnotes: readonly Subnote[],
  tagIds: readonly Id[],
): Stored<Card> {
  return {
    workspaceId: row.workspace_id,
    deletedAt: row.deleted_at,
    rev: row.rev,
    row: {
      id: row.id,
      type: row.type as CardType,
      content: row.content,
      subnotes,
      tagIds,
      color: row.color as Color | null,
      isPublic: row.is_public === 1,
      parentIds: JSON.parse(row.parent_ids) as Id[],
      siblingIds: JSON.parse(row.sibling_ids) as Id[],
      childIds: JSON.parse(row.child_ids) as Id[],
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
  }
}
