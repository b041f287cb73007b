import type { COPY_PROBLEMS, COPY_STATES, Id } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type { PageCopyTable } from '../schema.ts'
import { type Db, readInBatches } from './db.ts'

/**
 * `waiting`: to be fetched. `failed`: tried again whenever the page is fetched. `removed`: a person removed it; the
 * text stays for a while, so that this can be undone.
 */
type CopyState = Exclude<(typeof COPY_STATES)[number], 'none'>
export type CopyProblem = (typeof COPY_PROBLEMS)[number]

interface PageCopy extends Omit<Selectable<PageCopyTable>, 'state' | 'problem'> {
  readonly state: CopyState
  readonly problem: CopyProblem | ''
}

/** A copy without its text. */
export type CopyMark = Omit<PageCopy, 'content' | 'words' | 'title' | 'language' | 'is_cut'>

const MARK = [
  'user_id',
  'card_id',
  'state',
  'problem',
  'address',
  'fetched_at',
  'removed_at',
  'file_hash',
] as const

const OF_CARD = [
  'page_copy.user_id',
  'page_copy.card_id',
  'page_copy.state',
  'page_copy.problem',
  'page_copy.address',
  'page_copy.fetched_at',
  'page_copy.removed_at',
  'page_copy.file_hash',
] as const

/** Columns of a copy without a text. */
export const NO_TEXT = {
  content: '',
  words: '',
  title: '',
  language: '',
  is_cut: 0,
  fetched_at: null,
  file_hash: null,
} as const

