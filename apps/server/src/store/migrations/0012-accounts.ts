import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * For operators: the e-mail of an identity, disabled users, and invitations. A user without an identity gets one from the
 * operator, so that each can be named by an e-mail.
 */
export const accounts: Migration = {
  name: '0012-accounts',
  up: async (db) => {
    await db.schema.alterTable('user').addColumn('disabled_at', 'bigint').execute()
    await db.schema.alterTable('identity').addColumn('email', 'text').execute()
    await db.schema.alterTable('identity').addColumn('email_key', 'text').execute()
    await db.schema.createIndex('identity_email_key').on('identity').column('email_key').execute()
    await sql`update identity set
      email = (select email from provider_account where provider_account.id = identity.subject),
      email_key = (select email_key from provider_account where provider_account.id = identity.subject)`.execute(
      db,
    )
    await sql`insert into identity (issuer, subject, user_id, email, email_key)
      select 'operator', lower(email), id, email, lower(email) from "user"
      where id in (
        select min(id) from "user"
        where not exists (select 1 from identity where identity.user_id = "user".id)
        group by lower(email)
      )`.execute(db)
    await db.schema
      .createTable('invitation')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()
  },
}
