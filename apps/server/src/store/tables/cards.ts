import type { Card, CardCounts, CardType, Id, Page } from '@cardinal/domain'
import { type RawBuilder, sql } from 'kysely'
import { VALUE_COLUMNS, valuesFromColumns } from './card-values.ts'
import { type Db, readInBatches } from './db.ts'
import { readIds, readSubnotes, subnotesOfCard, tagsOfCard } from './parts-in-rows.ts'
import { prepared } from './prepared.ts'
import { type FeedPlace, rowsInWorkspace } from './rows-in-workspace.ts'
import type { Stored } from './stored.ts'

/**
 * Returns the query of cards with their subnotes and tags, which lie in tables of their own: each is one row, read
 * once.
 */
const cardRows = (db: Db) =>
  db.selectFrom('card').select([
    'id',
    'type',
    'content',
    ...VALUE_COLUMNS,
    'created_at',
    'updated_at',
    // One text, and null for nearly all: a value less to read is worth more than a nicer one.
    sql<string | null>`nullif(parent_ids || ',' || sibling_ids || ',' || child_ids, '[],[],[]')`.as('links'),
    'page',
    subnotesOfCard.as('subnotes'),
    tagsOfCard.as('tag_ids'),
  ])

type CardRow = Awaited<ReturnType<ReturnType<typeof cardRows>['execute']>>[number]

/** Returns the same with workspace, deletion and revision, which a reader of all living cards does not need. */
const wholeCards = (db: Db) => cardRows(db).select(['workspace_id', 'deleted_at', 'rev'])

type WholeCardRow = Awaited<ReturnType<ReturnType<typeof wholeCards>['execute']>>[number]

const CARDS = rowsInWorkspace(wholeCards)

export function cardsTable(db: Db) {
  return {
    /** Deleted ones too. */
    byIds: async (userId: Id, ids: readonly Id[]): Promise<Stored<Card>[]> =>
      (await CARDS.byIds(db, userId, ids)).map(toStored),
    /** Where cards are, deleted ones too, without their texts. */
    placesOf: async (
      userId: Id,
      ids: readonly Id[],
    ): Promise<{ readonly id: Id; readonly workspaceId: Id; readonly deletedAt: number | null }[]> =>
      readInBatches(ids, (batch) =>
        db
          .selectFrom('card')
          .select(['id', 'workspace_id as workspaceId', 'deleted_at as deletedAt'])
          .where('user_id', '=', userId)
          .where('id', 'in', batch)
          .execute(),
      ),
    /** Living cards that carry any of these tags. */
    carrying: async (userId: Id, tagIds: readonly Id[]): Promise<Stored<Card>[]> =>
      (
        await readInBatches(tagIds, (batch) =>
          wholeCards(db)
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
        )
      ).map(toStored),
    /** A page of living cards, newest first, after the place where the page before ended. */
    newest: async (
      userId: Id,
      workspaceId: Id,
      after: { createdAt: number; id: Id } | null,
      limit: number,
    ): Promise<Card[]> => {
      const { rows } =
        after === null
          ? await newestFrom(db, { userId, workspaceId }, limit)
          : await newestAfter(db, { userId, workspaceId, createdAt: after.createdAt, id: after.id }, limit)
      return rows.map(toCard)
    },
    /** A page of cards changed after `rev`, deleted ones too, in the order of changing. */
    changedAfter: async (
      userId: Id,
      workspaceId: Id,
      after: FeedPlace,
      limit: number,
    ): Promise<Stored<Card>[]> =>
      (await CARDS.changedAfter(db, userId, workspaceId, after, limit)).map(toStored),
    /** Deleted cards that can still be brought back, the last deleted first. */
    deleted: async (
      userId: Id,
      workspaceId: Id,
      since: number,
      page: { offset: number; limit: number },
    ): Promise<{ cards: Stored<Card>[]; total: number }> => {
      const query = wholeCards(db)
        .where('user_id', '=', userId)
        .where('workspace_id', '=', workspaceId)
        .where('deleted_at', '>', since)
      const rows = await query
        .orderBy('deleted_at', 'desc')
        .orderBy('id')
        .limit(page.limit)
        .offset(page.offset)
        .execute()
      const count = await query
        .clearSelect()
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return { cards: rows.map(toStored), total: Number(count.count) }
    },
    /** Living cards of the user over all workspaces. */
    counts: async (userId: Id): Promise<CardCounts> => {
      const { rows } = await countsByType(db, { userId })
      const countByType = new Map(rows.map((row) => [row.type, Number(row.count)]))
      const count = (type: CardType) => countByType.get(type) ?? 0
      return { todo: count('todo'), note: count('note'), link: count('link') }
    },
    /** Living cards of a workspace. */
    countIn: async (userId: Id, workspaceId: Id): Promise<number> => {
      const row = await db
        .selectFrom('card')
        .select(sql<number>`count(*)`.as('count'))
        .where('user_id', '=', userId)
        .where('workspace_id', '=', workspaceId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },
  }
}

const countsByType = prepared((db, { userId }: { userId: Id }) =>
  db
    .selectFrom('card')
    .select(['type', sql<number>`count(*)`.as('count')])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .groupBy('type'),
)

interface Newest {
  readonly userId: Id
  readonly workspaceId: Id
}

const newest = (db: Db, { userId, workspaceId }: Newest, limit: RawBuilder<number>) =>
  cardRows(db)
    .where('user_id', '=', userId)
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)

const newestFrom = prepared(newest)

/** Returns a page of living cards, newest first, behind a place that is given whenever it is read. */
const newestBehind = (db: Db, args: Newest & { createdAt: number; id: Id }, limit: RawBuilder<number>) =>
  newest(db, args, limit)
    // The first condition is the range that an index can begin at; the second alone would be right, too.
    .where('created_at', '<=', args.createdAt)
    .where((where) => where.or([where('created_at', '<', args.createdAt), where('id', '<', args.id)]))

const newestAfter = prepared(newestBehind)

/** Most cards have no links, and share this. */
const NO_LINKS: readonly (readonly Id[])[] = [[], [], []]

function toStored(row: WholeCardRow): Stored<Card> {
  return { workspaceId: row.workspace_id, deletedAt: row.deleted_at, rev: row.rev, row: toCard(row) }
}

function toCard(row: CardRow): Card {
  const links = row.links === null ? NO_LINKS : (JSON.parse(`[${row.links}]`) as Id[][])
  const [parentIds = [], siblingIds = [], childIds = []] = links
  return {
    id: row.id,
    type: row.type as CardType,
    content: row.content,
    subnotes: readSubnotes(row.subnotes),
    tagIds: readIds(row.tag_ids),
    ...valuesFromColumns(row),
    parentIds,
    siblingIds,
    childIds,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.page !== null && { page: JSON.parse(row.page) as Page }),
  }
}
