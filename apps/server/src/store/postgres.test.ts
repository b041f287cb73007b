import { ok } from '@cardinal/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type TestDatabase } from '../../test/support/stores.ts'
import { openPostgres, type PostgresConnections } from './postgres.ts'

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

  it('that break in the middle of a transaction fail it alone', async () => {
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

  it('hold no transaction in which a statement has failed for a success', async () => {
    const broken = connections.transact(async (tx) => {
      await sql`select 1 / 0`.execute(tx).catch(() => undefined)
      return ok(null)
    })
    await expect(broken).rejects.toThrow('A statement of this transaction has failed.')
  })
})
