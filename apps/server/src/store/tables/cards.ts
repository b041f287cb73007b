import {
  addressAfter,
  type Card,
  type CardCounts,
  type CardType,
  type CardValues,
  type Color,
  type Id,
  type Page,
} from '@cardinal/domain'
import { type RawBuilder, sql } from 'kysely'
import type { CardTable } from '../schema.ts'
import { type Db, prepared, readInBatches } from './db.ts'
import {
  type FeedPlace,
  readIds,
  readSubnotes,
  rowsInWorkspace,
  type Stored,
  subnotesOfCard,
  tagsOfCard,
} from './rows-in-workspace.ts'

/** Cards, each with its subnotes and tags from other tables, in one row. */
const cardRows = (db: Db) =>
  db.selectFrom('card').select([
    'id',
    'type',
    'content',
    'address',
    ...VALUE_COLUMNS,
    'created_at',
    'updated_at',
    // The three columns as one text, null for nearly all cards: reading one value is faster than three.
    sql<string | null>`nullif(parent_ids || ',' || sibling_ids || ',' || child_ids, '[],[],[]')`.as('links'),
    'page',
    subnotesOfCard.as('subnotes'),
    tagsOfCard.as('tag_ids'),
  ])

type CardRow = Awaited<ReturnType<ReturnType<typeof cardRows>['execute']>>[number]

/** Adds the workspace, deletion and revision, which readers of living cards don't need. */
const wholeCards = (db: Db) => cardRows(db).select(['workspace_id', 'deleted_at', 'rev'])

type WholeCardRow = Awaited<ReturnType<ReturnType<typeof wholeCards>['execute']>>[number]

const CARDS = rowsInWorkspace(wholeCards)

export function cardsTable(db: Db) {
  return {
    /** Includes deleted ones. */
    byIds: async (userId: Id, ids: readonly Id[]): Promise<Stored<Card>[]> =>
      (await CARDS.byIds(db, userId, ids)).map(toStored),
    /** Workspace and deletion of cards, without their texts. Includes deleted cards. */
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
    /** A page of living cards, newest first, after the end of the previous page. */
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
    /** A page of cards changed after `rev`, including deleted ones, in order of change. */
    changedAfter: async (
      userId: Id,
      workspaceId: Id,
      after: FeedPlace,
      limit: number,
    ): Promise<Stored<Card>[]> =>
      (await CARDS.changedAfter(db, userId, workspaceId, after, limit)).map(toStored),
    /** Deleted cards that can still be restored, last deleted first. */
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
    /** Number of living cards by type, in all workspaces. */
    counts: async (userId: Id): Promise<CardCounts> => {
      const { rows } = await countsByType(db, { userId })
      const countByType = new Map(rows.map((row) => [row.type, Number(row.count)]))
      const count = (type: CardType) => countByType.get(type) ?? 0
      return { todo: count('todo'), note: count('note'), link: count('link') }
    },
    /** Number of living cards. */
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

/** A page of living cards, newest first, behind a given card. */
const newestBehind = (db: Db, args: Newest & { createdAt: number; id: Id }, limit: RawBuilder<number>) =>
  newest(db, args, limit)
    // Redundant, but lets the database start within the index.
    .where('created_at', '<=', args.createdAt)
    .where((where) => where.or([where('created_at', '<', args.createdAt), where('id', '<', args.id)]))

const newestAfter = prepared(newestBehind)

/** One object for the many cards without links. */
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
    address: addressFromColumn(row),
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

export function addressToColumn({ type, address }: Pick<Card, 'type' | 'address'>): string | null {
  return address === null && type === 'link' ? '' : address
}

export function addressFromColumn(row: Pick<CardTable, 'type' | 'content' | 'address'>): string | null {
  return row.address === null ? addressAfter(null, row) : row.address || null
}

export const VALUE_COLUMNS = [
  'color',
  'is_public',
  'done_at',
  'due_at',
  'start_at',
  'recurrence',
  'completions',
  'files',
  'place',
] as const satisfies readonly (keyof CardTable)[]
type ValueColumns = Pick<CardTable, (typeof VALUE_COLUMNS)[number]>

export function valuesToColumns(values: CardValues): ValueColumns {
  const { color, isPublic, doneAt, dueAt, startAt, recurrence, completions, files, place } = values
  return {
    color,
    is_public: isPublic ? 1 : 0,
    done_at: doneAt,
    due_at: dueAt,
    start_at: startAt,
    recurrence,
    completions,
    files,
    place,
  }
}

function valuesFromColumns(columns: ValueColumns): CardValues {
  const { color, is_public, done_at, due_at, start_at, recurrence, completions, files, place } = columns
  return {
    color: color as Color | null,
    isPublic: is_public === 1,
    doneAt: done_at,
    dueAt: due_at,
    startAt: start_at,
    recurrence,
    completions,
    files,
    place,
  }
}
