import { type Change, commonStart, hasRelations, type Id, type Tag, type TagGroup } from '@cardinal/domain'
import type { Insertable } from 'kysely'
import type { GroupTagTable, TagGroupTable, TagTable } from '../schema.ts'
import { type Db, inBatches, prepared, writeInBatches } from './db.ts'
import { writeCards } from './write-cards.ts'
import type { KeptRow, Writing, Written } from './written.ts'

/**
 * Writes changed rows in few statements. Writes parts of cards as differences, and removes deleted tags from cards
 * and groups.
 */
export function changesTable(db: Db) {
  return {
    /**
     * The caller holds the user's lock, has taken `seq`, and passes the rows as they were stored. Statements are
     * ordered so that referenced rows exist first.
     */
    write: async (writing: Writing, rows: readonly Written[]): Promise<void> => {
      const cards = rows.filter((row) => row.kind === 'card')
      const tags = rows.filter((row) => row.kind === 'tag')
      const groups = rows.filter((row) => row.kind === 'group')
      await Promise.all([
        writeTags(db, writing, tags.flatMap(kept)),
        writeCards(db, writing, cards.flatMap(kept)),
        writeGroups(db, writing, groups.flatMap(kept)),
        softDelete(db, writing, 'card', gone(cards)),
        softDelete(db, writing, 'tag_group', gone(groups)),
        emptyGroups(db, writing, gone(groups)),
        softDeleteTags(db, writing, gone(tags)),
        writeTagAliases(db, writing, tags.flatMap(aliasOf)),
        writeGroupAliases(db, writing, groups.flatMap(aliasOf)),
      ])
    },
    /** Ids that exist, living or deleted, in any workspace of the user. */
    takenIds: async (
      userId: Id,
      kind: Exclude<Change['kind'], 'workspace'>,
      ids: readonly Id[],
    ): Promise<Id[]> => {
      const taken: Id[] = []
      for (const batch of inBatches(ids)) {
        const rows = await db
          .selectFrom(TABLE_BY_KIND[kind])
          .select('id')
          .where('user_id', '=', userId)
          .where('id', 'in', batch)
          .execute()
        taken.push(...rows.map((row) => row.id))
      }
      return taken
    },
  }
}

const TABLE_BY_KIND = { card: 'card', tag: 'tag', group: 'tag_group' } as const

function kept<Row>(row: { before: Row | undefined; after: Row | null }): KeptRow<Row>[] {
  return row.after === null ? [] : [{ before: row.before, after: row.after }]
}

function aliasOf({ id, mergedInto }: { id: Id; mergedInto?: Id | undefined }): Alias[] {
  return mergedInto === undefined ? [] : [{ id, mergedInto }]
}

function gone(rows: readonly Written[]): Id[] {
  return rows.filter((row) => row.after === null).map((row) => row.id)
}

/** Creates tags, or changes them. A deleted tag becomes living again. */
async function writeTags(
  db: Db,
  { userId, workspaceId, seq }: Writing,
  rows: readonly KeptRow<Tag>[],
): Promise<void> {
  const values = rows.map(
    ({ after }): Insertable<TagTable> => ({
      user_id: userId,
      id: after.id,
      workspace_id: workspaceId,
      name: after.name,
      color: after.color,
      click_count: after.clickCount,
      last_clicked_at: after.lastClickedAt,
      created_at: after.createdAt,
      updated_at: after.updatedAt,
      deleted_at: null,
      merged_into: null,
      rev: seq,
      other_names: after.otherNames === undefined ? null : JSON.stringify(after.otherNames),
      parent_ids: after.parentIds === undefined ? null : JSON.stringify(after.parentIds),
      child_group_ids: after.childGroupIds === undefined ? null : JSON.stringify(after.childGroupIds),
      display_name: after.displayName ?? null,
      has_relations: hasRelations(after) ? 1 : 0,
    }),
  )
  await writeInBatches(values, (rows) => putTags(db, { rows }))
}

