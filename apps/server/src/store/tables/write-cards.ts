import type { Card, Id, Subnote } from '@cardinal/domain'
import type { Insertable } from 'kysely'
import type { CardTable, SubnoteTable } from '../schema.ts'
import { type Db, inBatches } from './db.ts'
import type { Kept, Writing } from './written.ts'

/** Writes cards as they are now, subnotes and tags by difference; one that was deleted lives again. */
export async function writeCards(db: Db, writing: Writing, rows: readonly Kept<Card>[]): Promise<void> {
  const { userId, workspaceId, seq } = writing
  const values = rows.map(
    ({ after }): Insertable<CardTable> => ({
      user_id: userId,
      id: after.id,
      workspace_id: workspaceId,
      type: after.type,
      content: storable(after.content),
      color: after.color,
      is_public: after.isPublic ? 1 : 0,
      parent_ids: JSON.stringify(after.parentIds),
      sibling_ids: JSON.stringify(after.siblingIds),
      child_ids: JSON.stringify(after.childIds),
      created_at: after.createdAt,
      updated_at: after.updatedAt,
      deleted_at: null,
      rev: seq,
    }),
  )
  for (const batch of inBatches(values))
    await db
      .insertInto('card')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'id']).doUpdateSet((row) => ({
          type: row.ref('excluded.type'),
          content: row.ref('excluded.content'),
          color: row.ref('excluded.color'),
          is_public: row.ref('excluded.is_public'),
          parent_ids: row.ref('excluded.parent_ids'),
          sibling_ids: row.ref('excluded.sibling_ids'),
          child_ids: row.ref('excluded.child_ids'),
          created_at: row.ref('excluded.created_at'),
          updated_at: row.ref('excluded.updated_at'),
          deleted_at: row.ref('excluded.deleted_at'),
          rev: row.ref('excluded.rev'),
        })),
      )
      .execute()
  await writeSubnotes(db, userId, rows)
  await writeCardTags(db, userId, rows)
}

async function writeSubnotes(db: Db, userId: Id, rows: readonly Kept<Card>[]): Promise<void> {
  const written: Insertable<SubnoteTable>[] = []
  for (const { before, after } of rows) {
    const removed = idsOnlyIn(before?.subnotes ?? [], after.subnotes)
    for (const batch of inBatches(removed))
      await db
        .deleteFrom('subnote')
        .where('user_id', '=', userId)
        .where('card_id', '=', after.id)
        .where('id', 'in', batch)
        .execute()
    after.subnotes.forEach((subnote, position) => {
      if (sameSubnote(before?.subnotes[position], subnote)) return
      written.push({
        user_id: userId,
        card_id: after.id,
        id: subnote.id,
        position,
        text: storable(subnote.text),
        is_ticked: subnote.isTicked ? 1 : 0,
      })
    })
  }
  for (const batch of inBatches(written))
    await db
      .insertInto('subnote')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'card_id', 'id']).doUpdateSet((row) => ({
          position: row.ref('excluded.position'),
          text: row.ref('excluded.text'),
          is_ticked: row.ref('excluded.is_ticked'),
        })),
      )
      .execute()
}

async function writeCardTags(db: Db, userId: Id, rows: readonly Kept<Card>[]): Promise<void> {
  const written: { user_id: Id; card_id: Id; tag_id: Id; position: number }[] = []
  for (const { before, after } of rows) {
    const removed = (before?.tagIds ?? []).filter((id) => !after.tagIds.includes(id))
    for (const batch of inBatches(removed))
      await db
        .deleteFrom('card_tag')
        .where('user_id', '=', userId)
        .where('card_id', '=', after.id)
        .where('tag_id', 'in', batch)
        .execute()
    after.tagIds.forEach((tagId, position) => {
      if (before?.tagIds[position] !== tagId)
        written.push({ user_id: userId, card_id: after.id, tag_id: tagId, position })
    })
  }
  for (const batch of inBatches(written))
    await db
      .insertInto('card_tag')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'card_id', 'tag_id'])
          .doUpdateSet((row) => ({ position: row.ref('excluded.position') })),
      )
      .execute()
}

/**
 * A text as every database keeps it: PostgreSQL has no U+0000, and neither has half a surrogate pair. The edge
 * refuses or mends what comes as JSON; this is for what files may hold.
 */
function storable(text: string): string {
  return TROUBLE.test(text) ? Buffer.from(text.replaceAll('\0', '\ufffd')).toString() : text
}

const TROUBLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

function idsOnlyIn(before: readonly Subnote[], after: readonly Subnote[]): Id[] {
  const staying = new Set(after.map((subnote) => subnote.id))
  return before.filter((subnote) => !staying.has(subnote.id)).map((subnote) => subnote.id)
}

function sameSubnote(a: Subnote | undefined, b: Subnote): boolean {
  return a !== undefined && a.id === b.id && a.text === b.text && a.isTicked === b.isTicked
}
