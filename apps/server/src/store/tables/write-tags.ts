import { hasRelations, type Tag } from '@cardinal/domain'
import type { Insertable } from 'kysely'
import type { TagTable } from '../schema.ts'
import { type Db, writeInBatches } from './db.ts'
import { prepared } from './prepared.ts'
import type { Kept, Writing } from './written.ts'

/** Deleted tags become living again. */
export async function writeTags(
  db: Db,
  { userId, workspaceId, seq }: Writing,
  rows: readonly Kept<Tag>[],
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
