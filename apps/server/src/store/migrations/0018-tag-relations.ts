import type { Migration } from '../migrate.ts'

/** Other names and parents of tags, as JSON lists; null: none. */
export const tagRelations: Migration = {
  name: '0018-tag-relations',
  up: async ({ schema }) => {
    await schema.alterTable('tag').addColumn('other_names', 'text').execute()
    await schema.alterTable('tag').addColumn('parent_ids', 'text').execute()
    await schema.alterTable('tag').addColumn('has_relations', 'integer').execute()
    // A partial index, because few tags have relations.
    await schema
      .createIndex('tag_with_relations')
      .on('tag')
      .columns(['user_id', 'workspace_id', 'has_relations'])
      .execute()
  },
}
