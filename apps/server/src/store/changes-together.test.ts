import { type Id, ok, type Result, refused } from '@cardinal/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userRow } from '../../test/support/rows.ts'
import { DATABASES, type TestDatabase } from '../../test/support/stores.ts'
import type { Store, StoreTransaction } from './index.ts'

const id = (n: number): Id => n.toString(16).padStart(24, '0')

const workspace = (n: number) => ({
  id: id(n),
  name: `Workspace ${n}`,
  createdAt: n,
  updatedAt: n,
  seq: 0,
  epoch: 'e',
  minSeq: 0,
  rev: 0,
})

async function makeUsers(store: Store, count: number): Promise<Id[]> {
  const ids = Array.from({ length: count }, (_, n) => id(n))
  await store.transact(async (tx) => {
    for (const userId of ids) {
      await tx.users.insert(userRow(userId))
      await tx.workspaces.insert(userId, workspace(1))
    }
    return ok(null)
  })
  return ids
}

/** Like the change of a call: reads under the lock, and a pipelined write. */
async function takeSeq(tx: StoreTransaction, userId: Id): Promise<Result<number, string>> {
  const [user, found] = await Promise.all([tx.lockUser(userId), tx.workspaces.byId(userId, id(1))])
  if (user === undefined || found === undefined) return refused('nobody')
  tx.pipeline(tx.workspaces.takeSeqAfter(userId, id(1), found.seq, null))
  return ok(found.seq + 1)
}

describe.each(DATABASES)('changes that arrive together on $name', ({ start }) => {
  let database: TestDatabase
  let store: Store
  let users: Id[]

  beforeAll(async () => {
    database = await start()
    store = await database.open()
    users = await makeUsers(store, 40)
  }, 60_000)

  afterAll(async () => {
    await store.close()
    await database.stop()
  })

  const seqOf = async (userId: Id) => (await store.workspaces.byId(userId, id(1)))?.seq

  it('changes that arrive together all take effect, those of one person one after the other', async () => {
    const changes = [...users, ...users, ...users].map((userId) =>
      store.change(userId, (tx) => takeSeq(tx, userId)),
    )
    const results = await Promise.all(changes)
    const seqs = results.map((result) => (result.ok ? result.value : 0)).sort((a, b) => a - b)
    expect(seqs).toEqual([1, 2, 3].flatMap((seq) => users.map(() => seq)))
    for (const userId of users) expect(await seqOf(userId)).toBe(3)
  })

  it('of changes that arrive together, refused and failing ones leave no trace and the others take effect', async () => {
    const [refusedId = '', failingId = '', throwingId = ''] = users
    const before = await Promise.all(users.map(seqOf))
    const outcomes = await Promise.allSettled([
      ...users.map((userId) =>
        store.change(userId, async (tx) => {
          const taken = await takeSeq(tx, userId)
          if (userId === refusedId) return refused('no')
          // A write that is not awaited fails: its key exists.
          if (userId === failingId) tx.pipeline(tx.workspaces.insert(userId, workspace(1)))
          if (userId === throwingId) throw new Error('a mistake')
          return taken
        }),
      ),
      store.change(id(999), (tx) => takeSeq(tx, id(999))),
    ])
    expect(outcomes[0]).toEqual({ status: 'fulfilled', value: refused('no') })
    expect(outcomes[1]).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringMatching(/unique/i) },
    })
    expect(outcomes[2]).toMatchObject({ status: 'rejected', reason: { message: 'a mistake' } })
    expect(outcomes.at(-1)).toEqual({ status: 'fulfilled', value: refused('nobody') })
    const after = await Promise.all(users.map(seqOf))
    expect(after).toEqual(before.map((seq, n) => (n < 3 ? seq : (seq ?? 0) + 1)))
  })

  it('a change in a list fails alone when one of its pipelined statements fails', async () => {
    const [, , , userId = ''] = users
    const failed: unknown[] = []
    await store.transact(async (tx) => {
      failed.length = 0
      await tx.lockUser(userId)
      await tx.attempt(async () => {
        tx.pipeline(tx.workspaces.insert(userId, workspace(5)))
        tx.pipeline(tx.workspaces.insert(userId, workspace(1)))
        return refused('no')
      })
      for (const n of [2, 3, 2, 4])
        await tx
          .attempt(async () => {
            tx.pipeline(tx.workspaces.insert(userId, workspace(n)))
            return ok(null)
          })
          .catch((error) => failed.push(error))
      return ok(null)
    })
    expect(failed).toMatchObject([{ message: expect.stringMatching(/unique/i) }])
    const kept = (await store.workspaces.ofUser(userId)).map((one) => one.id)
    expect(kept).toEqual([1, 2, 3, 4].map(id))
  })

  it('a change that throws before its pipelined statement ends leaves no part of itself', async () => {
    const [, , , , , userId = ''] = users
    const before = await seqOf(userId)
    const late = async () => {
      await Promise.resolve()
      throw new Error('a mistake')
    }
    for (const run of [store.change.bind(store, userId), store.transact.bind(store)]) {
      const lost = run(async (tx) => {
        const taken = await takeSeq(tx, userId)
        tx.pipeline(late())
        return taken
      })
      await expect(lost).rejects.toThrow('a mistake')
    }
    expect(await seqOf(userId)).toBe(before)
  })

  it('a transaction fails when one of its pipelined statements fails', async () => {
    const [, , , , userId = ''] = users
    const lost = store.transact(async (tx) => {
      tx.pipeline(tx.workspaces.insert(userId, workspace(5)))
      tx.pipeline(tx.workspaces.insert(userId, workspace(5)))
      return ok(null)
    })
    await expect(lost).rejects.toThrow(/unique/i)
    expect(await store.workspaces.byId(userId, id(5))).toBeUndefined()
  })
})

describe('changes on PostgreSQL', () => {
  let database: TestDatabase
  let store: Store
  let other: Store

  beforeAll(async () => {
    const postgres = DATABASES.find(({ name }) => name === 'PostgreSQL')
    if (postgres === undefined) throw new Error('There is no PostgreSQL.')
    database = await postgres.start()
    store = await database.open()
    other = await database.open()
  }, 60_000)

  afterAll(async () => {
    await Promise.all([store.close(), other.close()])
    await database.stop()
  })

  it('changes on PostgreSQL wait for a person who is locked by another node, and do not delay other people', async () => {
    const [locked = '', ...free] = await makeUsers(store, 10)
    let release: () => void = () => undefined
    const isLocked = new Promise<void>((tell) => {
      other.transact(async (tx) => {
        await tx.lockUser(locked)
        tell()
        await new Promise<void>((resolve) => {
          release = resolve
        })
        return takeSeq(tx, locked)
      })
    })
    await isLocked
    const waiting = [1, 2, 3].map(() => store.change(locked, (tx) => takeSeq(tx, locked)))
    const others = await Promise.all(
      [...free, ...free].map((userId) => store.change(userId, (tx) => takeSeq(tx, userId))),
    )
    expect(others.every((result) => result.ok)).toBe(true)
    release()
    expect(await Promise.all(waiting)).toEqual([ok(2), ok(3), ok(4)])
  })
})
