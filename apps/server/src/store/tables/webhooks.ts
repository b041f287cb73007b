import type { Id } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type { WebhookDeliveryTable, WebhookTable } from '../schema.ts'
import { type Db, writeInBatches } from './db.ts'

export type Webhook = Selectable<WebhookTable>
export type WebhookDelivery = Selectable<WebhookDeliveryTable>
export type ListedWebhook = Webhook & { readonly waiting: number }

export function webhooksTable(db: Db) {
  const listed = () =>
    db
      .selectFrom('webhook')
      .selectAll('webhook')
      .select((of) =>
        of
          .selectFrom('webhook_delivery')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('webhook_delivery.webhook_id', '=', 'webhook.id')
          .as('waiting'),
      )
  const numbered = (row: Webhook & { waiting: number | string | null }): ListedWebhook => ({
    ...row,
    waiting: Number(row.waiting ?? 0),
  })
  return {
    insert: async (row: Webhook): Promise<void> => {
      await db.insertInto('webhook').values(row).execute()
    },
    /** Newest first. */
    ofUser: async (userId: Id): Promise<ListedWebhook[]> => {
      const rows = await listed()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(numbered)
    },
    byId: async (userId: Id, id: Id): Promise<ListedWebhook | undefined> => {
      const row = await listed().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
      return row && numbered(row)
    },
    anyById: (id: Id): Promise<Webhook | undefined> =>
      db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst(),
    update: async (id: Id, patch: Partial<Webhook>): Promise<void> => {
      await db.updateTable('webhook').set(patch).where('id', '=', id).execute()
    },
    remove: async (userId: Id, id: Id): Promise<void> => {
      await db.deleteFrom('webhook').where('user_id', '=', userId).where('id', '=', id).execute()
    },
    /** Stores in the user's row which events its webhooks want. The caller holds the user's lock. */
    keepEvents: async (userId: Id): Promise<void> => {
      const rows = await db
        .selectFrom('webhook')
        .select('events')
        .where('user_id', '=', userId)
        .where('off_at', 'is', null)
        .execute()
      const events = [...new Set(rows.flatMap((row) => row.events.split(',')))]
      await db
        .updateTable('user')
        .set({ webhook_events: events.length === 0 ? null : events.join(',') })
        .where('id', '=', userId)
        .execute()
    },
    addDeliveries: (rows: readonly WebhookDelivery[]): Promise<void> =>
      writeInBatches(rows, (batch) => db.insertInto('webhook_delivery').values(batch).execute()),
    noteDropped: async (id: Id, count: number): Promise<void> => {
      await db
        .updateTable('webhook')
        .set({ dropped: sql`dropped + ${count}` })
        .where('id', '=', id)
        .execute()
    },
    /** Webhooks that may get a message now, except those of the people in `without`. */
    ready: (now: number, without: readonly Id[], limit: number): Promise<Webhook[]> =>
      db
        .selectFrom('webhook')
        .innerJoin('user', 'user.id', 'webhook.user_id')
        .selectAll('webhook')
        .where('webhook.off_at', 'is', null)
        .where('webhook.free_at', '<=', now)
        .where('user.disabled_at', 'is', null)
        .where('user.access_review', 'is', null)
        .$if(without.length > 0, (query) => query.where('webhook.user_id', 'not in', without))
        .where((of) =>
          of.exists(
            of
              .selectFrom('webhook_delivery')
              .select('webhook_delivery.id')
              .whereRef('webhook_delivery.webhook_id', '=', 'webhook.id')
              .where('webhook_delivery.due_at', '<=', now),
          ),
        )
        .orderBy('webhook.free_at')
        .limit(limit)
        .execute(),
    /** Reserves a webhook until `until`. Returns true to one node only. */
    take: async (id: Id, now: number, until: number): Promise<boolean> => {
      const rows = await db
        .updateTable('webhook')
        .set({ free_at: until })
        .where('id', '=', id)
        .where('free_at', '<=', now)
        .where('off_at', 'is', null)
        .returning('id')
        .execute()
      return rows.length > 0
    },
    /** The oldest due message. */
    nextDelivery: (webhookId: Id, now: number): Promise<WebhookDelivery | undefined> =>
      db
        .selectFrom('webhook_delivery')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .where('due_at', '<=', now)
        .orderBy('created_at')
        .orderBy('seq')
        .orderBy('place')
        .limit(1)
        .executeTakeFirst(),
    postpone: async (id: Id, attempts: number, dueAt: number): Promise<void> => {
      await db.updateTable('webhook_delivery').set({ attempts, due_at: dueAt }).where('id', '=', id).execute()
    },
    removeDelivery: async (id: Id): Promise<void> => {
      await db.deleteFrom('webhook_delivery').where('id', '=', id).execute()
    },
    removeDeliveriesOf: async (webhookId: Id): Promise<void> => {
      await db.deleteFrom('webhook_delivery').where('webhook_id', '=', webhookId).execute()
    },
  }
}