const putTags = prepared((db, { rows }: { rows: readonly Insertable<TagTable>[] }) =>
  db
    .insertInto('tag')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        color: row.ref('excluded.color'),
        click_count: row.ref('excluded.click_count'),
        last_clicked_at: row.ref('excluded.last_clicked_at'),
        created_at: row.ref('excluded.created_at'),
        updated_at: row.ref('excluded.updated_at'),
        deleted_at: row.ref('excluded.deleted_at'),
        merged_into: row.ref('excluded.merged_into'),
        rev: row.ref('excluded.rev'),
        other_names: row.ref('excluded.other_names'),
        parent_ids: row.ref('excluded.parent_ids'),
        child_group_ids: row.ref('excluded.child_group_ids'),
        display_name: row.ref('excluded.display_name'),
        has_relations: row.ref('excluded.has_relations'),
      })),
    ),
)

/** Writes groups, and their tags as differences. */
async function writeGroups(db: Db, writing: Writing, rows: readonly KeptRow<TagGroup>[]): Promise<void> {
  const { userId, workspaceId, seq } = writing
  const values = rows.map(
    ({ after }): Insertable<TagGroupTable> => ({
      user_id: userId,
      id: after.id,
      workspace_id: workspaceId,
      title: after.title,
      color: after.color,
      is_hidden: after.isHidden ? 1 : 0,
      created_at: after.createdAt,
      updated_at: after.updatedAt,
      deleted_at: null,
      merged_into: null,
      rev: seq,
    }),
  )
  await Promise.all([
    writeInBatches(values, (batch) => putGroups(db, { rows: batch })),
    writeGroupTags(db, userId, rows),
  ])
}

const putGroups = prepared((db, { rows }: { rows: readonly Insertable<TagGroupTable>[] }) =>
  db
    .insertInto('tag_group')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet((row) => ({
        title: row.ref('excluded.title'),
        color: row.ref('excluded.color'),
        is_hidden: row.ref('excluded.is_hidden'),
        created_at: row.ref('excluded.created_at'),
        updated_at: row.ref('excluded.updated_at'),
        deleted_at: row.ref('excluded.deleted_at'),
        merged_into: row.ref('excluded.merged_into'),
        rev: row.ref('excluded.rev'),
      })),
    ),
)

async function writeGroupTags(db: Db, userId: Id, rows: readonly KeptRow<TagGroup>[]): Promise<void> {
  const written: Insertable<GroupTagTable>[] = []
  const removals: Promise<unknown>[] = []
  for (const { before, after } of rows) {
    const was = before?.tagIds ?? []
    const same = commonStart(was, after.tagIds)
    const kept = new Set(after.tagIds.slice(same))
    const removed = was.slice(same).filter((id) => !kept.has(id))
    removals.push(writeInBatches(removed, (ids) => takeTags(db, { userId, groupId: after.id, ids })))
    for (let position = same; position < after.tagIds.length; position++) {
      const tagId = after.tagIds[position] as Id
      if (was[position] !== tagId)
        written.push({ user_id: userId, group_id: after.id, tag_id: tagId, position })
    }
  }
  await Promise.all([...removals, writeInBatches(written, (batch) => putTagsOfGroup(db, { rows: batch }))])
}

const takeTags = prepared((db, { userId, groupId, ids }: { userId: Id; groupId: Id; ids: readonly Id[] }) =>
  db
    .deleteFrom('group_tag')
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .where('tag_id', 'in', ids),
)

const putTagsOfGroup = prepared((db, { rows }: { rows: readonly Insertable<GroupTagTable>[] }) =>
  db
    .insertInto('group_tag')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'group_id', 'tag_id'])
        .doUpdateSet((row) => ({ position: row.ref('excluded.position') })),
    ),
)

/** A deleted tag or group, and the one that it was merged into. */
interface Alias {
  readonly id: Id
  readonly mergedInto: Id
}

