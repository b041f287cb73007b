import type { Id } from '@cardinal/domain'
import { sql } from 'kysely'
import { type Db, inBatches, writeInBatches } from './db.ts'
import { revisionsToDrop } from './thinning.ts'

/** An earlier content of a card. */
export interface Revision {
  readonly cardId: Id
  /** Sequence number of the change that replaced it. */
  readonly untilSeq: number
  /** Whether a merge displaced it, so that it never was the card's content. */
  readonly isKept: boolean
  readonly content: string
  /** The card's address with that content; null: none, or unknown. */
  readonly address: string | null
  readonly replacedAt: number
}

/** An earlier text of a subnote. */
export interface SubnoteRevision {
  readonly cardId: Id
  readonly subnoteId: Id
  /** Sequence number of the change that removed or overwrote it. */
  readonly untilSeq: number
  /** Whether a merge displaced it. */
  readonly isKept: boolean
  readonly text: string
  readonly replacedAt: number
}

interface Range {
  readonly offset: number
  readonly limit: number
}

/** A displaced text. `subnoteId` null: the text is the card's content. */
interface OpenKept {
  readonly cardId: Id
  readonly subnoteId: Id | null
  readonly text: string
  readonly address: string | null
  readonly replacedAt: number
}

/** Skips a displaced content that the same change also replaced, since it has two rows. */
const IS_FIRST = sql<boolean>`not (revision.is_kept = 1 and exists (
  select 1 from revision as same where same.user_id = revision.user_id and same.card_id = revision.card_id
  and same.until_seq = revision.until_seq and same.is_kept = 0 and same.content = revision.content))`

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
              address: revision.address,
              replaced_at: revision.replacedAt,
            })),
          )
          .execute(),
      )
    },
    /** @param revisions all texts of one change */
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
    /** Earlier texts of a card's subnotes, latest first. */
    ofSubnotes: async (userId: Id, cardId: Id, { offset, limit }: Range): Promise<SubnoteRevision[]> => {
      const rows = await db
        .selectFrom('subnote_revision')
        .selectAll()
        .where('user_id', '=', userId)
        .where('card_id', '=', cardId)
        .orderBy('until_seq', 'desc')
        .orderBy('ordinal')
        .limit(limit)
        .offset(offset)
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
    /** Latest first. */
    ofCard: async (userId: Id, cardId: Id, { offset, limit }: Range): Promise<Revision[]> => {
      const rows = await db
        .selectFrom('revision')
        .selectAll()
        .where('user_id', '=', userId)
        .where('card_id', '=', cardId)
        .where('content', '<>', THINNED)
        .where(IS_FIRST)
        .orderBy('until_seq', 'desc')
        .orderBy('is_kept', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map((row) => ({
        cardId: row.card_id,
        untilSeq: row.until_seq,
        isKept: row.is_kept === 1,
        content: row.content,
        address: row.address,
        replacedAt: row.replaced_at,
      }))
    },
    /** Number of earlier contents of a card, and of earlier texts of its subnotes. */
    counts: async (userId: Id, cardId: Id): Promise<{ contents: number; subnotes: number }> => {
      const [contents, subnotes] = await Promise.all([
        db
          .selectFrom('revision')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('user_id', '=', userId)
          .where('card_id', '=', cardId)
          .where('content', '<>', THINNED)
          .where(IS_FIRST)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('subnote_revision')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('user_id', '=', userId)
          .where('card_id', '=', cardId)
          .executeTakeFirstOrThrow(),
      ])
      return { contents: Number(contents.count), subnotes: Number(subnotes.count) }
    },
    /** Drops older revisions of a card, see `revisionsToDrop`. The caller holds the user's lock. */
    thin: async (userId: Id, cardId: Id, now: number): Promise<void> => {
      await thinContents(db, userId, cardId, now)
      await thinSubnotes(db, userId, cardId, now)
    },
    /**
     * Displaced texts of living cards that were not overwritten since, latest first.
     *
     * @param since ms since 1970
     */
    openKept: async (userId: Id, workspaceId: Id, since: number, limit: number): Promise<OpenKept[]> => {
      const contents = await db
        .selectFrom('revision as kept')
        .innerJoin('card', (join) =>
          join.onRef('card.user_id', '=', 'kept.user_id').onRef('card.id', '=', 'kept.card_id'),
        )
        .select(['kept.card_id', 'kept.content', 'kept.address', 'kept.replaced_at'])
        .where('kept.user_id', '=', userId)
        .where('kept.is_kept', '=', sql.lit(1))
        .where('kept.content', '<>', THINNED)
        .where('kept.replaced_at', '>', since)
        .where('card.workspace_id', '=', workspaceId)
        .where('card.deleted_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('revision as newer')
                .select('newer.card_id')
                .whereRef('newer.user_id', '=', 'kept.user_id')
                .whereRef('newer.card_id', '=', 'kept.card_id')
                .whereRef('newer.until_seq', '>', 'kept.until_seq'),
            ),
          ),
        )
        .orderBy('kept.replaced_at', 'desc')
        .limit(limit)
        .execute()
      const texts = await db
        .selectFrom('subnote_revision as kept')
        .innerJoin('card', (join) =>
          join.onRef('card.user_id', '=', 'kept.user_id').onRef('card.id', '=', 'kept.card_id'),
        )
        .select(['kept.card_id', 'kept.subnote_id', 'kept.text', 'kept.replaced_at'])
        .where('kept.user_id', '=', userId)
        .where('kept.is_kept', '=', sql.lit(1))
        .where('kept.replaced_at', '>', since)
        .where('card.workspace_id', '=', workspaceId)
        .where('card.deleted_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('subnote_revision as newer')
                .select('newer.card_id')
                .whereRef('newer.user_id', '=', 'kept.user_id')
                .whereRef('newer.card_id', '=', 'kept.card_id')
                .whereRef('newer.subnote_id', '=', 'kept.subnote_id')
                .whereRef('newer.until_seq', '>', 'kept.until_seq'),
            ),
          ),
        )
        .orderBy('kept.replaced_at', 'desc')
        .limit(limit)
        .execute()
      return [
        ...contents.map((row) => ({
          cardId: row.card_id,
          subnoteId: null,
          text: row.content,
          address: row.address,
          replacedAt: row.replaced_at,
        })),
        ...texts.map((row) => ({
          cardId: row.card_id,
          subnoteId: row.subnote_id,
          text: row.text,
          address: null,
          replacedAt: row.replaced_at,
        })),
      ]
        .sort((a, b) => b.replacedAt - a.replacedAt)
        .slice(0, limit)
    },
    /**
     * The content that the first change after `seq` replaced. Undefined: none did, so it is still the card's
     * content. Empty: that revision was dropped, so a merge finds no common base and keeps both texts.
     */
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

