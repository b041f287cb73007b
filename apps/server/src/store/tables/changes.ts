import type { Change, Id } from '@cardinal/domain'
import { type Db, inBatches } from './db.ts'
import { emptyGroups, softDelete, softDeleteTags } from './soft-delete.ts'
import { type Alias, writeGroupAliases, writeTagAliases } from './write-aliases.ts'
import { writeCards } from './write-cards.ts'
import { writeGroups } from './write-groups.ts'
import { writeTags } from './write-tags.ts'
import type { Kept, Writing, Written } from './written.ts'

/** Writes changed rows in few statements: their parts as differences, and the cascades of deleted tags. */
export function changesTable(db: Db) {
  return {
    /**
     * The caller holds the user's lock, has taken `seq`, and passes the true earlier rows. The order of statements makes
     * referenced rows exist first.
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

function kept<Row>(row: { before: Row | undefined; after: Row | null }): Kept<Row>[] {
  return row.after === null ? [] : [{ before: row.before, after: row.after }]
}

function aliasOf({ id, mergedInto }: { id: Id; mergedInto?: Id | undefined }): Alias[] {
  return mergedInto === undefined ? [] : [{ id, mergedInto }]
}

function gone(rows: readonly Written[]): Id[] {
  return rows.filter((row) => row.after === null).map((row) => row.id)
}
