import type { Id } from '@cardinal/domain'
import { sql } from 'kysely'
import type { Db } from './db.ts'

const FIGURES = [
  'users',
  'disabled_users',
  'users_of_30_days',
  'sessions',
  'personal_tokens',
  'workspaces',
  'cards',
  'stored_bytes',
  'failed_sign_ins_of_30_days',
] as const

export type ServerFigures = Readonly<Record<(typeof FIGURES)[number], number>>

interface UserFigures {
  readonly id: Id
  readonly name: string
  readonly createdAt: number
  readonly disabledAt: number | null
  readonly lastUsedAt: number | null
  readonly cards: number
  readonly storedBytes: number
}

/** The server's owner, and figures over all users. */
export function serverOverviewTable(db: Db) {
  return {
    isOwner: async (id: Id): Promise<boolean> => {
      const row = await db
        .selectFrom('server_owner')
        .select('user_id')
        .where('user_id', '=', id)
        .executeTakeFirst()
      return row !== undefined
    },
    addOwner: async (id: Id, since: number): Promise<void> => {
      await db
        .insertInto('server_owner')
        .values({ user_id: id, since })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    /**
     * Users, cards and bytes; deleted cards are left out.
     *
     * @param monthAgo ms; counts sessions used and sign-ins failed since then
     */
    figures: async (monthAgo: number): Promise<ServerFigures> => {
      const { rows } = await sql<Record<(typeof FIGURES)[number], number | string>>`select
        (select count(*) from "user") as users,
        (select count(*) from "user" where disabled_at is not null) as disabled_users,
        (select count(distinct user_id) from session where last_used_at >= ${monthAgo}) as users_of_30_days,
        (select count(*) from session) as sessions,
        (select count(*) from personal_token) as personal_tokens,
        (select count(*) from workspace) as workspaces,
        (select count(*) from card where deleted_at is null) as cards,
        (select coalesce(sum(stored_bytes), 0) from "user") as stored_bytes,
        (select count(*) from security_event where kind = 'sign-in-failed' and created_at >= ${monthAgo})
          as failed_sign_ins_of_30_days`.execute(db)
      const [row] = rows
      return Object.fromEntries(FIGURES.map((name) => [name, Number(row?.[name] ?? 0)])) as ServerFigures
    },
    /** Oldest accounts first. */
    users: async (limit: number): Promise<UserFigures[]> => {
      const { rows } = await sql<{
        id: string
        name: string
        created_at: number | string
        disabled_at: number | string | null
        last_used_at: number | string | null
        cards: number | string
        stored_bytes: number | string
      }>`select id, name, created_at, disabled_at, stored_bytes,
        (select max(last_used_at) from session where session.user_id = u.id) as last_used_at,
        (select count(*) from card where card.user_id = u.id and card.deleted_at is null) as cards
        from "user" as u order by created_at, id limit ${limit}`.execute(db)
      const time = (value: number | string | null) => (value === null ? null : Number(value))
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        createdAt: Number(row.created_at),
        disabledAt: time(row.disabled_at),
        lastUsedAt: time(row.last_used_at),
        cards: Number(row.cards),
        storedBytes: Number(row.stored_bytes),
      }))
    },
  }
}
