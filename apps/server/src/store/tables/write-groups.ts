import type { Id, TagGroup } from '@cardinal/domain'
import type { Insertable } from 'kysely'
import type { GroupTagTable, TagGroupTable } from '../schema.ts'
import { type Db, writeInBatches } from './db.ts'
import { prepared } from './prepared.ts'
import type { Kept, Writing } from './written.ts'

/** Writes the new states of groups; their tags as differences. */
export async function writeGroups(db: Db, writing: Writing, rows: readonly Kept<TagGroup>[]): Promise<void> {
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

async function writeGroupTags(db: Db, userId: Id, rows: readonly Kept<TagGroup>[]): Promise<void> {
  const written: Insertable<GroupTagTable>[] = []
  const removals: Promise<unknown>[] = []
  for (const { before, after } of rows) {
    const removed = (before?.tagIds ?? []).filter((id) => !after.tagIds.includes(id))
    removals.push(writeInBatches(removed, (ids) => takeTags(db, { userId, groupId: after.id, ids })))
    after.tagIds.forEach((tagId, position) => {
      if (before?.tagIds[position] !== tagId)
        written.push({ user_id: userId, group_id: after.id, tag_id: tagId, position })
    })
  }
  await Promise.all([...removals, writeInBatches(written, (batch) => putTags(db, { rows: batch }))])
}

const takeTags = prepared((db, { userId, groupId, ids }: { userId: Id; groupId: Id; ids: readonly Id[] }) =>
  db
    .deleteFrom('group_tag')
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .where('tag_id', 'in', ids),
)

const putTags = prepared((db, { rows }: { rows: readonly Insertable<GroupTagTable>[] }) =>
  db
    .insertInto('group_tag')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'group_id', 'tag_id'])
        .doUpdateSet((row) => ({ position: row.ref('excluded.position') })),
    ),
)
