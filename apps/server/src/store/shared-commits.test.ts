import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok, type Result, refused } from '@cardinal/domain'
import SqliteFile from 'better-sqlite3'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqlite, type SqliteConnections } from './sqlite.ts'
import type { Db } from './tables/db.ts'

type Ending = 'kept' | 'refused' | 'thrown' | 'wrong-statement'

describe('commits that transactions share', () => {
  let folder: string
  let connections: SqliteConnections

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cardinal-commits-'))
    connections = openSqlite(join(folder, 'db.sqlite'))
    await connections.transact(async (tx) =>
      ok(await sql`create table row (n integer primary key)`.execute(tx)),
    )
  })

  afterEach(() => {
    connections.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const insert = async (tx: Db, n: number): Promise<void> => {
    await sql`insert into row values (${n})`.execute(tx)
  }
  const rows = async (db: Db = connections.reader): Promise<number[]> =>
    (await sql<{ n: number }>`select n from row order by n`.execute(db)).rows.map(({ n }) => n)
  const run = (n: number, ending: Ending): Promise<Result<number, string>> =>
    connections.transact(async (tx) => {
      await insert(tx, n)
      if (ending === 'refused') return refused(`no ${n}`)
      if (ending === 'thrown') throw new Error(`not ${n}`)
      if (ending === 'wrong-statement') await insert(tx, n)
      return ok(n)
    })

  it('the log of a large transaction is moved to the file in a turn after the answer', async () => {
    const file = new SqliteFile(join(folder, 'db.sqlite'))
    const logged = () => {
      const [found] = file.pragma('wal_checkpoint(noop)') as { log: number; checkpointed: number }[]
      return (found?.log ?? 0) - (found?.checkpointed ?? 0)
    }
    try {
      await connections.transact(async (tx) => {
        await sql`create table large (bytes blob)`.execute(tx)
        return ok(await sql`insert into large values (zeroblob(8000000))`.execute(tx))
      })
      expect(logged()).toBeGreaterThan(1_000)
      await expect.poll(logged).toBe(0)
    } finally {
      file.close()
    }
  })

  it('a store may be closed right after a large transaction', async () => {
    const other = openSqlite(join(folder, 'other.sqlite'))
    await other.transact(async (tx) => {
      await sql`create table large (bytes blob)`.execute(tx)
      return ok(await sql`insert into large values (zeroblob(8000000))`.execute(tx))
    })
    other.close()
    const again = openSqlite(join(folder, 'other.sqlite'))
    const { rows: found } = await sql<{ n: number }>`select length(bytes) n from large`.execute(again.reader)
    expect(found).toEqual([{ n: 8_000_000 }])
    again.close()
  })

  it('a transaction of many statements yields between them and keeps their order, and others read the state before it', async () => {
    let turns = 0
    const count = (): void => {
      turns++
      counting = setImmediate(count)
    }
    let counting = setImmediate(count)
    const seen = new Set<number>()
    const writing = connections.transact(async (tx) => {
      const statements = Array.from({ length: 20_000 }, (_, n) => insert(tx, n))
      statements.push(sql`delete from row where n >= 10`.execute(tx).then(() => undefined))
      await Promise.all(statements)
      return ok(await rows(tx))
    })
    let isOver = false
    const written = writing.finally(() => {
      isOver = true
    })
    while (!isOver) {
      seen.add((await rows()).length)
      await new Promise((resolve) => setImmediate(resolve))
    }
    clearImmediate(counting)
    expect(await written).toEqual(ok([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
    expect(turns).toBeGreaterThan(5)
    expect([...seen].sort()).toEqual([0, 10].slice(0, seen.size))
    expect(await rows()).toHaveLength(10)
  })

  it('in a shared commit, each refused or failed transaction is undone alone, and only committed ones are answered', async () => {
    const endings = fc.constantFrom<Ending>('kept', 'refused', 'thrown', 'wrong-statement')
    await fc.assert(
      fc.asyncProperty(fc.array(endings, { maxLength: 40 }), async (list) => {
        await connections.transact(async (tx) => ok(await sql`delete from row`.execute(tx)))
        const outcomes = await Promise.all(
          list.map(async (ending, n) => {
            const outcome = await run(n, ending).catch(() => 'thrown')
            if (ending === 'kept') expect(await rows()).toContain(n)
            return outcome
          }),
        )
        expect(outcomes).toEqual(
          list.map((ending, n) =>
            ending === 'kept' ? ok(n) : ending === 'refused' ? refused(`no ${n}`) : 'thrown',
          ),
        )
        expect(await rows()).toEqual(list.flatMap((ending, n) => (ending === 'kept' ? [n] : [])))
      }),
      { numRuns: 30 },
    )
  })

  it('only a transaction can write, whether a shared commit is open or not', async () => {
    const sneak = () => insert(connections.reader, 1)
    await expect(sneak()).rejects.toThrow('Only a transaction may write.')
    await connections.transact(async () =>
      ok(await expect(sneak()).rejects.toThrow('Only a transaction may write.')),
    )
    expect(await rows()).toEqual([])
  })

  it('uncommitted changes are visible only to later transactions of the same shared commit', async () => {
    const first = connections.transact(async (tx) => {
      await insert(tx, 1)
      return ok(await rows())
    })
    const second = connections.transact(async (tx) => ok({ own: await rows(tx), others: await rows() }))
    expect(await first).toEqual(ok([]))
    expect(await second).toEqual(ok({ own: [1], others: [] }))
    expect(await rows()).toEqual([1])
  })

  it('all transactions of a shared commit fail when the commit fails, and the next one starts fresh', async () => {
    const lost = [1, 2].map((n) =>
      connections.transact(async (tx) => {
        await insert(tx, n)
        // SQLite does this by itself when the disk is full.
        if (n === 2) await sql`rollback`.execute(tx)
        return ok(n)
      }),
    )
    const settled = await Promise.allSettled(lost)
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await run(3, 'kept')).toEqual(ok(3))
    expect(await rows()).toEqual([3])
  })

  it('a shared commit waits for another process that writes', async () => {
    const other = new SqliteFile(join(folder, 'db.sqlite'))
    other.exec('begin immediate')
    const writing = run(1, 'kept')
    expect(await rows()).toEqual([])
    other.exec('commit')
    other.close()
    expect(await writing).toEqual(ok(1))
  })
})
