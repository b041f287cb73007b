import { join } from 'node:path'
import { fold, ok } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { DATABASES } from '../../test/support/stores.ts'
import { type Migration, migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/newest.ts'
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

it('the names of migrations sort in the order in which they run', () => {
  const names = MIGRATIONS.map(({ name }) => name)
  expect(names).toEqual([...names].sort())
  expect(new Set(names).size).toBe(names.length)
})

/** A row per table, in the columns of its first migration. Later migrations must keep these rows. */
const ROWS = {
  '0001-first-tables': ['user', USER],
  '0002-identity': [
    'provider_account',
    { id: 'p1', email: 'a@b.c', email_key: 'a@b.c', name: 'A B', password_hash: null, created_at: 6 },
  ],
  '0003-billing': ['billing_customer', { user_id: 'u1', customer_id: 'c1', created_at: 7 }],
} as const

describe.each(DATABASES)('on $name', ({ start }) => {
  /** Opens a database on which only these migrations have run. */
  async function opened(old: readonly Migration[]) {
    const database = await start()
    const { databaseUrl, dataDir } = database
    const dialect = databaseUrl === null ? 'sqlite' : 'postgres'
    const sqlite = databaseUrl === null ? openSqlite(join(dataDir, 'old.sqlite')) : null
    const postgres = databaseUrl === null ? null : openPostgres(databaseUrl, () => undefined)
    const { transact, reader } = sqlite ?? postgres ?? raise()
    expect(await migrate(transact, dialect, old, 1)).toHaveLength(old.length)
    return {
      reader,
      insert: (table: string, rows: readonly object[]) =>
        transact(async (tx) =>
          ok(
            await tx
              .insertInto(table as 'user')
              .values(rows as never)
              .execute(),
          ),
        ),
      migrate: () => migrate(transact, dialect, MIGRATIONS, 2),
      close: async () => {
        sqlite?.close()
        await postgres?.pool.end()
        await database.stop()
      },
    }
  }

  it.each(MIGRATIONS.map((migration, index) => [migration.name, index + 1] as const))(
    'migrations bring a database of version %s with data to the current version',
    { timeout: 60_000 },
    async (_name, count) => {
      const old = MIGRATIONS.slice(0, count)
      const database = await opened(old)
      const rows = Object.entries(ROWS).filter(([name]) => old.some((migration) => migration.name === name))
      for (const [, [table, row]] of rows) await database.insert(table, [row])
      expect(await database.migrate()).toHaveLength(MIGRATIONS.length - count)
      for (const [, [table, row]] of rows)
        expect(await database.reader.selectFrom(table).selectAll().execute()).toMatchObject([row])
      await database.close()
    },
  )

  it('a migration makes the words of old copies searchable, and stores no more than they need', async () => {
    const at = MIGRATIONS.findIndex(({ name }) => name === '0074-copy-words')
    const database = await opened(MIGRATIONS.slice(0, at))
    await database.insert('user', [
      { ...USER, stored_bytes: 100 },
      { ...USER, id: 'u2', email: 'b@b.c', stored_bytes: 100 },
    ])
    const copy = (user: string, card: string, words: string) => ({
      user_id: user,
      card_id: card,
      state: 'kept',
      problem: '',
      address: 'https://x.example/',
      fetched_at: 1,
      title: '',
      language: '',
      content: '',
      words,
      is_cut: 0,
      removed_at: null,
    })
    await database.insert('page_copy', [
      copy('u1', 'c1', 'soft\u00adhyphen o\u2019clock a\u2010b 😀\ufe0f'),
      copy('u2', 'c2', 'plain'),
    ])
    await database.migrate()
    const copies = await database.reader.selectFrom('page_copy').select('words').orderBy('card_id').execute()
    expect(copies.map(({ words }) => words)).toEqual(["softhyphen o'clock a-b 😀", 'plain'])
    expect(copies.map(({ words }) => fold(words))).toEqual(copies.map(({ words }) => words))
    const users = await database.reader.selectFrom('user').select('stored_bytes').orderBy('id').execute()
    expect(users.map(({ stored_bytes }) => Number(stored_bytes))).toEqual([100 - 2 - 2 - 2 - 3, 100])
    await database.close()
  })

  it('a migration takes the address of a link from its text, and counts its bytes', async () => {
    const at = MIGRATIONS.findIndex(({ name }) => name === '0076-link-address')
    const database = await opened(MIGRATIONS.slice(0, at))
    await database.insert('user', [
      { ...USER, stored_bytes: 100 },
      { ...USER, id: 'u2', email: 'b@b.c', stored_bytes: 100 },
    ])
    const card = (user: string, id: string, type: string, content: string) => ({
      ...{ user_id: user, id, workspace_id: 'w1', type, content, color: null, is_public: 0 },
      ...{ parent_ids: '[]', sibling_ids: '[]', child_ids: '[]', created_at: 1, updated_at: 1, rev: 1 },
    })
    const workspace = (user: string) => ({
      ...{ user_id: user, id: 'w1', name: 'w', seq: 1, epoch: 'e', min_seq: 0 },
      ...{ created_at: 1, updated_at: 1, rev: 1 },
    })
    await database.insert('workspace', [workspace('u1'), workspace('u2')])
    const many = Array.from({ length: 600 }, (_, n) =>
      card('u1', `n${n}`, 'link', `n\nhttps://x.example/${n}`),
    )
    for (let from = 0; from < many.length; from += 50)
      await database.insert('card', many.slice(from, from + 50))
    await database.insert('card', [
      card('u2', 'a', 'link', "It's\nhttps://a.example/é?'\nmore"),
      card('u2', 'b', 'link', 'no address yet'),
      card('u2', 'c', 'note', 'https://c.example/'),
    ])
    await database.migrate()
    const read = (user: string) =>
      database.reader
        .selectFrom('card')
        .select(['id', 'address'])
        .where('user_id', '=', user)
        .orderBy('id')
        .execute()
    expect(await read('u2')).toEqual([
      { id: 'a', address: 'https://a.example/é' },
      { id: 'b', address: '' },
      { id: 'c', address: null },
    ])
    const found = await read('u1')
    expect(found).toHaveLength(600)
    for (const { id, address } of found) expect(address).toBe(`https://x.example/${id.slice(1)}`)
    const users = await database.reader.selectFrom('user').select('stored_bytes').orderBy('id').execute()
    const bytes = found.reduce((sum, { address }) => sum + (address ?? '').length, 0)
    expect(users.map(({ stored_bytes }) => Number(stored_bytes))).toEqual([100 + bytes, 100 + 20])
    await database.close()
  })

  it('a todo from before completions and start dates were stored has none', async () => {
    const at = MIGRATIONS.findIndex(({ name }) => name === '0079-completions')
    const database = await opened(MIGRATIONS.slice(0, at))
    await database.insert('user', [USER])
    await database.insert('workspace', [
      {
        ...{ user_id: 'u1', id: 'w1', name: 'w', seq: 1, epoch: 'e', min_seq: 0 },
        ...{ created_at: 1, updated_at: 1, rev: 1 },
      },
    ])
    await database.insert('card', [
      {
        ...{
          user_id: 'u1',
          id: 'c1',
          workspace_id: 'w1',
          type: 'todo',
          content: 'a',
          color: null,
          is_public: 0,
        },
        ...{ parent_ids: '[]', sibling_ids: '[]', child_ids: '[]', created_at: 1, updated_at: 1, rev: 1 },
        ...{ done_at: 7, recurrence: 'FREQ=DAILY' },
      },
    ])
    await database.migrate()
    const cards = database.reader
      .selectFrom('card')
      .select(['id', 'recurrence', 'completions', 'start_at', 'done_at'])
    expect((await cards.execute()).map((row) => ({ ...row, done_at: Number(row.done_at) }))).toEqual([
      { id: 'c1', recurrence: 'FREQ=DAILY', completions: null, start_at: null, done_at: 7 },
    ])
    await database.close()
  })

  it('a migration keeps waiting pages in the queue, one turn for each person and host', async () => {
    const at = MIGRATIONS.findIndex(({ name }) => name === '0071-page-turns')
    const database = await opened(MIGRATIONS.slice(0, at))
    await database.insert('user', [USER, { ...USER, id: 'u2', email: 'b@b.c' }])
    const job = (user: string, card: string, host: string, priority: number, due: number | null) => ({
      user_id: user,
      card_id: card,
      workspace_id: 'w',
      address: `https://${host}/${card}`,
      host,
      state: 'waiting',
      priority,
      due_at: due,
      attempts: 0,
      failed_at: null,
    })
    await database.insert('page_job', [
      job('u1', 'c1', 'a.example', 1, 50),
      job('u1', 'c2', 'a.example', 0, 90),
      job('u1', 'c3', 'b.example', 2, 70),
      job('u2', 'c4', 'a.example', 1, 60),
      // Not due: fetched already, or dead.
      job('u1', 'c5', 'a.example', 0, null),
      job('u1', 'c6', 'done.example', 0, null),
      job('u1', 'c7', '', 0, 40),
    ])
    await database.insert('page_host', [{ host: 'a.example', priority: 0, free_at: 30, ready_at: 50 }])
    await database.migrate()
    const turns = await database.reader
      .selectFrom('page_turn')
      .selectAll()
      .orderBy('user_id')
      .orderBy('host')
      .execute()
    expect(turns).toEqual([
      { user_id: 'u1', host: 'a.example', priority: 0, ready_at: 50 },
      { user_id: 'u1', host: 'b.example', priority: 2, ready_at: 70 },
      { user_id: 'u2', host: 'a.example', priority: 1, ready_at: 60 },
    ])
    const hosts = await database.reader.selectFrom('page_host').selectAll().execute()
    expect(hosts).toEqual([{ host: 'a.example', free_at: 30 }])
    expect(await database.reader.selectFrom('page_job').select('card_id').execute()).toHaveLength(7)
    await database.close()
  })
})

function raise(): never {
  throw new Error('No database was opened.')
}
