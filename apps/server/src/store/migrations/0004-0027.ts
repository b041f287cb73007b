import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'
import { storedBytesAtFirst } from '../tables/stored-bytes.ts'

/** Attempts to sign in, counted over all nodes. */
const signInAttempts: Migration = {
  name: '0004-sign-in-attempts',
  up: async ({ schema }) => {
    await schema
      .createTable('sign_in_attempt')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .execute()
    await schema.createIndex('sign_in_attempt_since').on('sign_in_attempt').column('since').execute()
  },
}

/** An index for a user's deleted cards, which are few. */
const buriedCards: Migration = {
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

/** Removed and overwritten texts of subnotes. */
const earlierSubnotes: Migration = {
  name: '0006-earlier-subnotes',
  up: async ({ schema }) => {
    await schema
      .createTable('subnote_revision')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('card_id', 'text', (c) => c.notNull())
      .addColumn('until_seq', 'bigint', (c) => c.notNull())
      .addColumn('ordinal', 'integer', (c) => c.notNull())
      .addColumn('subnote_id', 'text', (c) => c.notNull())
      .addColumn('is_kept', 'integer', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('replaced_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('subnote_revision_pk', ['user_id', 'card_id', 'until_seq', 'ordinal'])
      .addForeignKeyConstraint(
        'subnote_revision_card',
        ['user_id', 'card_id'],
        'card',
        ['user_id', 'id'],
        (key) => key.onDelete('cascade'),
      )
      .execute()
  },
}

/**
 * For a merged tag or group: the one that it was merged into, so that concurrent changes find it. Tombstones of
 * merged ones are kept for good.
 */
const whatIdsStandFor: Migration = {
  name: '0007-what-ids-stand-for',
  up: async ({ schema }) => {
    for (const table of ['tag', 'tag_group'])
      await schema.alterTable(table).addColumn('merged_into', 'text').execute()
  },
}

/** Bytes stored by an account, for its quota. */
const storedBytesOfUsers: Migration = {
  name: '0008-stored-bytes',
  up: async (db) => {
    await db.schema
      .alterTable('user')
      .addColumn('stored_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update "user" set stored_bytes = ${storedBytesAtFirst(sql`"user".id`)}`.execute(db)
  },
}

/** An index for a user's displaced texts, which are few among all revisions. */
const keptRevisions: Migration = {
  name: '0009-kept-revisions',
  up: async ({ schema }) => {
    for (const table of ['revision', 'subnote_revision'] as const)
      await schema
        .createIndex(`${table}_kept`)
        .on(table)
        .columns(['user_id', 'replaced_at'])
        .where(sql.ref('is_kept'), '=', sql.lit(1))
        .execute()
  },
}

/** A digest of each workspace's rows, by which devices notice that theirs differ. Housekeeping computes the first one. */
const rowsDigest: Migration = {
  name: '0010-rows-digest',
  up: async ({ schema }) => {
    await schema.alterTable('workspace').addColumn('rows_digest', 'text').execute()
    await schema.alterTable('workspace').addColumn('rows_digest_seq', 'bigint').execute()
  },
}

/** When a card was completed; null while it is open. */
const doneAt: Migration = {
  name: '0011-done-at',
  up: async ({ schema }) => {
    await schema.alterTable('card').addColumn('done_at', 'bigint').execute()
  },
}

/**
 * For operators: the e-mail of an identity, disabled users, and invitations. A user without an identity gets one of
 * the operator's, so that every user can be named by an e-mail.
 */
const accounts: Migration = {
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

/** When a personal token expires; earlier ones never do. */
const tokenExpiry: Migration = {
  name: '0013-token-expiry',
  up: async ({ schema }) => {
    await schema.alterTable('personal_token').addColumn('expires_at', 'bigint').execute()
  },
}

/** Events that an account's owner should know of: sign-ins, exports, acts of the operator. */
const securityEvents: Migration = {
  name: '0014-security-events',
  up: async ({ schema }) => {
    await schema
      .createTable('security_event')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('detail', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createIndex('security_event_user')
      .on('security_event')
      .columns(['user_id', 'created_at'])
      .execute()
  },
}

/** Due date, recurrence and place in the order by hand. */
const dueCards: Migration = {
  name: '0015-due-cards',
  up: async ({ schema }) => {
    for (const column of ['due_at', 'recurrence', 'place'])
      await schema.alterTable('card').addColumn(column, 'text').execute()
  },
}

/** Browsers that get reminders, the reminders already sent, and secret addresses of calendars. */
const reminders: Migration = {
  name: '0016-reminders',
  up: async (db) => {
    await db.schema
      .createTable('push_subscription')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('endpoint', 'text', (c) => c.notNull().unique())
      .addColumn('p256dh', 'text', (c) => c.notNull())
      .addColumn('auth', 'text', (c) => c.notNull())
      .addColumn('time_zone', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('push_subscription_user').on('push_subscription').column('user_id').execute()
    await db.schema
      .createTable('reminder')
      .addColumn('subscription_id', 'text', (c) =>
        c.notNull().references('push_subscription.id').onDelete('cascade'),
      )
      .addColumn('card_id', 'text', (c) => c.notNull())
      .addColumn('due_at', 'text', (c) => c.notNull())
      .addColumn('claimed_at', 'bigint', (c) => c.notNull())
      .addColumn('sent_at', 'bigint')
      .addPrimaryKeyConstraint('reminder_key', ['subscription_id', 'card_id', 'due_at'])
      .execute()
    await db.schema.alterTable('user').addColumn('calendar_hash', 'text').execute()
    await db.schema.createIndex('user_calendar').on('user').column('calendar_hash').execute()
    await sql`create index card_due on card (user_id, due_at) where due_at is not null`.execute(db)
  },
}

/** Other names and parents of tags, as JSON lists; null: none. */
const tagRelations: Migration = {
  name: '0018-tag-relations',
  up: async ({ schema }) => {
    await schema.alterTable('tag').addColumn('other_names', 'text').execute()
    await schema.alterTable('tag').addColumn('parent_ids', 'text').execute()
    await schema.alterTable('tag').addColumn('has_relations', 'integer').execute()
    // A partial index: few tags have relations.
    await schema
      .createIndex('tag_with_relations')
      .on('tag')
      .columns(['user_id', 'workspace_id', 'has_relations'])
      .execute()
  },
}

/**
 * Until when a session counts as a fresh sign-in, and when the person of a one-time code last authenticated.
 */
const freshSignIn: Migration = {
  name: '0020-fresh-sign-in',
  up: async (db) => {
    await db.schema
      .alterTable('session')
      .addColumn('fresh_until', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update session set fresh_until = created_at + 600000`.execute(db)
    await db.schema
      .alterTable('sign_in_code')
      .addColumn('proven_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}

/** Authenticator apps and recovery codes. */
const secondStep: Migration = {
  name: '0021-second-step',
  up: async ({ schema }) => {
    await schema
      .createTable('authenticator')
      .addColumn('account_id', 'text', (c) =>
        c.primaryKey().references('provider_account.id').onDelete('cascade'),
      )
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('last_step', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createTable('recovery_code')
      .addColumn('account_id', 'text', (c) =>
        c.notNull().references('provider_account.id').onDelete('cascade'),
      )
      .addColumn('hash', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('recovery_code_pk', ['account_id', 'hash'])
      .execute()
  },
}

/** Who may see figures of the whole server; on an existing server, its first user. */
const serverOwner: Migration = {
  name: '0023-server-owner',
  up: async (db) => {
    await db.schema
      .createTable('server_owner')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
      .addColumn('since', 'bigint', (c) => c.notNull())
      .execute()
    await sql`insert into server_owner (user_id, since)
      select id, created_at from "user" order by created_at, id limit 1`.execute(db)
  },
}

/** When the database was last restored. For a time after it, devices send the lost rows again. */
const restoredAt: Migration = {
  name: '0024-restored-at',
  up: async ({ schema }) => {
    await schema.alterTable('workspace').addColumn('restored_at', 'bigint').execute()
  },
}

/** Passkeys (WebAuthn credentials) of accounts at the embedded provider. */
const passkeys: Migration = {
  name: '0027-passkeys',
  up: async ({ schema }) => {
    await schema
      .createTable('passkey')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) =>
        c.notNull().references('provider_account.id').onDelete('cascade'),
      )
      .addColumn('public_key', 'text', (c) => c.notNull())
      .addColumn('counter', 'bigint', (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('is_second_step', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await schema.createIndex('passkey_by_account').on('passkey').column('account_id').execute()
  },
}

export const FROM_4: readonly Migration[] = [
  signInAttempts,
  buriedCards,
  earlierSubnotes,
  whatIdsStandFor,
  storedBytesOfUsers,
  keptRevisions,
  rowsDigest,
  doneAt,
  accounts,
  tokenExpiry,
  securityEvents,
  dueCards,
  reminders,
  tagRelations,
  freshSignIn,
  secondStep,
  serverOwner,
  restoredAt,
  passkeys,
]
