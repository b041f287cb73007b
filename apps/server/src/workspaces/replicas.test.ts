import { type Card, type Id, INITIAL_VALUES, NO_LINKS, ok } from '@cardinal/domain'
import { WorkspaceIndex } from '@cardinal/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userRow } from '../../test/support/rows.ts'
import { DATABASES, type TestDatabase } from '../../test/support/stores.ts'
import type { Store, StoredWorkspace } from '../store/index.ts'
import { Replicas } from './replicas.ts'

const id = (n: number): Id => n.toString(16).padStart(24, '0')
const USER = id(1)

describe.each(DATABASES)('replicas over $name', ({ start }) => {
  let database: TestDatabase
  let store: Store

  beforeAll(async () => {
    database = await start()
    store = await database.open()
    await store.transact(async (tx) => {
      await tx.users.insert(userRow(USER))
      for (const n of [1, 2, 3]) {
        const workspace = { id: id(n), name: `w${n}`, createdAt: n, updatedAt: n }
        await tx.workspaces.insert(USER, { ...workspace, seq: 0, epoch: 'e', minSeq: 0, rev: 0 })
      }
      return ok(null)
    })
  }, 60_000)

  afterAll(async () => {
    await store.close()
    await database.stop()
  })

  let made = 0
  const write = (workspaceId: Id) =>
    store.transact(async (tx) => {
      await tx.lockUser(USER)
      const seq = await tx.workspaces.nextSeq(USER, workspaceId)
      const after: Card = {
        id: id(1000 + made++),
        type: 'note',
        content: 'some words',
        address: null,
        subnotes: [],
        tagIds: [],
        ...INITIAL_VALUES,
        ...NO_LINKS,
        createdAt: 1,
        updatedAt: 1,
      }
      const rows = [{ kind: 'card' as const, id: after.id, before: undefined, after }]
      await tx.changes.write({ userId: USER, workspaceId, seq, now: 1 }, rows)
      return ok(null)
    })
  const read = async (n: number): Promise<StoredWorkspace> => {
    const workspace = await store.workspaces.byId(USER, id(n))
    if (workspace === undefined) throw new Error('the workspace is there')
    return workspace
  }
  const notes = async (replicas: Replicas, n: number) =>
    (await replicas.open(USER, await read(n))).ask('countCards', {}).note

  it('a replica has everything that was committed before it was asked for, even if many ask at once', async () => {
    const replicas = new Replicas({ store, createIndex: () => new WorkspaceIndex(), maxBytes: 1e9 })
    for (let i = 1; i <= 5; i++) {
      await write(id(1))
      expect(await Promise.all(Array.from({ length: 10 }, () => notes(replicas, 1)))).toEqual(
        Array(10).fill(i),
      )
    }
  })

  it('the least recently used replicas are dropped when they exceed the memory limit', async () => {
    let built = 0
    const createIndex = () => {
      built++
      return Object.assign(new WorkspaceIndex(), { approximateBytes: () => 100 })
    }
    const replicas = new Replicas({ store, createIndex, maxBytes: 250 })
    await notes(replicas, 1)
    await notes(replicas, 2)
    await notes(replicas, 1)
    await notes(replicas, 3)
    expect(replicas.size()).toEqual({ bytes: 200, count: 2 })
    await notes(replicas, 1)
    expect(built).toBe(3)
    await notes(replicas, 2)
    expect(built).toBe(4)
  })

  it('replicas are flushed between requests, and their memory is measured again', async () => {
    let [left, bytes] = [3, 100]
    const flush = () => {
      bytes += 10
      return --left > 0
    }
    const createIndex = () => Object.assign(new WorkspaceIndex(), { flush, approximateBytes: () => bytes })
    const replicas = new Replicas({ store, createIndex, maxBytes: 1e9 })
    await notes(replicas, 1)
    await expect.poll(() => replicas.size().bytes).toBe(130)
    expect(left).toBe(0)
  })

  it('replicas are flushed one at a time, and requests run between their slices', async () => {
    let [turn, ended] = [0, 0]
    const slices: number[] = []
    const createIndex = () => {
      let left = 3
      // Takes longer than a slice, so that each slice is one call.
      const flush = () => {
        for (const end = performance.now() + 25; performance.now() < end; );
        slices.push(turn)
        left--
        if (left === 0) ended++
        return left > 0
      }
      return Object.assign(new WorkspaceIndex(), { flush })
    }
    const replicas = new Replicas({ store, createIndex, maxBytes: 1e9 })
    const count = () => {
      turn++
      if (ended < 3) setImmediate(count)
    }
    count()
    await Promise.all([notes(replicas, 1), notes(replicas, 2), notes(replicas, 3)])
    await expect.poll(() => ended).toBe(3)
    expect(new Set(slices).size).toBe(9)
  })

  it('a replica is rebuilt if the database was restored to another history', async () => {
    const replicas = new Replicas({ store, createIndex: () => new WorkspaceIndex(), maxBytes: 1e9 })
    await write(id(2))
    expect(await notes(replicas, 2)).toBe(1)
    await store.transact(async (tx) => {
      await tx.workspaces.setEpoch(USER, id(2), 'another', 0)
      return ok(await tx.changes.write({ userId: USER, workspaceId: id(2), seq: 1, now: 2 }, []))
    })
    expect(await notes(replicas, 2)).toBe(1)
    expect(replicas.size().count).toBe(1)
  })
})
