import type { Day, Due, Id } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type { CardTable } from '../schema.ts'
import type { PushSubscriptionTable } from '../schema-identity.ts'
import { type Db, readInBatches } from './db.ts'

export type PushSubscription = Selectable<PushSubscriptionTable>

/** The parts of a due card that reminders and the calendar need. */
export interface DueCard {
  readonly id: Id
  /** The first 5,000 characters of the content, enough for a title. Whole contents of 2,000 cards may have 190 MB. */
  readonly beginning: string
  readonly dueAt: Due
  readonly startAt: Day | null
  readonly recurrence: string | null
  readonly updatedAt: number
}

/** A card for the calendar: it has a due date, a start date or both. */
export interface DatedCard extends Omit<DueCard, 'dueAt'> {
  readonly dueAt: Due | null
  /** ms since 1970; null: open. */
  readonly doneAt: number | null
}

/** Identifies a reminder. */
interface ReminderKey {
  readonly subscriptionId: Id
  readonly cardId: Id
  /** The due time; for an earlier reminder, with its minutes: `2026-01-12T14:00 -60`. */
  readonly dueAt: string
}

/** Columns of a card that the calendar and reminders read. */
const DATED = [
  'id',
  'due_at',
  'start_at',
  'recurrence',
  'updated_at',
  sql<string>`substr(content, 1, 5000)`.as('beginning'),
] as const

type DatedRow = Pick<Selectable<CardTable>, 'id' | 'due_at' | 'start_at' | 'recurrence' | 'updated_at'> & {
  readonly beginning: string
}

function datedOf({ id, beginning, due_at, start_at, recurrence, updated_at }: DatedRow) {
  return { id, beginning, dueAt: due_at, startAt: start_at, recurrence, updatedAt: updated_at }
}

