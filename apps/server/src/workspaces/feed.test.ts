import { type Card, type Id, INITIAL_VALUES, NO_LINKS, ok } from '@cardinal/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userRow } from '../../test/support/rows.ts'
import { DATABASES, type TestDatabase } from '../../test/support/stores.ts'
import type { Store, StoredWorkspace, Written } from '../store/index.ts'
import { allRows } from './feed.ts'

const id = (n: number): Id => n.toString(16).padStart(24, '0')
const USER = id(1)
const WORKSPACE = id(2)
/** Fills several pages, and a part of the last one. */
const COUNT = 3_150

/** Every third card has the same creation time as the card before it. */
const card = (n: number): Card => ({
  id: id(1_000 + n),
  type: 'note',
  content: `card ${n}`,
  address: null,
  subnotes: n % 5 === 0 ? [{ id: id(90_000 + n), text: `of ${n}`, isTicked: true }] : [],
  tagIds: [],
  ...INITIAL_VALUES,
  color: n % 2 === 0 ? 'red' : null,
  ...NO_LINKS,
  createdAt: n - (n % 3 === 0 ? 1 : 0),
  updatedAt: n,
})

describe.each(DATABASES)('all rows of a workspace on $name', ({ start }) => {
  let database: TestDatabase
  let store: Store
  let workspace: StoredWorkspace

  beforeAll(async () => {
    database = await start()
    store = await database.open()
    await store.transact(async (tx) => {
      await tx.users.insert(userRow(USER))
      const named = { id: WORKSPACE, name: 'w', createdAt: 1, updatedAt: 1 }
      await tx.workspaces.insert(USER, { ...named, seq: 0, epoch: 'e', minSeq: 0, rev: 0 })
      const seq = await tx.workspaces.nextSeq(USER, WORKSPACE)
      const written = Array.from({ length: COUNT }, (_, n): Written => {
        const after = card(n)
        return { kind: 'card', id: after.id, before: undefined, after }
      })
      return ok(await tx.changes.write({ userId: USER, workspaceId: WORKSPACE, seq, now: 1 }, written))
    })
    workspace = (await store.workspaces.byId(USER, WORKSPACE)) as StoredWorkspace
  }, 60_000)

  afterAll(async () => {
    await store.close()
    await database.stop()
  })

  it('[OF-1] the feed of all rows has each card once, in its current state, the newest first', async () => {
    const told: Card[] = []
    for await (const page of allRows(store, USER, workspace))
      for (const { kind, row } of page) if (kind === 'card' && row !== null) told.push(row)
    const newestFirst = (a: Card, b: Card) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)
    expect(told).toEqual(Array.from({ length: COUNT }, (_, n) => card(n)).sort(newestFirst))
  })

  it.each([1, 4])('a reader can stop after page %i of the feed of all rows', async (count) => {
    let pages = 0
    for await (const _ of allRows(store, USER, workspace)) if (++pages === count) break
    expect(pages).toBe(count)
  })
})