/** Stores aliases. An id without a row gets a tombstone. */
async function writeTagAliases(
  db: Db,
  { userId, workspaceId, seq, now }: Writing,
  aliases: readonly Alias[],
): Promise<void> {
  const rows = aliases.map(({ id, mergedInto }) => ({
    ...tombstone(id, mergedInto, now),
    user_id: userId,
    workspace_id: workspaceId,
    rev: seq,
    name: '',
    click_count: 0,
    last_clicked_at: null,
  }))
  await writeInBatches(rows, (batch) =>
    db
      .insertInto('tag')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'id'])
          .doUpdateSet((row) => ({
            merged_into: row.ref('excluded.merged_into'),
            deleted_at: row.ref('excluded.deleted_at'),
            rev: row.ref('excluded.rev'),
          }))
          // An id of another workspace stays as it is.
          .whereRef('tag.workspace_id', '=', 'excluded.workspace_id'),
      )
      .execute(),
  )
}

async function writeGroupAliases(
  db: Db,
  { userId, workspaceId, seq, now }: Writing,
  aliases: readonly Alias[],
): Promise<void> {
  const rows = aliases.map(({ id, mergedInto }) => ({
    ...tombstone(id, mergedInto, now),
    user_id: userId,
    workspace_id: workspaceId,
    rev: seq,
    title: '',
    is_hidden: 0,
  }))
  await writeInBatches(rows, (batch) =>
    db
      .insertInto('tag_group')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'id'])
          .doUpdateSet((row) => ({
            merged_into: row.ref('excluded.merged_into'),
            deleted_at: row.ref('excluded.deleted_at'),
            rev: row.ref('excluded.rev'),
          }))
          .whereRef('tag_group.workspace_id', '=', 'excluded.workspace_id'),
      )
      .execute(),
  )
}

function tombstone(id: Id, mergedInto: Id, now: number) {
  return { id, color: null, created_at: now, updated_at: now, deleted_at: now, merged_into: mergedInto }
}

/** Writes tombstones. A deleted card keeps its parts, so that it can be restored. */
async function softDelete(
  db: Db,
  { userId, seq, now }: Writing,
  table: 'card' | 'tag_group' | 'tag',
  ids: readonly Id[],
): Promise<void> {
  await writeInBatches(ids, (batch) =>
    db
      .updateTable(table)
      .set({ deleted_at: now, rev: seq })
      .where('user_id', '=', userId)
      .where('id', 'in', batch)
      .execute(),
  )
}

/** Removes the tags of deleted groups, because a group created again under the id must start empty. */
async function emptyGroups(db: Db, { userId }: Writing, ids: readonly Id[]): Promise<void> {
  await writeInBatches(ids, (batch) =>
    db.deleteFrom('group_tag').where('user_id', '=', userId).where('group_id', 'in', batch).execute(),
  )
}

/**
 * Removes deleted tags from cards and groups. These rows get the new revision, so that the feed includes them. They
 * keep their `updated_at`: losing a tag this way is no edit of the card.
 */
async function softDeleteTags(db: Db, writing: Writing, tagIds: readonly Id[]): Promise<void> {
  const { userId, seq } = writing
  await Promise.all([
    writeInBatches(tagIds, (batch) =>
      db
        .updateTable('card')
        .set({ rev: seq })
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .where('id', 'in', (query) =>
          query
            .selectFrom('card_tag')
            .select('card_id')
            .where('user_id', '=', userId)
            .where('tag_id', 'in', batch),
        )
        .execute(),
    ),
    writeInBatches(tagIds, (batch) =>
      db
        .updateTable('tag_group')
        .set({ rev: seq })
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .where('id', 'in', (query) =>
          query
            .selectFrom('group_tag')
            .select('group_id')
            .where('user_id', '=', userId)
            .where('tag_id', 'in', batch),
        )
        .execute(),
    ),
    writeInBatches(tagIds, (batch) =>
      db.deleteFrom('card_tag').where('user_id', '=', userId).where('tag_id', 'in', batch).execute(),
    ),
    writeInBatches(tagIds, (batch) =>
      db.deleteFrom('group_tag').where('user_id', '=', userId).where('tag_id', 'in', batch).execute(),
    ),
    softDelete(db, writing, 'tag', tagIds),
  ])
}
