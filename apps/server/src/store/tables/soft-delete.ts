import type { Id } from '@cardinal/domain'
import { type Db, writeInBatches } from './db.ts'
import type { Writing } from './written.ts'

/** Writes tombstones. A deleted card keeps its parts, so that it can be restored. */
export async function softDelete(
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

/** Removes the tags of deleted groups: a group recreated under its id starts empty. */
export async function emptyGroups(db: Db, { userId }: Writing, ids: readonly Id[]): Promise<void> {
  await writeInBatches(ids, (batch) =>
    db.deleteFrom('group_tag').where('user_id', '=', userId).where('group_id', 'in', batch).execute(),
  )
}

/**
 * Removes deleted tags from cards and groups. These get the new revision, so that the feed includes them, but keep their
 * `updated_at`: losing a tag this way is no edit of the card.
 */
export async function softDeleteTags(db: Db, writing: Writing, tagIds: readonly Id[]): Promise<void> {
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
