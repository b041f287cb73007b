import { join } from 'node:path'
import { ok } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { DATABASES } from '../../test/support/stores.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

const USER = {
  id: 'u1',
  email: 'a@b.c',
  name: 'A B',
  first_name: 'A',
  last_name: 'B',
  plan: 'free',
  plan_expires_at: null,
  saved_searches: '["x"]',
  show_helpers: 1,
  current_workspace_id: null,
  created_at: 5,
}

it('names sort in the order of running', () => {
  const names = MIGRATIONS.map(({ name }) => name)
  expect(names).toEqual([...names].sort())
  expect(new Set(names).size).toBe(names.length)
})

/** A row by the migration that made its table. Every later migration has to keep its columns as they are. */
const ROWS = {
  '0001-first-tables': ['user', USER],
  '0002-identity': [
    'provider_account',
    { id: 'p1', email: 'a@b.c', email_key: 'a@b.c', name: 'A B', password_hash: null, created_at: 6 },
  ],
  '0003-billing': ['billing_customer', { user_id: 'u1', customer_id: 'c1', created_at: 7 }],
} as const

describe.each(DATABASES)('on $name', ({ start }) => {
  it.each(MIGRATIONS.map((migration, index) => [migration.name, index + 1] as const))(
    'brings a database of the version %s, with data in it, to the present one',
    { timeout: 60_000 },
    async (_name, count) => {
      const database = await start()
      const { databaseUrl, dataDir } = database
      const dialect = databaseUrl === null ? 'sqlite' : 'postgres'
      const sqlite = databaseUrl === null ? openSqlite(join(dataDir, 'old.sqlite')) : null
      const postgres = databaseUrl === null ? null : openPostgres(databaseUrl, () => undefined)
      const opened = sqlite ?? postgres
      if (opened === null) throw new Error('No database was opened.')
      const { transact, reader } = opened
      const old = MIGRATIONS.slice(0, count)
      const rows = Object.entries(ROWS).filter(([name]) => old.some((migration) => migration.name === name))
      expect(await migrate(transact, dialect, old, 1)).toHaveLength(count)
      for (const [, [table, row]] of rows)
        await transact(async (tx) =>
          ok(
            await tx
              .insertInto(table as 'user')
              .values(row as never)
              .execute(),
          ),
        )
      expect(await migrate(transact, dialect, MIGRATIONS, 2)).toHaveLength(MIGRATIONS.length - count)
      for (const [, [table, row]] of rows)
        expect(await reader.selectFrom(table).selectAll().execute()).toMatchObject([row])
      sqlite?.close()
      await postgres?.pool.end()
      await database.stop()
    },
  )
})
