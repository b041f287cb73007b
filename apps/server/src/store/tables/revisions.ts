import type { Id } from '@cardinal/domain'
import { sql } from 'kysely'
import { type Db, writeInBatches } from './db.ts'

/** An earlier content of a card. */
export interface Revision {
  readonly cardId: Id
  /** The sequence number of the change that replaced it. */
  readonly untilSeq: number
  /** True: it lost against another edit and never was the card's content. */
  readonly isKept: boolean
  readonly content: string
  readonly replacedAt: number
}

/** An earlier text of a subnote. */
export interface SubnoteRevision {
  readonly cardId: Id
  readonly subnoteId: Id
  /** The sequence number of the change that removed or overwrote it. */
  readonly untilSeq: number
  /** True: it lost against another edit. */
  readonly isKept: boolean
  readonly text: string
  readonly replacedAt: number
}

/** Earlier contents of cards and texts of their subnotes. */
export function revisionsTable(db: Db) {
  return {
    insert: async (userId: Id, revisions: readonly Revision[]): Promise<void> => {
      await writeInBatches(revisions, (batch) =>
        db
          .insertInto('revision')
          .values(
            batch.map((revision) => ({
              user_id: userId,
              card_id: revision.cardId,
              until_seq: revision.untilSeq,
              is_kept: revision.isKept ? 1 : 0,
              content: revision.content,
              replaced_at: revision.replacedAt,
            })),
          )
          .execute(),
      )
    },
    /** All of them belong to one change. */
    insertOfSubnotes: async (userId: Id, revisions: readonly SubnoteRevision[]): Promise<void> => {
      const nextOrdinal = new Map<Id, number>()
      const rows = revisions.map((revision) => {
        const ordinal = nextOrdinal.get(revision.cardId) ?? 0
        nextOrdinal.set(revision.cardId, ordinal + 1)
        return {
          user_id: userId,
          card_id: revision.cardId,
          until_seq: revision.untilSeq,
          ordinal,
          subnote_id: revision.subnoteId,
          is_kept: revision.isKept ? 1 : 0,
          text: revision.text,
          replaced_at: revision.replacedAt,
        }
      })
      await writeInBatches(rows, (batch) => db.insertInto('subnote_revision').values(batch).execute())
    },
    /** Earlier texts of a card's subnotes, the latest first. */
    ofSubnotes: async (userId: Id, cardId: Id): Promise<SubnoteRevision[]> => {
      const rows = await db
        .selectFrom('subnote_revision')
        .selectAll()
        .where('user_id', '=', userId)
        .where('card_id', '=', cardId)
        .orderBy('until_seq', 'desc')
        .orderBy('ordinal')
        .execute()
      return rows.map((row) => ({
        cardId: row.card_id,
        subnoteId: row.subnote_id,
        untilSeq: row.until_seq,
        isKept: row.is_kept === 1,
        text: row.text,
        replacedAt: row.replaced_at,
      }))
    },
    /** The latest first. */
    ofCard: async (userId: Id, cardId: Id): Promise<Revision[]> => {
      const rows = await db
        .selectFrom('revision')
        .selectAll()
        .where('user_id', '=', userId)
        .where('card_id', '=', cardId)
        .orderBy('until_seq', 'desc')
        .orderBy('is_kept', 'desc')
        .execute()
      return rows.map((row) => ({
        cardId: row.card_id,
        untilSeq: row.until_seq,
        isKept: row.is_kept === 1,
        content: row.content,
        replacedAt: row.replaced_at,
      }))
    },
    /** The content that the change after `seq` replaced; undefined when none did: the card's own is it. */
    contentAt: async (userId: Id, cardId: Id, seq: number): Promise<string | undefined> => {
      const row = await db
        .selectFrom('revision')
        .select('content')
        .where('user_id', '=', userId)
        .where('card_id', '=', cardId)
        .where('is_kept', '=', 0)
        .where('until_seq', '>', seq)
        .orderBy('until_seq')
        .limit(sql.lit(1))
        .executeTakeFirst()
      return row?.content
    },
  }
}