export function remindersTable(db: Db) {
  return {
    /** @param userId null: of everybody to whom reminders may be sent */
    subscriptions: async (userId: Id | null = null): Promise<PushSubscription[]> =>
      db
        .selectFrom('push_subscription')
        .innerJoin('user', 'user.id', 'push_subscription.user_id')
        .selectAll('push_subscription')
        .where('user.disabled_at', 'is', null)
        .$if(userId !== null, (query) => query.where('user_id', '=', userId as Id))
        .$if(userId === null, (query) => query.where('user.access_review', 'is', null))
        .orderBy('push_subscription.created_at')
        .execute(),
    /** If another user has this subscription, it becomes this user's. */
    subscribe: async (subscription: PushSubscription): Promise<void> => {
      const { id: _id, endpoint: _endpoint, created_at: _made, ...changed } = subscription
      await db
        .insertInto('push_subscription')
        .values(subscription)
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(changed))
        .execute()
    },
    unsubscribe: async (userId: Id, endpoint: string): Promise<void> => {
      await db
        .deleteFrom('push_subscription')
        .where('user_id', '=', userId)
        .where('endpoint', '=', endpoint)
        .execute()
    },
    removeSubscription: async (id: Id): Promise<void> => {
      await db.deleteFrom('push_subscription').where('id', '=', id).execute()
    },
    /** Open cards due from one time to another, both included. Earliest first. */
    dueCards: async (userId: Id, from: Due, to: Due, limit: number): Promise<DueCard[]> => {
      const rows = await db
        .selectFrom('card')
        .select(DATED)
        .where('user_id', '=', userId)
        .where('due_at', '>=', from)
        .where('due_at', '<=', to)
        .where('done_at', 'is', null)
        .where('deleted_at', 'is', null)
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...datedOf(row), dueAt: row.due_at as Due }))
    },
    /** Open cards with a due date or a start date, then cards with a due date completed since a time. */
    datedCards: async (userId: Id, doneSince: number, limit: number): Promise<DatedCard[]> => {
      const rows = await db
        .selectFrom('card')
        .select([...DATED, 'done_at'])
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .where(({ and, eb, or }) =>
          or([
            and([
              eb('done_at', 'is', null),
              or([eb('due_at', 'is not', null), eb('start_at', 'is not', null)]),
            ]),
            and([eb('done_at', '>=', doneSince), eb('due_at', 'is not', null)]),
          ]),
        )
        .orderBy(sql`case when done_at is null then 0 else 1 end`)
        .orderBy(sql`coalesce(due_at, start_at)`)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        ...datedOf(row),
        doneAt: row.done_at === null ? null : Number(row.done_at),
      }))
    },
    /** By card id, the names of its tags, without tags of hidden groups. */
    shownTags: async (userId: Id, cardIds: readonly Id[]): Promise<Map<Id, string[]>> => {
      const rows = await readInBatches(cardIds, (batch) =>
        db
          .selectFrom('card_tag')
          .innerJoin('tag', (join) =>
            join.onRef('tag.id', '=', 'card_tag.tag_id').on('tag.user_id', '=', userId),
          )
          .select(['card_tag.card_id', 'tag.name', 'tag.display_name'])
          .where('card_tag.user_id', '=', userId)
          .where('card_tag.card_id', 'in', batch)
          .where('tag.deleted_at', 'is', null)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('group_tag')
                  .innerJoin('tag_group', (join) =>
                    join
                      .onRef('tag_group.id', '=', 'group_tag.group_id')
                      .on('tag_group.user_id', '=', userId),
                  )
                  .select('tag_group.id')
                  .where('group_tag.user_id', '=', userId)
                  .whereRef('group_tag.tag_id', '=', 'tag.id')
                  .where('tag_group.is_hidden', '=', 1)
                  .where('tag_group.deleted_at', 'is', null),
              ),
            ),
          )
          .orderBy('card_tag.card_id')
          .orderBy('card_tag.position')
          .execute(),
      )
      const byCard = new Map<Id, string[]>()
      for (const { card_id, name, display_name } of rows) {
        const names = byCard.get(card_id) ?? []
        if (names.length === 0) byCard.set(card_id, names)
        names.push(display_name ?? name)
      }
      return byCard
    },
    /**
     * Claims a reminder; true for one node only. A claim older than `stale` is ignored if its reminder was not
     * sent. False also if the subscription is gone. The caller holds the user's lock, so that no other node removes
     * the subscription meanwhile.
     */
    claim: async (reminder: ReminderKey, now: number, stale: number): Promise<boolean> => {
      const { subscriptionId: subscription_id, cardId: card_id, dueAt: due_at } = reminder
      const subscription = await db
        .selectFrom('push_subscription')
        .select('id')
        .where('id', '=', subscription_id)
        .executeTakeFirst()
      if (subscription === undefined) return false
      const rows = await db
        .insertInto('reminder')
        .values({ subscription_id, card_id, due_at, claimed_at: now, sent_at: null })
        .onConflict((conflict) =>
          conflict
            .columns(['subscription_id', 'card_id', 'due_at'])
            .doUpdateSet({ claimed_at: now })
            .where('reminder.sent_at', 'is', null)
            .where('reminder.claimed_at', '<', stale),
        )
        .returning('claimed_at')
        .execute()
      return rows.length > 0
    },
    noteSent: async (reminder: ReminderKey, now: number): Promise<void> => {
      await db
        .updateTable('reminder')
        .set({ sent_at: now })
        .where('subscription_id', '=', reminder.subscriptionId)
        .where('card_id', '=', reminder.cardId)
        .where('due_at', '=', reminder.dueAt)
        .execute()
    },
    removeBefore: async (time: number): Promise<void> => {
      await db.deleteFrom('reminder').where('claimed_at', '<', time).execute()
    },
    /** The user of the calendar with this hash. Undefined also while the account is disabled or under review. */
    userOfCalendar: async (hash: string): Promise<Id | undefined> =>
      (
        await db
          .selectFrom('user')
          .select('id')
          .where('calendar_hash', '=', hash)
          .where('disabled_at', 'is', null)
          .where('access_review', 'is', null)
          .executeTakeFirst()
      )?.id,
    hasCalendar: async (userId: Id): Promise<boolean> =>
      (await db
        .selectFrom('user')
        .select('id')
        .where('id', '=', userId)
        .where('calendar_hash', 'is not', null)
        .executeTakeFirst()) !== undefined,
    /** @param hash null revokes the address */
    setCalendar: async (userId: Id, hash: string | null): Promise<void> => {
      await db.updateTable('user').set({ calendar_hash: hash }).where('id', '=', userId).execute()
    },
  }
}
