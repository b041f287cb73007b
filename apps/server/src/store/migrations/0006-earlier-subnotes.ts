import type { Migration } from '../migrate.ts'

/** Removed and overwritten texts of subnotes. */
export const earlierSubnotes: Migration = {
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