/** Rows are written under the user's lock. */
export function pageCopiesTable(db: Db) {
  return {
    marksOf: async (userId: Id, cardIds: readonly Id[]): Promise<Map<Id, CopyMark>> => {
      const rows = await readInBatches(cardIds, (batch) =>
        db
          .selectFrom('page_copy')
          .select(MARK)
          .where('user_id', '=', userId)
          .where('card_id', 'in', batch)
          .execute(),
      )
      return new Map(rows.map((row) => [row.card_id, row as CopyMark]))
    },
    /** Whole copies. Only for a few cards, because a copy may be long. */
    byCards: async (userId: Id, cardIds: readonly Id[]): Promise<Map<Id, PageCopy>> => {
      const rows = await readInBatches(cardIds, (batch) =>
        db
          .selectFrom('page_copy')
          .selectAll()
          .where('user_id', '=', userId)
          .where('card_id', 'in', batch)
          .execute(),
      )
      return new Map(rows.map((row) => [row.card_id, row as PageCopy]))
    },
    put: async (copy: PageCopy): Promise<void> => {
      const { user_id: _user, card_id: _card, ...values } = copy
      await db
        .insertInto('page_copy')
        .values(copy)
        .onConflict((conflict) => conflict.columns(['user_id', 'card_id']).doUpdateSet(values))
        .execute()
    },
    update: async (
      { user_id, card_id }: Pick<PageCopy, 'user_id' | 'card_id'>,
      patch: Partial<PageCopy>,
    ): Promise<void> => {
      await db
        .updateTable('page_copy')
        .set(patch)
        .where('user_id', '=', user_id)
        .where('card_id', '=', card_id)
        .execute()
    },
    remove: async ({ user_id, card_id }: Pick<PageCopy, 'user_id' | 'card_id'>): Promise<void> => {
      await db.deleteFrom('page_copy').where('user_id', '=', user_id).where('card_id', '=', card_id).execute()
    },
    /** Words of a workspace's copies, by card id, after the given one; up to a few megabytes. */
    wordsAfter: (
      { userId, workspaceId }: { readonly userId: Id; readonly workspaceId: Id },
      after: Id,
      limit: number,
    ): Promise<{ card_id: string; words: string }[]> =>
      db
        .selectFrom('page_copy')
        .innerJoin('card', (join) =>
          join.onRef('card.user_id', '=', 'page_copy.user_id').onRef('card.id', '=', 'page_copy.card_id'),
        )
        .select(['page_copy.card_id', 'page_copy.words'])
        .where('page_copy.user_id', '=', userId)
        .where('page_copy.card_id', '>', after)
        .where('page_copy.fetched_at', 'is not', null)
        .where('page_copy.state', '<>', 'removed')
        .where('card.workspace_id', '=', workspaceId)
        .where('card.deleted_at', 'is', null)
        .orderBy('page_copy.card_id')
        .limit(limit)
        .execute(),
    /** Copies of living cards, by card id, after the given one, without their words. */
    ofCardsAfter: async (userId: Id, after: Id, limit: number): Promise<Omit<PageCopy, 'words'>[]> => {
      const rows = await db
        .selectFrom('page_copy')
        .innerJoin('card', (join) =>
          join.onRef('card.user_id', '=', 'page_copy.user_id').onRef('card.id', '=', 'page_copy.card_id'),
        )
        .select([
          ...OF_CARD,
          'page_copy.title',
          'page_copy.language',
          'page_copy.content',
          'page_copy.is_cut',
        ])
        .where('page_copy.user_id', '=', userId)
        .where('page_copy.card_id', '>', after)
        .where('card.deleted_at', 'is', null)
        .orderBy('page_copy.card_id')
        .limit(limit)
        .execute()
      return rows as Omit<PageCopy, 'words'>[]
    },
    /** Number and bytes of a user's copies. */
    countOf: async (userId: Id): Promise<{ copies: number; bytes: number }> => {
      const row = await db
        .selectFrom('page_copy')
        .select([
          sql<number>`count(*)`.as('copies'),
          sql<number>`coalesce(sum(octet_length(content) + octet_length(words)), 0)`.as('bytes'),
        ])
        .where('user_id', '=', userId)
        .where('fetched_at', 'is not', null)
        .where('state', '<>', 'removed')
        .executeTakeFirst()
      return { copies: Number(row?.copies ?? 0), bytes: Number(row?.bytes ?? 0) }
    },
    /** Deletes the texts of copies that were removed before a time. The rows stay. */
    emptyRemoved: async (before: number): Promise<void> => {
      await db
        .updateTable('page_copy')
        .set({ ...NO_TEXT, removed_at: null })
        .where('removed_at', '<', before)
        .execute()
    },
    /**
     * Links without a copy that a rule wants to copy, by card id, after the given one.
     *
     * @param tagIds only links with one of these tags; null: all
     */
    cardsWithoutCopies: (
      userId: Id,
      tagIds: readonly Id[] | null,
      after: Id,
      limit: number,
    ): Promise<{ card_id: string }[]> =>
      db
        .selectFrom('page_job')
        .innerJoin('card', (join) =>
          join.onRef('card.user_id', '=', 'page_job.user_id').onRef('card.id', '=', 'page_job.card_id'),
        )
        .leftJoin('page_copy', (join) =>
          join
            .onRef('page_copy.user_id', '=', 'page_job.user_id')
            .onRef('page_copy.card_id', '=', 'page_job.card_id'),
        )
        .select('page_job.card_id')
        .where('page_job.user_id', '=', userId)
        .where('page_job.card_id', '>', after)
        .where('page_job.state', 'in', ['fetched', 'blocked', 'failing'])
        .where('card.deleted_at', 'is', null)
        .where('page_copy.card_id', 'is', null)
        .$if(tagIds !== null, (query) =>
          query.where((where) =>
            where.exists(
              where
                .selectFrom('card_tag')
                .select('card_tag.card_id')
                .whereRef('card_tag.user_id', '=', 'page_job.user_id')
                .whereRef('card_tag.card_id', '=', 'page_job.card_id')
                .where('card_tag.tag_id', 'in', tagIds ?? []),
            ),
          ),
        )
        .orderBy('page_job.card_id')
        .limit(limit)
        .execute(),
  }
}
