import type { Id } from '@cardinal/domain'
import { type Db, writeInBatches } from './db.ts'
import type { Writing } from './written.ts'

/** A deleted tag's or group's id, and the one that it stands for. */
export interface Alias {
  readonly id: Id
  readonly mergedInto: Id
}

/** Stores aliases; an id that never had a row gets a tombstone. */
export async function writeTagAliases(
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
          // An id that exists in another workspace is left alone.
          .whereRef('tag.workspace_id', '=', 'excluded.workspace_id'),
      )
      .execute(),
  )
}

export async function writeGroupAliases(
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
