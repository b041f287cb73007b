import type { Card, Change, Id, Subnote, Tag, TagGroup } from '@cardinal/domain'
import type { Insertable } from 'kysely'
import type { CardTable, GroupTagTable, SubnoteTable, TagGroupTable, TagTable } from '../schema.ts'
import { type Db, inBatches } from './db.ts'

/** A changed row beside what it was; `before` undefined: it was not there. */
export type Written =
  | { readonly kind: 'card'; readonly id: Id; readonly before: Card | undefined; readonly after: Card | null }
  | { readonly kind: 'tag'; readonly id: Id; readonly before: Tag | undefined; readonly after: Tag | null }
  | {
      readonly kind: 'group'
      readonly id: Id
      readonly before: TagGroup | undefined
      readonly after: TagGroup | null
    }

/** Where and when rows are written. */
export interface Writing {
  readonly userId: Id
  readonly workspaceId: Id
  /** Stamped on every row. */
  readonly seq: number
  readonly now: number
}

/** Writes changed rows in few statements, parts by difference, and carries deletions of tags through. */
export function changesTable(db: Db) {
  return {
    /** The caller holds the user's lock, has taken `seq`, and says truly what was there before. */
    write: async (writing: Writing, rows: readonly Written[]): Promise<void> => {
      const cards = rows.filter((row) => row.kind === 'card')
      const tags = rows.filter((row) => row.kind === 'tag')
      const groups = rows.filter((row) => row.kind === 'group')
      await writeTags(db, writing, tags.flatMap(kept))
      await writeCards(db, writing, cards.flatMap(kept))
      await writeGroups(db, writing, groups.flatMap(kept))
      await bury(db, writing, 'card', gone(cards))
      await bury(db, writing, 'tag_group', gone(groups))
      await emptyGroups(db, writing, gone(groups))
      await buryTags(db, writing, gone(tags))
    },
    /** Which of these ids a row of this kind has already, living or deleted, in any workspace of the user. */
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

interface Kept<Row> {
  readonly before: Row | undefined
  readonly after: Row
}

function kept<Row>(row: { before: Row | undefined; after: Row | null }): Kept<Row>[] {
  return row.after === null ? [] : [{ before: row.before, after: row.after }]
}

function gone(rows: readonly Written[]): Id[] {
  return rows.filter((row) => row.after === null).map((row) => row.id)
}

async function writeTags(
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
      rev: seq,
    }),
  )
  for (const batch of inBatches(values))
    await db
      .insertInto('tag')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'id']).doUpdateSet((row) => ({
          name: row.ref('excluded.name'),
          color: row.ref('excluded.color'),
          click_count: row.ref('excluded.click_count'),
          last_clicked_at: row.ref('excluded.last_clicked_at'),
          created_at: row.ref('excluded.created_at'),
          updated_at: row.ref('excluded.updated_at'),
          deleted_at: row.ref('excluded.deleted_at'),
          rev: row.ref('excluded.rev'),
        })),
      )
      .execute()
}

async function writeCards(db: Db, writing: Writing, rows: readonly Kept<Card>[]): Promise<void> {
  const { userId, workspaceId, seq } = writing
  const values = rows.map(
    ({ after }): Insertable<CardTable> => ({
      user_id: userId,
      id: after.id,
      workspace_id: workspaceId,
      type: after.type,
      content: after.content,
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
        text: subnote.text,
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

async function writeGroups(db: Db, writing: Writing, rows: readonly Kept<TagGroup>[]): Promise<void> {
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
      rev: seq,
    }),
  )
  for (const batch of inBatches(values))
    await db
      .insertInto('tag_group')
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'id']).doUpdateSet((row) => ({
          title: row.ref('excluded.title'),
          color: row.ref('excluded.color'),
          is_hidden: row.ref('excluded.is_hidden'),
          created_at: row.ref('excluded.created_at'),
          updated_at: row.ref('excluded.updated_at'),
          deleted_at: row.ref('excluded.deleted_at'),
          rev: row.ref('excluded.rev'),
        })),
      )
      .execute()
  await writeGroupTags(db, userId, rows)
}

async function writeGroupTags(db: Db, userId: Id, rows: readonly Kept<TagGroup>[]): Promise<void> {
  const written: Insertable<GroupTagTable>[] = []
  for (const { before, after } of rows) {
    const removed = (before?.tagIds ?? []).filter((id) => !after.tagIds.includes(id))
    for (const batch of inBatches(removed))
      await db
        .deleteFrom('group_tag')
        .where('user_id', '=', userId)
        .where('group_id', '=', after.id)
        .where('tag_id', 'in', batch)
        .execute()
    after.tagIds.forEach((tagId, position) => {
      if (before?.tagIds[position] !== tagId)
        written.push({ user_id: userId, group_id: after.id, tag_id: tagId, position })
    })
  }
  for (const batch of inBatches(written))
    await db
      .insertInto('group_tag')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'group_id', 'tag_id'])
          .doUpdateSet((row) => ({ position: row.ref('excluded.position') })),
      )
      .execute()
}

/** Leaves tombstones. A deleted card keeps its parts, so that it can come back whole. */
async function bury(
  db: Db,
  { userId, seq, now }: Writing,
  table: 'card' | 'tag_group' | 'tag',
  ids: readonly Id[],
): Promise<void> {
  for (const batch of inBatches(ids))
    await db
      .updateTable(table)
      .set({ deleted_at: now, rev: seq })
      .where('user_id', '=', userId)
      .where('id', 'in', batch)
      .execute()
}

/** A deleted group never comes back with its tags: one made anew under its id starts empty. */
async function emptyGroups(db: Db, { userId }: Writing, ids: readonly Id[]): Promise<void> {
  for (const batch of inBatches(ids))
    await db.deleteFrom('group_tag').where('user_id', '=', userId).where('group_id', 'in', batch).execute()
}

/**
 * A tag that is gone is on no card and in no group any more. Those get the new revision, so that the feed
 * tells of them, but keep their `updated_at`: losing a tag this way is not an edit of the card.
 */
async function buryTags(db: Db, writing: Writing, tagIds: readonly Id[]): Promise<void> {
  const { userId, seq } = writing
  for (const batch of inBatches(tagIds)) {
    await db
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
      .execute()
    await db
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
      .execute()
    await db.deleteFrom('card_tag').where('user_id', '=', userId).where('tag_id', 'in', batch).execute()
    await db.deleteFrom('group_tag').where('user_id', '=', userId).where('tag_id', 'in', batch).execute()
  }
  await bury(db, writing, 'tag', tagIds)
}

function idsOnlyIn(before: readonly Subnote[], after: readonly Subnote[]): Id[] {
  const staying = new Set(after.map((subnote) => subnote.id))
  return before.filter((subnote) => !staying.has(subnote.id)).map((subnote) => subnote.id)
}

function sameSubnote(a: Subnote | undefined, b: Subnote): boolean {
  return a !== undefined && a.id === b.id && a.text === b.text && a.isTicked === b.isTicked
}
