import { ok } from '@cardinal/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type TestDatabase } from '../../test/support/stores.ts'
import { ChaosProxy } from '../../test/torture/chaos-proxy.ts'
import { openPostgres, type PostgresConnections } from './postgres.ts'
import type { Db } from './tables/db.ts'

describe('connections to PostgreSQL', () => {
  let database: TestDatabase
  let connections: PostgresConnections
  const told: Error[] = []

  beforeAll(async () => {
    const postgres = DATABASES.find(({ name }) => name === 'PostgreSQL')
    if (postgres === undefined) throw new Error('There is no PostgreSQL.')
    database = await postgres.start()
    connections = openPostgres(database.databaseUrl ?? '', (error) => told.push(error))
  }, 60_000)

  afterAll(async () => {
    await connections.pool.end()
    await database.stop()
  })

  it('a connection that breaks inside a transaction fails only that transaction', async () => {
    const lost = connections.transact(async (tx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      return ok(null)
    })
    await expect(lost).rejects.toThrow()
    await expect.poll(() => told.length).toBeGreaterThan(0)
    const next = await connections.transact(async (tx) =>
      ok((await sql<{ n: number }>`select 1 as n`.execute(tx)).rows),
    )
    expect(next).toEqual(ok([{ n: 1 }]))
  })

  it('a transaction with a failed statement never counts as committed', async () => {
    const broken = connections.transact(async (tx) => {
      await sql`select 1 / 0`.execute(tx).catch(() => undefined)
      return ok(null)
    })
    await expect(broken).rejects.toThrow('A statement of this transaction has failed.')
  })

  it('a connection that goes silent fails its transaction, and others can take its lock', async () => {
    const direct = new URL(database.databaseUrl ?? '')
    const proxy = await ChaosProxy.start(Number(direct.port))
    const limited = new URL(direct)
    limited.port = String(proxy.port)
    limited.search = '?statement_timeout=400&idle_in_transaction_session_timeout=400&query_timeout=600'
    const reached = openPostgres(String(limited), (error) => told.push(error))
    const lock = (tx: Db) => sql`select name from migration for update`.execute(tx)
    try {
      await connections.transact(async (tx) => {
        await sql`create table migration (name text)`.execute(tx)
        return ok(await sql`insert into migration values ('before')`.execute(tx))
      })
      const stuck = reached.transact(async (tx) => {
        await lock(tx)
        proxy.silence()
        return ok(await sql`update migration set name = 'half'`.execute(tx))
      })
      await expect(stuck).rejects.toThrow(/Query read timeout|Connection terminated/)
      const others = await Promise.all(
        [reached, connections].map(({ transact }) => transact(async (tx) => ok((await lock(tx)).rows))),
      )
      expect(others).toEqual([ok([{ name: 'before' }]), ok([{ name: 'before' }])])
    } finally {
      await reached.pool.end()
      await proxy.stop()
    }
  })

  it('a change on PostgreSQL goes through after another node has added a column to a table that is read', async () => {
    const { shared, reader, pool } = openPostgres(database.databaseUrl ?? '', (error) => told.push(error))
    const rows = () => sql<object>`select * from grown`.execute(reader)
    const change = () =>
      shared.transact('b1', async (tx) => ok((await sql<object>`select * from grown`.execute(tx)).rows))
    const grow = (column: string) => sql`alter table grown add column ${sql.ref(column)} text`.execute(reader)
    await sql`create table grown (name text)`.execute(reader)
    await sql`insert into grown values ('before')`.execute(reader)
    // Each connection prepares the statement by itself.
    await Promise.all(Array.from({ length: 12 }, rows))
    await change()

    await grow('rules')
    expect(await change()).toEqual(ok([{ name: 'before', rules: null }]))
    await Promise.all(Array.from({ length: 12 }, rows))
    await grow('more')
    await expect(rows()).rejects.toMatchObject({ routine: 'RevalidateCachedQuery' })
    expect((await rows()).rows).toEqual([{ name: 'before', rules: null, more: null }])
    await pool.end()
  })

  it('a statement on PostgreSQL that takes too long is ended, and not tried again', async () => {
    const address = `${database.databaseUrl}?statement_timeout=200`
    const { transact, pool } = openPostgres(address, (error) => told.push(error))
    let tries = 0
    const slow = transact(async (tx, inside) => {
      tries++
      return inside.attempt(async () => ok(await sql`select pg_sleep(5)`.execute(tx)))
    })
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    expect(tries).toBe(1)
    await pool.end()
  })
})
