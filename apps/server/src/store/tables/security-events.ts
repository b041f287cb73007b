import type { Id } from '@cardinal/domain'
import type { Selectable } from 'kysely'
import type { SecurityEventTable } from '../schema-identity.ts'
import type { Db } from './db.ts'

export type SecurityEvent = Selectable<SecurityEventTable>

export function securityEventsTable(db: Db) {
  return {
    insert: async (event: SecurityEvent): Promise<void> => {
      await db.insertInto('security_event').values(event).execute()
    },
    /** Newest first. */
    ofUser: async (userId: Id, limit: number): Promise<SecurityEvent[]> =>
      db
        .selectFrom('security_event')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    /** Removes all but the user's newest `count`. */
    keepNewest: async (userId: Id, count: number): Promise<void> => {
      const oldest = await db
        .selectFrom('security_event')
        .select('created_at')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .offset(count)
        .limit(1)
        .executeTakeFirst()
      if (oldest !== undefined)
        await db
          .deleteFrom('security_event')
          .where('user_id', '=', userId)
          .where('created_at', '<=', oldest.created_at)
          .execute()
    },
    removeBefore: async (time: number): Promise<void> => {
      await db.deleteFrom('security_event').where('created_at', '<', time).execute()
    },
  }
}
