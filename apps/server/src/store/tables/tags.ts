import type { CardType, Color, Id, Tag } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type { TagTable } from '../schema.ts'
import { type Db, readInBatches } from './db.ts'
import { type FeedPlace, rowsInWorkspace, type Stored } from './rows-in-workspace.ts'

interface TagUse {
  readonly groupIds: readonly Id[]
  /** Living cards with the tag. */
  readonly cardCount: number
}

type CardIdsByType = Record<CardType, Id[]>

const TAGS = rowsInWorkspace((db) => db.selectFrom('tag').selectAll())

/** Tags per query for their groups, because a tag may be in a thousand. */
const TAGS_OF_MANY_GROUPS = 10

export function tagsTable(db: Db) {
  return {
    /** Includes deleted ones. */
    byIds: async (userId: Id, ids: readonly Id[]): Promise<Stored<Tag>[]> =>
      (await TAGS.byIds(db, userId, ids)).map(toTag),
    /** Living tags by their names in stored form. */
    byNames: async (userId: Id, workspaceId: Id, names: readonly string[]): Promise<Stored<Tag>[]> =>
      (
        await readInBatches(names, (batch) =>
          db
            .selectFrom('tag')
            .selectAll()
            .where('user_id', '=', userId)
            .where('workspace_id', '=', workspaceId)
            .where('deleted_at', 'is', null)
            .where('name', 'in', batch)
            .execute(),
        )
      ).map(toTag),
    /** Living tags with other names, parents or child groups. */
    related: async (userId: Id, workspaceId: Id): Promise<Stored<Tag>[]> =>
      (
        await db
          .selectFrom('tag')
          .selectAll()
          .where('user_id', '=', userId)
          .where('workspace_id', '=', workspaceId)
          .where('has_relations', '=', 1)
          .where('deleted_at', 'is', null)
          .orderBy('id')
          .execute()
      ).map(toTag),
    /** Number of living tags in a workspace, and bytes of their relations. */
    held: async (userId: Id, workspaceId: Id): Promise<{ tags: number; relations: number }> => {
      const { tags, relations } = await db
        .selectFrom('tag')
        .select([
          sql<number>`count(*)`.as('tags'),
          sql<number>`coalesce(sum(coalesce(octet_length(other_names), 0) + coalesce(octet_length(parent_ids), 0) + coalesce(octet_length(child_group_ids), 0) + coalesce(octet_length(display_name), 0)), 0)`.as(
            'relations',
          ),
        ])
        .where('user_id', '=', userId)
        .where('workspace_id', '=', workspaceId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      return { tags: Number(tags), relations: Number(relations) }
    },
    /** A page of tags changed after `rev`, including deleted ones, in order of change. */
    changedAfter: async (
      userId: Id,
      workspaceId: Id,
      after: FeedPlace,
      limit: number,
    ): Promise<Stored<Tag>[]> => (await TAGS.changedAfter(db, userId, workspaceId, after, limit)).map(toTag),
    /** For each tag, the groups that contain it and the number of living cards with it. */
    facts: async (userId: Id, tagIds: readonly Id[]): Promise<Map<Id, TagUse>> => {
      const countById = await cardCounts(db, userId, tagIds)
      const holdersOf = (batch: readonly Id[]) =>
        db
          .selectFrom('group_tag')
          .innerJoin('tag_group', (join) =>
            join
              .onRef('tag_group.user_id', '=', 'group_tag.user_id')
              .onRef('tag_group.id', '=', 'group_tag.group_id'),
          )
          .select(['group_tag.tag_id', 'group_tag.group_id'])
          .where('group_tag.user_id', '=', userId)
          .where('group_tag.tag_id', 'in', batch)
          .where('tag_group.deleted_at', 'is', null)
          .orderBy('group_tag.group_id')
          .execute()
      const groupIdsById = new Map<Id, Id[]>()
      for (const { tag_id, group_id } of await readInBatches(tagIds, holdersOf, TAGS_OF_MANY_GROUPS)) {
        const groupIds = groupIdsById.get(tag_id)
        if (groupIds === undefined) groupIdsById.set(tag_id, [group_id])
        else groupIds.push(group_id)
      }
      return new Map(
        tagIds.map((id) => [id, { groupIds: groupIdsById.get(id) ?? [], cardCount: countById.get(id) ?? 0 }]),
      )
    },
    /** The tags with at least one living card. */
    onCards: async (userId: Id, tagIds: readonly Id[]): Promise<Set<Id>> => {
      const rows = await readInBatches(tagIds, (batch) =>
        db
          .selectFrom('tag')
          .select('id')
          .where('user_id', '=', userId)
          .where('id', 'in', batch)
          .where((tag) =>
            tag.exists(
              tag
                .selectFrom('card_tag')
                .innerJoin('card', (join) =>
                  join
                    .onRef('card.user_id', '=', 'card_tag.user_id')
                    .onRef('card.id', '=', 'card_tag.card_id'),
                )
                .select('card.id')
                .whereRef('card_tag.user_id', '=', 'tag.user_id')
                .whereRef('card_tag.tag_id', '=', 'tag.id')
                .where('card.deleted_at', 'is', null),
            ),
          )
          .execute(),
      )
      return new Set(rows.map(({ id }) => id))
    },
    /** Ids of the living cards with each tag, by type, in the order of ids. */
    cardIds: async (userId: Id, tagIds: readonly Id[]): Promise<Map<Id, CardIdsByType>> => {
      const rows = await readInBatches(tagIds, (batch) =>
        db
          .selectFrom('card_tag')
          .innerJoin('card', (join) =>
            join.onRef('card.user_id', '=', 'card_tag.user_id').onRef('card.id', '=', 'card_tag.card_id'),
          )
          .select(['card_tag.tag_id', 'card.id', 'card.type'])
          .where('card_tag.user_id', '=', userId)
          .where('card_tag.tag_id', 'in', batch)
          .where('card.deleted_at', 'is', null)
          .orderBy('card.id')
          .execute(),
      )
      const cardIdsByTagId = new Map<Id, CardIdsByType>()
      for (const row of rows) {
        const byType = cardIdsByTagId.get(row.tag_id) ?? { todo: [], note: [], link: [] }
        byType[row.type as CardType].push(row.id)
        cardIdsByTagId.set(row.tag_id, byType)
      }
      return cardIdsByTagId
    },
  }
}

/** Number of living cards by tag. Tags without any are absent. */
async function cardCounts(db: Db, userId: Id, tagIds: readonly Id[]): Promise<Map<Id, number>> {
  return tagIds.length > MOST_COUNTED_BY_JOIN ? countsOfMany(db, userId) : countsOfFew(db, userId, tagIds)
}

async function countsOfFew(db: Db, userId: Id, tagIds: readonly Id[]): Promise<Map<Id, number>> {
  const rows = await readInBatches(tagIds, (batch) =>
    db
      .selectFrom('card_tag')
      .innerJoin('card', (join) =>
        join.onRef('card.user_id', '=', 'card_tag.user_id').onRef('card.id', '=', 'card_tag.card_id'),
      )
      .select(['card_tag.tag_id', countOfAll])
      .where('card_tag.user_id', '=', userId)
      .where('card_tag.tag_id', 'in', batch)
      .where('card.deleted_at', 'is', null)
      .groupBy('card_tag.tag_id')
      .execute(),
  )
  return new Map(rows.map((row) => [row.tag_id, Number(row.count)]))
}

/**
 * Counts the cards of all tags of a user. Joining the cards of each tag would take seconds for 100,000 cards. So
 * the rows of tags are counted in their index, and those of deleted cards are subtracted.
 */
async function countsOfMany(db: Db, userId: Id): Promise<Map<Id, number>> {
  const carried = await db
    .selectFrom('card_tag')
    .select(['tag_id', countOfAll])
    .where('user_id', '=', userId)
    .groupBy('tag_id')
    .execute()
  const counts = new Map(carried.map((row) => [row.tag_id, Number(row.count)]))
  const softDeleted = await db
    // A cross join makes SQLite start with the deleted cards, which are few.
    .selectFrom('card')
    .crossJoin('card_tag')
    .select(['card_tag.tag_id', countOfAll])
    .whereRef('card_tag.user_id', '=', 'card.user_id')
    .whereRef('card_tag.card_id', '=', 'card.id')
    .where('card.user_id', '=', userId)
    .where('card.deleted_at', 'is not', null)
    .groupBy('card_tag.tag_id')
    .execute()
  for (const { tag_id, count } of softDeleted) counts.set(tag_id, (counts.get(tag_id) ?? 0) - Number(count))
  return counts
}

const countOfAll = sql<number>`count(*)`.as('count')

/** Most tags that are counted by joining their cards, which takes some ms per tag. */
const MOST_COUNTED_BY_JOIN = 20

function toTag(row: Selectable<TagTable>): Stored<Tag> {
  return {
    workspaceId: row.workspace_id,
    deletedAt: row.deleted_at,
    rev: row.rev,
    ...(row.merged_into !== null && { mergedInto: row.merged_into }),
    row: {
      id: row.id,
      name: row.name,
      color: row.color as Color | null,
      clickCount: row.click_count,
      lastClickedAt: row.last_clicked_at,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      ...(row.display_name !== null && { displayName: row.display_name }),
      ...(row.other_names !== null && { otherNames: JSON.parse(row.other_names) as string[] }),
      ...(row.parent_ids !== null && { parentIds: JSON.parse(row.parent_ids) as Id[] }),
      ...(row.child_group_ids !== null && { childGroupIds: JSON.parse(row.child_group_ids) as Id[] }),
    },
  }
}