/**
 * Replaces the content of a dropped revision. If the row were deleted, an edit would take a later content as its
 * base. Of several dropped revisions in a row, only the latest needs its row; the others are deleted.
 */
export const THINNED = ''

async function thinContents(db: Db, userId: Id, cardId: Id, now: number): Promise<void> {
  const rows = await db
    .selectFrom('revision')
    .select(['until_seq', 'is_kept', 'replaced_at', sql<number>`octet_length(content)`.as('size')])
    .where('user_id', '=', userId)
    .where('card_id', '=', cardId)
    .orderBy('until_seq', 'desc')
    .orderBy('is_kept', 'desc')
    .execute()
  const all = rows.map((row) => ({
    untilSeq: row.until_seq,
    isKept: row.is_kept === 1,
    replacedAt: row.replaced_at,
    size: Number(row.size),
  }))
  const dropped = new Set(
    revisionsToDrop(
      all.filter(({ size }) => size > 0),
      now,
    ),
  )
  const chain = all.filter(({ isKept }) => !isKept)
  const isGap = (at: number) => chain[at] !== undefined && (chain[at].size === 0 || dropped.has(chain[at]))
  // Rows are sorted latest first, so each is followed by an older one.
  const needless = chain.filter((_, at) => isGap(at) && isGap(at - 1)).map(({ untilSeq }) => untilSeq)
  const emptied = chain
    .filter((row, at) => dropped.has(row) && !isGap(at - 1))
    .map(({ untilSeq }) => untilSeq)
  const lost = all.filter((row) => row.isKept && dropped.has(row)).map(({ untilSeq }) => untilSeq)
  const ofCard = { userId, cardId }
  for (const batch of inBatches(emptied))
    await db
      .updateTable('revision')
      .set({ content: THINNED, address: null })
      .where('user_id', '=', userId)
      .where('card_id', '=', cardId)
      .where('is_kept', '=', 0)
      .where('until_seq', 'in', batch)
      .execute()
  await removeRevisions(db, ofCard, 0, needless)
  await removeRevisions(db, ofCard, 1, lost)
}

async function removeRevisions(
  db: Db,
  { userId, cardId }: { readonly userId: Id; readonly cardId: Id },
  isKept: 0 | 1,
  seqs: readonly number[],
): Promise<void> {
  for (const batch of inBatches(seqs))
    await db
      .deleteFrom('revision')
      .where('user_id', '=', userId)
      .where('card_id', '=', cardId)
      .where('is_kept', '=', isKept)
      .where('until_seq', 'in', batch)
      .execute()
}

/** Thins subnotes' texts by change: texts that one change removed are kept or dropped together. */
async function thinSubnotes(db: Db, userId: Id, cardId: Id, now: number): Promise<void> {
  const rows = await db
    .selectFrom('subnote_revision')
    .select((select) => [
      'until_seq' as const,
      select.fn.max('is_kept').as('is_kept'),
      select.fn.max('replaced_at').as('replaced_at'),
      sql<number>`sum(octet_length(text))`.as('size'),
    ])
    .where('user_id', '=', userId)
    .where('card_id', '=', cardId)
    .groupBy('until_seq')
    .orderBy('until_seq', 'desc')
    .execute()
  const changes = rows.map((row) => ({
    untilSeq: row.until_seq,
    isKept: Number(row.is_kept) === 1,
    replacedAt: Number(row.replaced_at),
    size: Number(row.size),
  }))
  for (const batch of inBatches(revisionsToDrop(changes, now)))
    await db
      .deleteFrom('subnote_revision')
      .where('user_id', '=', userId)
      .where('card_id', '=', cardId)
      .where(
        'until_seq',
        'in',
        batch.map(({ untilSeq }) => untilSeq),
      )
      .execute()
}
