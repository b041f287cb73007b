import { type CopyRule, type Id, NO_COPY_RULE } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type { UserTable } from '../schema.ts'
import { type Db, prepared } from './db.ts'
import { storedBytes } from './stored-bytes.ts'

/** An account with its settings. */
export interface User {
  readonly id: Id
  readonly email: string
  readonly name: string
  readonly firstName: string
  readonly lastName: string
  /** `free`, or the name of a paid plan. */
  readonly plan: string
  readonly planExpiresAt: number | null
  /** Oldest first. */
  readonly savedSearches: readonly string[]
  /** As in `SavedSearches`. An older release may have removed some from `savedSearches` alone. */
  readonly searchesByWorkspace: Readonly<Record<Id, readonly string[]>>
  readonly showHelpers: boolean
  readonly currentWorkspaceId: Id | null
  readonly createdAt: number
  /** Bytes of stored texts. May still include removed ones. */
  readonly storedBytes: number
  /** When the operator disabled the account; null: active. */
  readonly disabledAt: number | null
  /** Comma-separated events of the user's webhooks; null or absent: no webhooks. */
  readonly webhookEvents?: string | null
  /** Which links are copied automatically. */
  readonly copyRule: CopyRule
}

/** A device whose session ended; time in ms. */
export interface SignedOutDevice {
  readonly device: string
  readonly lastUsedAt: number
}

/** Absent fields stay unchanged. */
export type UserPatch = Partial<Omit<User, 'id' | 'createdAt' | 'storedBytes'>>

export function usersTable(db: Db) {
  return {
    byId: async (id: Id): Promise<User | undefined> => {
      const [row] = (await userById(db, { id })).rows
      return row && toUser(row)
    },
    byEmail: async (email: string): Promise<User[]> => {
      const rows = await db
        .selectFrom('user')
        .selectAll()
        .where('email', '=', email)
        .orderBy('created_at')
        .execute()
      return rows.map(toUser)
    },
    count: async (): Promise<number> => {
      const row = await db
        .selectFrom('user')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },
    insert: async (user: User): Promise<void> => {
      await db.insertInto('user').values(toRow(user)).execute()
    },
    update: async (id: Id, patch: UserPatch): Promise<void> => {
      const columns = toColumns(patch)
      if (Object.keys(columns).length > 0)
        await db.updateTable('user').set(columns).where('id', '=', id).execute()
    },
    /** Devices that a password reset signed out; null: no review is due. */
    accessReview: async (id: Id): Promise<SignedOutDevice[] | null> => {
      const row = await db.selectFrom('user').select('access_review').where('id', '=', id).executeTakeFirst()
      return row?.access_review ? (JSON.parse(row.access_review) as SignedOutDevice[]) : null
    },
    setAccessReview: async (id: Id, devices: readonly SignedOutDevice[] | null): Promise<void> => {
      const access_review = devices === null ? null : JSON.stringify(devices)
      await db.updateTable('user').set({ access_review }).where('id', '=', id).execute()
    },
    addStoredBytes: async (id: Id, bytes: number): Promise<void> => {
      await addStoredBytes(db, { id, bytes })
    },
    setStoredBytes: async (id: Id, bytes: number): Promise<void> => {
      await db.updateTable('user').set({ stored_bytes: bytes }).where('id', '=', id).execute()
    },
    /** Bytes of all texts of a user: cards, subnotes, revisions, stored answers, receipts of imports. */
    countStoredBytes: async (id: Id): Promise<number> => {
      const { rows } = await sql<{
        bytes: number | string
      }>`select ${storedBytes(sql`${id}`)} as bytes`.execute(db)
      return Number(rows[0]?.bytes ?? 0)
    },
    /** Deletes the user with everything they own. */
    remove: async (id: Id): Promise<void> => {
      await db.deleteFrom('user').where('id', '=', id).execute()
    },
  }
}

const addStoredBytes = prepared((db, { id, bytes }: { id: Id; bytes: number }) =>
  db
    .updateTable('user')
    .set({ stored_bytes: sql`stored_bytes + ${bytes}` })
    .where('id', '=', id),
)

const userById = prepared((db, { id }: { id: Id }) => db.selectFrom('user').selectAll().where('id', '=', id))
const userForUpdate = prepared((db, { id }: { id: Id }) =>
  db.selectFrom('user').selectAll().where('id', '=', id).forUpdate(),
)
const userUnlessLocked = prepared((db, { id }: { id: Id }) =>
  db.selectFrom('user').selectAll().where('id', '=', id).forUpdate().skipLocked(),
)
const READ_BY_LOCKING = { none: userById, wait: userForUpdate, skip: userUnlessLocked }

/**
 * Reads and locks a user. Until the transaction ends, nobody else changes their data.
 *
 * @param locking `none` where there is only one writer; `skip` returns nothing if another transaction has the
 *   lock
 */
export async function lockUser(
  db: Db,
  id: Id,
  locking: keyof typeof READ_BY_LOCKING,
): Promise<User | undefined> {
  const [row] = (await READ_BY_LOCKING[locking](db, { id })).rows
  return row && toUser(row)
}

function toUser(row: Selectable<UserTable>): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    plan: row.plan,
    planExpiresAt: row.plan_expires_at,
    savedSearches: JSON.parse(row.saved_searches) as string[],
    searchesByWorkspace: JSON.parse(row.searches_by_workspace ?? '{}') as Record<Id, string[]>,
    showHelpers: row.show_helpers === 1,
    currentWorkspaceId: row.current_workspace_id,
    createdAt: row.created_at,
    storedBytes: Number(row.stored_bytes),
    disabledAt: row.disabled_at,
    webhookEvents: row.webhook_events,
    copyRule: row.copy_rule === null ? NO_COPY_RULE : (JSON.parse(row.copy_rule) as CopyRule),
  }
}

function toRow(user: User): UserTable {
  return {
    id: user.id,
    created_at: user.createdAt,
    stored_bytes: user.storedBytes,
    ...(toColumns(user) as Omit<UserTable, 'id' | 'created_at' | 'stored_bytes'>),
  }
}

function toColumns(patch: UserPatch): Partial<UserTable> {
  const columns: Partial<UserTable> = {}
  if (patch.email !== undefined) columns.email = patch.email
  if (patch.name !== undefined) columns.name = patch.name
  if (patch.firstName !== undefined) columns.first_name = patch.firstName
  if (patch.lastName !== undefined) columns.last_name = patch.lastName
  if (patch.plan !== undefined) columns.plan = patch.plan
  if (patch.planExpiresAt !== undefined) columns.plan_expires_at = patch.planExpiresAt
  if (patch.savedSearches !== undefined) columns.saved_searches = JSON.stringify(patch.savedSearches)
  if (patch.searchesByWorkspace !== undefined)
    columns.searches_by_workspace = JSON.stringify(patch.searchesByWorkspace)
  if (patch.showHelpers !== undefined) columns.show_helpers = patch.showHelpers ? 1 : 0
  if (patch.currentWorkspaceId !== undefined) columns.current_workspace_id = patch.currentWorkspaceId
  if (patch.disabledAt !== undefined) columns.disabled_at = patch.disabledAt
  if (patch.webhookEvents !== undefined) columns.webhook_events = patch.webhookEvents
  if (patch.copyRule !== undefined) columns.copy_rule = JSON.stringify(patch.copyRule)
  return columns
}
