import type { Card, Id, Subnote } from '@cardinal/domain'
import type { Insertable } from 'kysely'
import type { CardTable, CardTagTable, SubnoteTable } from '../schema.ts'
import { addressToColumn, VALUE_COLUMNS, valuesToColumns } from './cards.ts'
import { type Db, prepared, writeInBatches } from './db.ts'
import type { KeptRow, Writing } from './written.ts'

/** Writes cards, and their subnotes and tags as differences. A deleted card becomes living again. */
export async function writeCards(db: Db, writing: Writing, rows: readonly KeptRow<Card>[]): Promise<void> {
  const { userId, workspaceId, seq } = writing
  const values = rows.map(
    ({ after }): Insertable<CardTable> => ({
      user_id: userId,
      id: after.id,
      workspace_id: workspaceId,
      type: after.type,
      content: storable(after.content),
      address: addressToColumn(after),
      ...valuesToColumns(after),
      parent_ids: JSON.stringify(after.parentIds),
      sibling_ids: JSON.stringify(after.siblingIds),
      child_ids: JSON.stringify(after.childIds),
      page: after.page === undefined ? null : JSON.stringify(after.page),
      created_at: after.createdAt,
      updated_at: after.updatedAt,
      deleted_at: null,
      rev: seq,
    }),
  )
  await Promise.all([
    writeInBatches(values, (batch) => putCards(db, { rows: batch })),
    writeSubnotes(db, userId, rows),
    writeCardTags(db, userId, rows),
  ])
}

const putCards = prepared((db, { rows }: { rows: readonly Insertable<CardTable>[] }) =>
  db
    .insertInto('card')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet((row) => ({
        type: row.ref('excluded.type'),
        content: row.ref('excluded.content'),
        address: row.ref('excluded.address'),
        ...Object.fromEntries(VALUE_COLUMNS.map((column) => [column, row.ref(`excluded.${column}`)])),
        parent_ids: row.ref('excluded.parent_ids'),
        sibling_ids: row.ref('excluded.sibling_ids'),
        child_ids: row.ref('excluded.child_ids'),
        page: row.ref('excluded.page'),
        created_at: row.ref('excluded.created_at'),
        updated_at: row.ref('excluded.updated_at'),
        deleted_at: row.ref('excluded.deleted_at'),
        rev: row.ref('excluded.rev'),
      })),
    ),
)

async function writeSubnotes(db: Db, userId: Id, rows: readonly KeptRow<Card>[]): Promise<void> {
  const written: Insertable<SubnoteTable>[] = []
  const removals: Promise<unknown>[] = []
  for (const { before, after } of rows) {
    const removed = idsOnlyIn(before?.subnotes ?? [], after.subnotes)
    removals.push(writeInBatches(removed, (ids) => takeSubnotes(db, { userId, cardId: after.id, ids })))
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
  await Promise.all([...removals, writeInBatches(written, (batch) => putSubnotes(db, { rows: batch }))])
}

const takeSubnotes = prepared((db, { userId, cardId, ids }: { userId: Id; cardId: Id; ids: readonly Id[] }) =>
  db.deleteFrom('subnote').where('user_id', '=', userId).where('card_id', '=', cardId).where('id', 'in', ids),
)

const putSubnotes = prepared((db, { rows }: { rows: readonly Insertable<SubnoteTable>[] }) =>
  db
    .insertInto('subnote')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'card_id', 'id']).doUpdateSet((row) => ({
        position: row.ref('excluded.position'),
        text: row.ref('excluded.text'),
        is_ticked: row.ref('excluded.is_ticked'),
      })),
    ),
)

async function writeCardTags(db: Db, userId: Id, rows: readonly KeptRow<Card>[]): Promise<void> {
  const written: Insertable<CardTagTable>[] = []
  const removals: Promise<unknown>[] = []
  for (const { before, after } of rows) {
    const removed = (before?.tagIds ?? []).filter((id) => !after.tagIds.includes(id))
    removals.push(writeInBatches(removed, (ids) => takeTags(db, { userId, cardId: after.id, ids })))
    after.tagIds.forEach((tagId, position) => {
      if (before?.tagIds[position] !== tagId)
        written.push({ user_id: userId, card_id: after.id, tag_id: tagId, position })
    })
  }
  await Promise.all([...removals, writeInBatches(written, (batch) => putTags(db, { rows: batch }))])
}

const takeTags = prepared((db, { userId, cardId, ids }: { userId: Id; cardId: Id; ids: readonly Id[] }) =>
  db
    .deleteFrom('card_tag')
    .where('user_id', '=', userId)
    .where('card_id', '=', cardId)
    .where('tag_id', 'in', ids),
)

const putTags = prepared((db, { rows }: { rows: readonly Insertable<CardTagTable>[] }) =>
  db
    .insertInto('card_tag')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'card_id', 'tag_id'])
        .doUpdateSet((row) => ({ position: row.ref('excluded.position') })),
    ),
)

/**
 * Replaces what not every database stores unchanged, U+0000 and lone surrogates, by U+FFFD. JSON requests are
 * checked earlier; files are not.
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
