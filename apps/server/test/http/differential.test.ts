import { callOf, calls, changeFromFeedLine, DIGEST_HEADER, type Entity } from '@cardinal/contract'
import { type Change, type DigestedRow, digestedFields, type Id, RowsDigest } from '@cardinal/domain'
import { NaiveWorkspace } from '@cardinal/engine/reference'
import { MemoryRows, type Mutation, runMutation } from '@cardinal/sync'
import { queryFor } from '@cardinal/testing'
import { idOf, mutations } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accepted, type Person, startNode, type TestNode } from '../support/node.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

/** The clock of all servers and devices. Each change advances it by a second. */
let now = 1_700_000_000_000

const SEARCHES = ['home', 'one', 'work, two', '-garden', 'home, -work', 'caf', 'words']

/** Mutations at the start of every story, so that later ones find rows. */
const FOUNDING: readonly Mutation[] = [
  {
    name: 'createTags',
    args: { tags: ['home', 'work'].map((name, n) => ({ id: idOf('tag', n), name })), attachToCardIds: [] },
  },
  ...[0, 1, 2].map(
    (n): Mutation => ({
      name: 'createCard',
      args: {
        card: { id: idOf('card', n), type: 'note', content: 'two words', tagIds: [idOf('tag', n % 2)] },
      },
    }),
  ),
  {
    name: 'createGroups',
    args: { groups: [{ id: idOf('group', 0), title: 'work' }], tagIds: [idOf('tag', 0)] },
  },
]

describe('the same calls on SQLite, on PostgreSQL and by the plain rules', () => {
  const databases: TestDatabase[] = []
  const servers: TestNode[] = []

  beforeAll(async () => {
    for (const { start } of DATABASES) {
      const database = await start()
      databases.push(database)
      servers.push(await startNode(database, { now: () => now }))
    }
  }, 60_000)

  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await Promise.all(databases.map((database) => database.stop()))
  })

  it('[OF-2] the same calls give the same answers, rows, search results and digest on SQLite, on PostgreSQL and by the plain rules', async () => {
    await fc.assert(
      fc.asyncProperty(mutations(30), fc.infiniteStream(fc.boolean()), async (given, isPushed) => {
        const people = await Promise.all(servers.map((server) => server.signUp()))
        const model = new MemoryRows()
        const naive = new NaiveWorkspace()
        for (const mutation of [...FOUNDING, ...given.map(withoutBase)]) {
          now += 1000
          const onConflict = isPushed.next().value ? 'merge' : 'refuse'
          const carry = onConflict === 'merge' ? push : run
          const answers = await Promise.all(people.map((person) => carry(person, mutation)))
          expect(answers[0]).toEqual(answers[1])
          const outcome = runMutation(mutation, model, { now, onConflict })
          expect([mutation, answers[0]?.status === 200]).toEqual([mutation, outcome.ok])
          if (!outcome.ok) continue
          model.apply(outcome.value.changes)
          naive.apply(outcome.value.changes)
        }
        for (const person of people) {
          expect(await pulledRows(person)).toEqual(rowsOf(naive))
          await compareSearches(person, naive)
        }
      }),
      { numRuns: 40, seed: 4, endOnFailure: true },
    )
  }, 120_000)

  /** Without `base`: the reference rules can't merge texts, because only servers keep earlier contents. */
  function withoutBase(mutation: Mutation): Mutation {
    if (mutation.name === 'setCardContent') return { ...mutation, args: { ...mutation.args, baseSeq: null } }
    return mutation.name === 'replaceCard'
      ? { ...mutation, args: { ...mutation.args, baseSeq: null } }
      : mutation
  }

  let pushes = 0

  /** Sends one change per push, merged with others' changes, like an outbox. */
  async function push(person: Person, mutation: Mutation) {
    const call = { key: `key-${++pushes}`, ...callOf(mutation, null), on_conflict: 'merge' }
    const { body } = await person.send('POST', '/sync/push', [call])
    const [answer] = body.data
    const text = JSON.stringify(answer.body).replaceAll(person.userId, 'USER')
    return { status: answer.status, text: text.replace(/"request_id":"[^"]*"/, '') }
  }

  async function run(person: Person, mutation: Mutation) {
    const { method, path, body } = callOf(mutation, null)
    const answer = await person.send(method, path, method === 'DELETE' ? undefined : body)
    const text = JSON.stringify(answer.body).replaceAll(person.userId, 'USER')
    return { status: answer.status, text: text.replace(/"request_id":"[^"]*"/, '') }
  }

  async function pulledRows(person: Person): Promise<Map<Id, Change['row']>> {
    const { body, headers } = await person.send('GET', '/sync/pull')
    const changes: (Change | null)[] = body
      .trimEnd()
      .split('\n')
      .map((line: string) => changeFromFeedLine(JSON.parse(line)))
    const rows = changes.filter((change) => change !== null && change.kind !== 'workspace') as DigestedRow[]
    const digest = RowsDigest.ofNothing()
    for (const row of rows) digest.add(digestedFields(row))
    expect(headers.get(DIGEST_HEADER), 'the digest of the rows').toBe(digest.toString())
    return inOrder(rows.map(({ kind, row }) => ({ kind, id: row.id, row }) as Change))
  }

  function rowsOf(naive: NaiveWorkspace): Map<Id, Change['row']> {
    const cards = naive.ask('matchCards', queryFor('', { limit: 1000 })).cards
    const tags = naive.ask('allTags', { order: { by: 'alphabetically', of: 'asc' } })
    const groups = naive.ask('allGroups', {})
    return inOrder([
      ...cards.map((row): Change => ({ kind: 'card', id: row.id, row })),
      ...tags.map(({ groupIds: _, cardCount: __, ...row }): Change => ({ kind: 'tag', id: row.id, row })),
      ...groups.map((row): Change => ({ kind: 'group', id: row.id, row })),
    ])
  }

  function inOrder(changes: readonly Change[]): Map<Id, Change['row']> {
    return new Map(
      changes.map((change) => [change.id, change.row] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  }

  async function compareSearches(person: Person, naive: NaiveWorkspace): Promise<void> {
    for (const text of SEARCHES) {
      const body = { userIsTyping_inSearchbar: text, params: { page: 0, limit: 25 } }
      const found = accepted(await person.call(calls.getMatchingEntities, { body }))
      const expected = naive.ask('matchCards', queryFor(text))
      expect(found.data.map((entity: Entity) => entity._id)).toEqual(expected.cards.map((card) => card.id))
      expect(found.total_in_db).toBe(expected.total)
      expect(found.color_counts).toEqual(expected.colorCounts)
      expect(found.intersection_counts).toEqual(
        expected.intersectionCounts.map(({ tagId, count }) => ({ _id: tagId, count })),
      )
      expect(found.tagRanks).toEqual(
        expected.tagRanks.map(({ cardId, rank }) => ({ _id: cardId, tagRank: rank })),
      )
    }
  }
})
