import { type Card, type Id, INITIAL_VALUES, NO_COPY_RULE, ok, refused, type Tag } from '@cardinal/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type TestDatabase } from '../../test/support/stores.ts'
import type { Store, StoreTransaction, User, Written } from './index.ts'

const id = (n: number): Id => n.toString(16).padStart(24, '0')

const user = (n: number): User => ({
  id: id(n),
  email: `person${n}@example.org`,
  name: 'A Person',
  firstName: 'A',
  lastName: 'Person',
  plan: 'free',
  planExpiresAt: null,
  savedSearches: ['maths, -exam'],
  searchesByWorkspace: { [id(1)]: ['maths, -exam'] },
  showHelpers: true,
  currentWorkspaceId: null,
  createdAt: 1_700_000_000_000,
  storedBytes: 0,
  disabledAt: null,
  webhookEvents: null,
  copyRule: NO_COPY_RULE,
})

const workspace = {
  id: id(1),
  name: 'mine',
  createdAt: 1,
  updatedAt: 1,
  seq: 0,
  epoch: 'e',
  minSeq: 0,
  rev: 0,
}

const card = (n: number, tagIds: Id[] = []): Card => ({
  id: id(n),
  type: 'note',
  content: `note ${n}`,
  address: null,
  subnotes: [
    { id: id(n * 10), text: 'first ~ of ~0, ~1 and ~~01~', isTicked: false },
    { id: id(n * 10 + 1), text: 'second', isTicked: true },
  ],
  tagIds,
  ...INITIAL_VALUES,
  parentIds: [],
  siblingIds: [id(77)],
  childIds: [],
  createdAt: 1_700_000_000_000 + n,
  updatedAt: 1_700_000_000_000 + n,
})

const GROUP = { color: null, isHidden: true, createdAt: 1, updatedAt: 1 }

const tag = (n: number): Tag => ({
  id: id(n),
  name: `tag${n}`,
  color: 'red',
  clickCount: 0,
  lastClickedAt: null,
  createdAt: 1,
  updatedAt: 1,
})

