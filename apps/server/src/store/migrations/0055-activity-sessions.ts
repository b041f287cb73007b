import type { Migration } from '../migrate.ts'

/** The session behind an activity, so that a device gets no notice of its own acts. Null: none, or unknown. */
export const activitySessions: Migration = {
  name: '0055-activity-sessions',
  up: async ({ schema }) => {
    await schema.alterTable('security_event').addColumn('session_id', 'text').execute()
  },
}
