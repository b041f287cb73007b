import { type Card, copyId, type Id, INITIAL_VALUES, LIMITS, NO_LINKS, ok } from '@cardinal/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userRow } from '../../test/support/rows.ts'
import { DATABASES, type TestDatabase } from '../../test/support/stores.ts'
import type { Store, StoreTransaction, Written } from '../store/index.ts'
import { copiesOfMoved } from './moved-cards.ts'

const id = (n: number): Id => n.toString(16).padStart(24, '0')
const USER = id(1)
const WORKSPACES = Array.from({ length: 300 }, (_, n) => id(100 + n))
const MANY = Array.from({ length: 10_000 }, (_, n) => id(100_000 + n))

describe.each(DATABASES)('copies of cards that were moved, on $name', ({ start }) => {
  let database: TestDatabase
  let store: Store
  const looked: number[] = []

  beforeAll(async () => {
    database = await start()
    store = await database.open()
    await store.transact(async (tx) => {
      await tx.users.insert(userRow(USER))
      for (const one of WORKSPACES) {
        const named = { id: one, name: 'w', createdAt: 1, updatedAt: 1 }
        await tx.workspaces.insert(USER, { ...named, seq: 0, epoch: 'e', minSeq: 0, rev: 0 })
      }
      return ok(null)
    })
  }, 60_000)

  afterAll(async () => {
    await store.close()
    await database.stop()
  })

  /** Adds a card to a workspace. `isMovedOn`: it was moved to yet another one. */
  async function add(cardId: Id, workspaceId: Id, isMovedOn: boolean): Promise<void> {
    const after: Card = {
      id: cardId,
      type: 'note',
      content: 'x',
      address: null,
      subnotes: [],
      tagIds: [],
      ...INITIAL_VALUES,
      ...NO_LINKS,
      createdAt: 1,
      updatedAt: 1,
    }
    const write = (written: Written) =>
      store.transact(async (tx) => {
        const seq = await tx.workspaces.nextSeq(USER, workspaceId)
        return ok(await tx.changes.write({ userId: USER, workspaceId, seq, now: 2 }, [written]))
      })
    await write({ kind: 'card', id: cardId, before: undefined, after })
    if (isMovedOn) await write({ kind: 'card', id: cardId, before: after, after: null })
  }

  /** Looks up the duplicates of deleted cards, and notes the number of ids in each query. */
  async function copiesOf(cardIds: readonly Id[]) {
    looked.length = 0
    const found = await store.transact(async (tx) => {
      const placesOf: StoreTransaction['cards']['placesOf'] = (userId, ids) => {
        looked.push(ids.length)
        return tx.cards.placesOf(userId, ids)
      }
      const watched = { ...tx, cards: { ...tx.cards, placesOf } } as StoreTransaction
      const loaded = { stored: () => ({ deletedAt: 1 }) as never }
      return ok(await copiesOfMoved(watched, USER, cardIds, loaded))
    })
    return found.ok ? found.value : new Map()
  }

  it('a card is found through eight moves to its last copy', { timeout: 60_000 }, async () => {
    const [first = ''] = MANY
    let last = first
    for (const [at, workspaceId] of WORKSPACES.slice(0, 8).entries()) {
      last = copyId(last, workspaceId)
      await add(last, workspaceId, at < 7)
    }
    expect(await copiesOf([first])).toEqual(new Map([[first, { id: last, workspaceId: WORKSPACES[7] }]]))
    expect(looked).toEqual(Array.from({ length: 8 }, () => 300))
  })

  it('looking up 10,000 moved cards of a person with 300 workspaces takes a limited number of queries', {
    timeout: 60_000,
  }, async () => {
    await copiesOf(MANY)
    const sum = looked.reduce((all, each) => all + each, 0)
    expect(sum).toBeGreaterThan(LIMITS.combinations * 0.99)
    expect(sum).toBeLessThanOrEqual(LIMITS.combinations)
    expect(Math.max(...looked), 'others have turns in between').toBeLessThanOrEqual(2_300)
  })
})