describe.each(DATABASES)('the store on $name', ({ start }) => {
  let database: TestDatabase
  let store: Store

  beforeAll(async () => {
    database = await start()
    store = await database.open()
  }, 60_000)

  afterAll(async () => {
    await store.close()
    await database.stop()
  })

  const makeUser = async (n: number) =>
    store.transact(async (tx) => {
      await tx.users.insert(user(n))
      await tx.workspaces.insert(id(n), workspace)
      return ok(undefined)
    })

  const write = (n: number, rows: Written[]) =>
    store.transact(async (tx) => {
      await tx.lockUser(id(n))
      const seq = await tx.workspaces.nextSeq(id(n), id(1))
      await tx.changes.write({ userId: id(n), workspaceId: id(1), seq, now: 5_000 }, rows)
      return ok(seq)
    })

  it('[ID-12] the store reads a user back with all fields, and deletes the user with all data', async () => {
    await makeUser(1)
    expect(await store.users.byId(id(1))).toEqual(user(1))
    await write(1, [{ kind: 'card', id: id(5), before: undefined, after: card(5) }])
    await store.transact(async (tx) => ok(await tx.users.remove(id(1))))
    expect(await store.users.byId(id(1))).toBeUndefined()
    expect(await store.cards.byIds(id(1), [id(5)])).toEqual([])
    expect(await store.workspaces.ofUser(id(1))).toEqual([])
  })

  it('[CD-1] [CD-2] the store reads a card back as it was written, and again after an edit', async () => {
    await makeUser(2)
    await write(2, [
      { kind: 'tag', id: id(31), before: undefined, after: tag(31) },
      { kind: 'tag', id: id(32), before: undefined, after: tag(32) },
      { kind: 'card', id: id(5), before: undefined, after: card(5, [id(32), id(31)]) },
    ])
    const before = card(5, [id(32), id(31)])
    expect((await store.cards.byIds(id(2), [id(5)]))[0]).toMatchObject({
      row: before,
      rev: 1,
      deletedAt: null,
    })
    const [first, second] = before.subnotes
    if (first === undefined || second === undefined) throw new Error('the card has two subnotes')
    const after: Card = {
      ...before,
      tagIds: [id(31)],
      subnotes: [{ ...second, text: 'changed' }, { id: id(99), text: 'new', isTicked: false }, first],
    }
    await write(2, [{ kind: 'card', id: id(5), before, after }])
    expect((await store.cards.byIds(id(2), [id(5)]))[0]).toMatchObject({ row: after, rev: 2 })
  })

  it('[CD-7] a deleted card stays as a tombstone with its parts, and the feed reports it', async () => {
    await makeUser(3)
    await write(3, [{ kind: 'card', id: id(5), before: undefined, after: card(5) }])
    await write(3, [{ kind: 'card', id: id(5), before: card(5), after: null }])
    const [stored] = await store.cards.changedAfter(id(3), id(1), { rev: 1, id: 'g' }, 10)
    expect(stored).toMatchObject({ row: card(5), deletedAt: 5_000, rev: 2 })
    expect(await store.cards.counts(id(3))).toEqual({ todo: 0, note: 0, link: 0 })
  })

  it('[TG-4] deleting a tag removes it from its cards and groups, and gives them the new revision', async () => {
    await makeUser(4)
    const group = { ...GROUP, id: id(60), title: 'school', tagIds: [id(31)] }
    await write(4, [
      { kind: 'tag', id: id(31), before: undefined, after: tag(31) },
      { kind: 'card', id: id(5), before: undefined, after: card(5, [id(31)]) },
      { kind: 'card', id: id(6), before: undefined, after: card(6) },
      { kind: 'group', id: group.id, before: undefined, after: group },
    ])
    await write(4, [{ kind: 'tag', id: id(31), before: tag(31), after: null }])
    expect(await store.cards.byIds(id(4), [id(5), id(6)])).toMatchObject([
      { row: { tagIds: [], updatedAt: card(5).updatedAt }, rev: 2 },
      { rev: 1 },
    ])
    expect(await store.groups.byIds(id(4), [group.id])).toMatchObject([{ row: { tagIds: [] }, rev: 2 }])
  })

  it('writing one more tag of a group costs no more than in proportion to the group', async () => {
    await makeUser(21)
    const tags = Array.from({ length: 201 }, (_, n) => tag(10_000 + n))
    await write(
      21,
      tags.map((row): Written => ({ kind: 'tag', id: row.id, before: undefined, after: row })),
    )
    const reads = async (most: number) => {
      const ids = tags.slice(1, most + 1).map(({ id }) => id)
      const group = { ...GROUP, id: id(9_000 + most), title: `group ${most}` }
      await write(21, [{ kind: 'group', id: group.id, before: undefined, after: { ...group, tagIds: ids } }])
      let read = 0
      const counted = (list: Id[]) =>
        new Proxy(list, {
          get: (target, key) => {
            read++
            return Reflect.get(target, key)
          },
        })
      const before = { ...group, tagIds: counted(ids) }
      const after = { ...group, tagIds: counted([...ids.slice(1), id(10_000)]) }
      await write(21, [{ kind: 'group', id: group.id, before, after }])
      const [stored] = await store.groups.byIds(id(21), [group.id])
      expect(stored?.row.tagIds).toEqual([...ids.slice(1), id(10_000)])
      return read
    }
    expect((await reads(200)) / (await reads(100))).toBeLessThan(2.5)
  })

  it('[TG-1] the store counts the cards of many tags as it does those of a few', async () => {
    await makeUser(20)
    const tags = Array.from({ length: 40 }, (_, i) => tag(100 + i))
    // Tag i is on every card whose number is divisible by i.
    const cards = Array.from({ length: 60 }, (_, n) =>
      card(
        1_000 + n,
        tags.flatMap(({ id }, i) => (n % (i + 1) === 0 ? [id] : [])),
      ),
    )
    await write(20, [
      ...tags.map((row): Written => ({ kind: 'tag', id: row.id, before: undefined, after: row })),
      ...cards.map((row): Written => ({ kind: 'card', id: row.id, before: undefined, after: row })),
    ])
    const gone = cards.filter((_, n) => n % 4 === 3)
    await write(
      20,
      gone.map((row) => ({ kind: 'card', id: row.id, before: row, after: null })),
    )
    const facts = await store.tags.facts(
      id(20),
      tags.map((each) => each.id),
    )
    for (const [i, each] of tags.entries()) {
      const living = cards.filter((_, n) => n % (i + 1) === 0 && n % 4 !== 3)
      const expected = { groupIds: [], cardCount: living.length }
      expect(facts.get(each.id)).toEqual(expected)
      expect(await store.tags.facts(id(20), [each.id])).toEqual(new Map([[each.id, expected]]))
    }
  })

  it('a refused transaction leaves nothing in the store, and uses no sequence number', async () => {
    await makeUser(5)
    const result = await store.transact(async (tx) => {
      await tx.lockUser(id(5))
      const seq = await tx.workspaces.nextSeq(id(5), id(1))
      await tx.changes.write({ userId: id(5), workspaceId: id(1), seq, now: 1 }, [
        { kind: 'card', id: id(5), before: undefined, after: card(5) },
      ])
      return refused('no')
    })
    expect(result).toEqual(refused('no'))
    expect(await store.cards.byIds(id(5), [id(5)])).toEqual([])
    expect((await store.workspaces.byId(id(5), id(1)))?.seq).toBe(0)
  })

  it('the store numbers changes in the order of their commits, even if 20 run at once', async () => {
    await makeUser(6)
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        write(6, [{ kind: 'card', id: id(100 + i), before: undefined, after: card(100 + i) }]),
      ),
    )
    const seqs = results.map((result) => (result.ok ? result.value : -1)).sort((a, b) => a - b)
    expect(seqs).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    const page = await store.cards.newest(id(6), id(1), null, 7)
    const last = page.at(-1)
    if (last === undefined) throw new Error('the page has cards')
    const next = await store.cards.newest(id(6), id(1), last, 100)
    expect([...page, ...next].map((row) => row.id)).toEqual(Array.from({ length: 20 }, (_, i) => id(119 - i)))
  })

  it('a transaction that waited for a lock reads what the previous one wrote, even if 20 wait at once', async () => {
    await makeUser(9)
    const taking = async () =>
      store.transact(async (tx) => {
        const [, workspace] = await Promise.all([tx.lockUser(id(9)), tx.workspaces.byId(id(9), id(1))])
        const seq = workspace?.seq ?? -1
        await tx.workspaces.takeSeqAfter(id(9), id(1), seq, null)
        return ok(seq)
      })
    const results = await Promise.all(Array.from({ length: 20 }, taking))
    const seqs = results.map((result) => (result.ok ? result.value : -1)).sort((a, b) => a - b)
    expect(seqs).toEqual(Array.from({ length: 20 }, (_, i) => i))
    const late = store.transact(async (tx) => ok(await tx.workspaces.takeSeqAfter(id(9), id(1), 5, null)))
    await expect(late).rejects.toThrow(/null/i)
  })

  it('the store undoes only the refused or failed part of a transaction', async () => {
    await makeUser(10)
    const insert = async (tx: StoreTransaction, n: number) =>
      tx.workspaces.insert(id(10), { ...workspace, id: id(n) })
    await store.transact(async (tx) => {
      await tx.attempt(async () => ok(await insert(tx, 2)))
      await tx.attempt(async () => {
        await insert(tx, 3)
        return refused('no')
      })
      const twice = tx.attempt(async () => {
        await insert(tx, 4)
        return ok(await insert(tx, 2))
      })
      await expect(twice).rejects.toThrow()
      await tx.attempt(async () => ok(await insert(tx, 5)))
      return ok(null)
    })
    const kept = (await store.workspaces.ofUser(id(10))).map((one) => one.id)
    expect(kept).toEqual([id(1), id(2), id(5)])
  })

  it('the store can say what a content was at a sequence number', async () => {
    await makeUser(7)
    await write(7, [{ kind: 'card', id: id(5), before: undefined, after: card(5) }])
    const revision = { cardId: id(5), isKept: false, address: null, replacedAt: 3 }
    await store.transact(async (tx) => {
      await tx.revisions.insert(id(7), [
        { ...revision, untilSeq: 4, content: 'one' },
        { ...revision, untilSeq: 9, content: 'two' },
        { ...revision, untilSeq: 9, content: 'lost', isKept: true },
      ])
      return ok(undefined)
    })
    const at = (seq: number) => store.revisions.contentAt(id(7), id(5), seq)
    expect([await at(3), await at(4), await at(8), await at(9)]).toEqual(['one', 'two', 'two', undefined])
  })

  it('the store runs each migration once if several nodes start together, and deletes old tombstones', async () => {
    const others = await Promise.all([database.open(), database.open(), database.open()])
    expect(await Promise.all(others.map((other) => other.isReady()))).toEqual([true, true, true])
    expect(await store.migrate()).toEqual([])
    await Promise.all(others.map((other) => other.close()))

    await makeUser(8)
    await write(8, [{ kind: 'card', id: id(5), before: undefined, after: card(5) }])
    await write(8, [{ kind: 'card', id: id(5), before: card(5), after: null }])
    expect(await store.housekeeping.workspacesToTrim(6_000)).toContainEqual({
      userId: id(8),
      workspaceId: id(1),
    })
    await store.transact(async (tx) => ok(await tx.housekeeping.trimTombstones(id(8), id(1), 6_000)))
    expect(await store.cards.byIds(id(8), [id(5)])).toEqual([])
    expect((await store.workspaces.byId(id(8), id(1)))?.minSeq).toBe(2)
  })

  it('the store keeps the ids of merged tags forever, even when other tombstones are deleted', async () => {
    await makeUser(11)
    await write(11, [
      { kind: 'tag', id: id(31), before: undefined, after: tag(31) },
      { kind: 'tag', id: id(32), before: undefined, after: tag(32) },
    ])
    await write(11, [
      { kind: 'tag', id: id(31), before: tag(31), after: null, mergedInto: id(33) },
      { kind: 'tag', id: id(32), before: tag(32), after: null },
      { kind: 'tag', id: id(34), before: undefined, after: null, mergedInto: id(33) },
    ])
    await store.transact(async (tx) =>
      ok(await tx.housekeeping.trimTombstones(id(11), id(1), Number.MAX_SAFE_INTEGER)),
    )
    const kept = await store.tags.byIds(id(11), [id(31), id(32), id(34)])
    expect(kept.map(({ row, mergedInto }) => [row.id, mergedInto])).toEqual([
      [id(31), id(33)],
      [id(34), id(33)],
    ])
    expect(await store.housekeeping.workspacesToTrim(Number.MAX_SAFE_INTEGER)).not.toContainEqual({
      userId: id(11),
      workspaceId: id(1),
    })
  })

  it('a long answer shortens the oldest stored answers, so that a hundred stay whole without a statement over all', async () => {
    await makeUser(12)
    const long = JSON.stringify({ data: 'x'.repeat(5_000) })
    const insert = (n: number, answer: string) =>
      store.transact(async (tx) => {
        const operation = { key: `k${n}`, bodyHash: 'h', status: 200, answer, seq: n, createdAt: 1_000 + n }
        return ok(await tx.operations.insert(id(12), operation))
      })
    for (let n = 0; n < 130; n++) await insert(n, n % 10 === 0 ? '{}' : long)
    const answers = await Promise.all(
      Array.from({ length: 130 }, async (_, n) => (await store.operations.byKey(id(12), `k${n}`))?.answer),
    )
    const short = answers.flatMap((answer, n) => (answer === `{"data":null,"seq":${n}}` ? [n] : []))
    expect(answers.filter((answer) => answer === long)).toHaveLength(100)
    expect(answers.filter((answer) => answer === '{}')).toHaveLength(13)
    // The oldest 17 of the 117 long answers.
    expect(short).toEqual(Array.from({ length: 19 }, (_, n) => n).filter((n) => n % 10 !== 0))
  })

  it('old operation records are deleted in slices, and those of one time together', async () => {
    await makeUser(13)
    const answer = '{"data":"text"}'
    const insert = (key: string, createdAt: number) =>
      store.transact(async (tx) =>
        ok(
          await tx.operations.insert(id(13), { key, bodyHash: 'h', status: 200, answer, seq: 7, createdAt }),
        ),
      )
    for (let n = 0; n < 450; n++) await insert(`k${n}`, n < 250 ? 100 : n)
    let slices = 0
    for (let since: number | null = 0; since !== null; slices++) {
      const from: number = since
      const next = await store.transact(async (tx) => ok(await tx.operations.removeSome(from, 300, 440)))
      since = next.ok ? next.value : null
    }
    const kept = await Promise.all(
      Array.from({ length: 450 }, async (_, n) => (await store.operations.byKey(id(13), `k${n}`))?.answer),
    )
    expect(kept.slice(0, 300).filter((each) => each !== undefined)).toEqual([])
    expect(kept.slice(300, 440).filter((each) => each !== '{"data":null,"seq":7}')).toEqual([])
    expect(kept.slice(440)).toEqual(new Array(10).fill(answer))
    expect(slices).toBe(2)
  })

  it('the store delivers hints to every listener', async () => {
    const heard: unknown[] = []
    const other = await database.open()
    const stop = await (database.name === 'SQLite' ? store : other).listen((hint) => heard.push(hint))
    await store.announce([{ userId: id(1), workspaceId: id(2), seq: 3 }])
    await expect.poll(() => heard).toEqual([{ userId: id(1), workspaceId: id(2), seq: 3 }])
    await stop()
    await other.close()
  })
})
