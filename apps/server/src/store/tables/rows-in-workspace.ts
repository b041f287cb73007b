import type { Id, Subnote } from '@cardinal/domain'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { type Db, prepared, readInBatches } from './db.ts'

type Rows<Row> =
  | SelectQueryBuilder<Database, 'card', Row>
  | SelectQueryBuilder<Database, 'tag', Row>
  | SelectQueryBuilder<Database, 'tag_group', Row>

/** Where a page starts: after this row, in the order of revisions, then ids. */
export interface FeedPlace {
  readonly rev: number
  readonly id: Id
}

/** Queries shared by cards, tags and groups. They include deleted rows. */
export function rowsInWorkspace<Row>(select: (db: Db) => Rows<Row>) {
  // All three tables have the selected columns, so the type of one of them is enough.
  const from = select as (db: Db) => SelectQueryBuilder<Database, 'card', Row>

  const byIds = prepared((db, { userId, ids }: { userId: Id; ids: readonly Id[] }) =>
    from(db).where('user_id', '=', userId).where('id', 'in', ids).orderBy('id'),
  )
  const changedAfter = prepared(
    (db, { userId, workspaceId, rev, id }: FeedPlace & { userId: Id; workspaceId: Id }, limit) =>
      from(db)
        .where('user_id', '=', userId)
        .where('workspace_id', '=', workspaceId)
        // Redundant, but gives the index a start.
        .where('rev', '>=', rev)
        .where((where) => where.or([where('rev', '>', rev), where('id', '>', id)]))
        .orderBy('rev')
        .orderBy('id')
        .limit(limit),
  )
  return {
    byIds: async (db: Db, userId: Id, ids: readonly Id[]): Promise<Row[]> =>
      readInBatches(ids, async (batch) => (await byIds(db, { userId, ids: batch })).rows),
    /** A page of the rows after a position, in order of change. */
    changedAfter: async (
      db: Db,
      userId: Id,
      workspaceId: Id,
      { rev, id }: FeedPlace,
      limit: number,
    ): Promise<Row[]> => {
      const { rows } = await changedAfter(db, { userId, workspaceId, rev, id }, limit)
      return rows
    },
  }
}

/**
 * The tags of a card as one text column of its row. One statement reads everything, and drivers build one text much
 * faster than many rows. Both databases have this function, while their JSON functions differ. Null: none.
 */
export const tagsOfCard = sql<string | null>`(
  select string_agg(tag_id, ',' order by position) from card_tag
  where card_tag.user_id = card.user_id and card_tag.card_id = card.id)`

export const tagsOfGroup = sql<string | null>`(
  select string_agg(tag_id, ',' order by position) from group_tag
  where group_tag.user_id = tag_group.user_id and group_tag.group_id = tag_group.id)`

/** Three fields per subnote, separated by `~1`. A tilde in a text is `~0`, so no text contains `~1`. */
export const subnotesOfCard = sql<string | null>`(
  select string_agg(id || '~1' || is_ticked || '~1' || replace(text, '~', '~0'), '~1' order by position) from subnote
  where subnote.user_id = card.user_id and subnote.card_id = card.id)`

/** Most ids in `sharedIds`. */
const IDS_KEPT = 10_000

/** A tag is on many cards, which share one string for its id. */
const sharedIds = new Map<string, Id>()

/** Reads the ids in a column of `tagsOfCard`. */
export function readIds(text: string | null): readonly Id[] {
  if (text === null) return NONE
  return text.split(',').map(sharedId)
}

/** Reads the subnotes in a column of `subnotesOfCard`. */
export function readSubnotes(text: string | null): readonly Subnote[] {
  if (text === null) return NONE
  const fields = text.split('~1')
  const subnotes: Subnote[] = []
  for (let i = 0; i < fields.length; i += 3) {
    const [id, isTicked, kept] = [fields[i] ?? '', fields[i + 1], fields[i + 2] ?? '']
    subnotes.push({ id, text: kept.replaceAll('~0', '~'), isTicked: isTicked === '1' })
  }
  return subnotes
}

const NONE: readonly never[] = []

function sharedId(id: Id): Id {
  const known = sharedIds.get(id)
  if (known !== undefined) return known
  if (sharedIds.size >= IDS_KEPT) sharedIds.clear()
  sharedIds.set(id, id)
  return id
}

/** A row of the domain with the store's own columns. */
export interface Stored<Row> {
  readonly row: Row
  readonly workspaceId: Id
  /** ms; null: not deleted. */
  readonly deletedAt: number | null
  /** Sequence number of the row's last change. */
  readonly rev: number
  /** Id of the tag or group that this one was merged into. Absent: not merged. */
  readonly mergedInto?: Id
}
