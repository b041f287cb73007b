import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** An index for a user's deleted cards, which are few. */
export const buriedCards: Migration = {
  name: '0005-buried-cards',
  up: async ({ schema }) => {
    await schema
      .createIndex('card_buried')
      .on('card')
      .column('user_id')
      .where(sql.ref('deleted_at'), 'is not', null)
      .execute()
  },
}
