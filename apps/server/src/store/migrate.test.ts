import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok } from '@cardinal/domain'
import { expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { openSqlite } from './sqlite.ts'

/** Rows of the first form, which every later migration has to carry over. */
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

it.each(MIGRATIONS.map((migration, index) => [migration.name, index + 1] as const))(
  'brings a database of the version %s, with data in it, to the present one',
  async (_name, count) => {
    const folder = mkdtempSync(join(tmpdir(), 'cardinal-migrate-'))
    const { transact, reader, close } = openSqlite(join(folder, 'db.sqlite'))
    expect(await migrate(transact, 'sqlite', MIGRATIONS.slice(0, count), 1)).toHaveLength(count)
    await transact(async (tx) => ok(await tx.insertInto('user').values(USER).execute()))
    expect(await migrate(transact, 'sqlite', MIGRATIONS, 2)).toHaveLength(MIGRATIONS.length - count)
    expect(await reader.selectFrom('user').selectAll().execute()).toEqual([USER])
    close()
    rmSync(folder, { recursive: true, force: true })
  },
)
