import { calls } from '@cardinal/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accepted, type Person, personWith, request, startNode, type TestNode } from '../support/node.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

const [, postgres] = DATABASES

describe('several nodes over one PostgreSQL', () => {
  let database: TestDatabase
  let one: TestNode
  let two: TestNode

  beforeAll(async () => {
    if (postgres === undefined) throw new Error('there is no PostgreSQL to test on')
    database = await postgres.start()
    ;[one, two] = await Promise.all([startNode(database), startNode(database)])
  }, 60_000)

  afterAll(async () => {
    await Promise.all([one.stop(), two.stop()])
    await database.stop()
  })

  const atTwo = (person: Person) => personWith(two.api, person.userId, person.email, person.token)
  const note = async (person: Person, content: string) =>
    accepted(await person.call(calls.createOneEntity, { body: { newEntity: { type: 'note', content } } }))
      .data
  const count = async (person: Person, userIsTyping_inSearchbar: string) =>
    accepted(await person.call(calls.getMatchingEntities, { body: { userIsTyping_inSearchbar } })).total_in_db

  it('a write through one node is visible in the next answer of the other', async () => {
    const ada = await one.signUp()
    const there = atTwo(ada)
    for (let i = 1; i <= 60; i++) {
      const [writer, reader] = i % 2 === 0 ? [ada, there] : [there, ada]
      await note(writer, 'word')
      expect(await count(reader, 'word')).toBe(i)
    }
  })

  it('events of one node reach clients of the other', async () => {
    const ada = await one.signUp()
    const stop = new AbortController()
    const headers = { authorization: `Bearer ${ada.token}` }
    const response = await fetch(`${two.api}/sync/events`, { headers, signal: stop.signal })
    let heard = ''
    const reading = (async () => {
      for await (const chunk of response.body ?? []) heard += Buffer.from(chunk).toString()
    })().catch(() => undefined)
    await expect.poll(() => heard).toContain('"seq":0')
    await note(ada, 'x')
    await expect.poll(() => heard).toContain('"seq":1')
    stop.abort()
    await reading
  })

  it('a change takes effect once per key, whichever node it comes to', async () => {
    const ada = await one.signUp()
    const people = [ada, atTwo(ada)]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        people[i % 2]?.send(
          'POST',
          '/entity/create-one',
          { newEntity: { type: 'note', content: 'once' } },
          {
            'idempotency-key': 'both',
          },
        ),
      ),
    )
    for (const answer of answers) expect([200, 409]).toContain(answer?.status)
    expect(await count(ada, 'once')).toBe(1)
  })

  it('[CD-9] the card limit holds when two nodes create at once', async () => {
    const small = { env: { CARDINAL_FREE_CARD_LIMIT: '10' } }
    const nodes = await Promise.all([startNode(database, small), startNode(database, small)])
    const ada = await one.signUp()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        request(
          nodes[i % 2]?.api ?? '',
          'POST',
          '/entity/create-one',
          { newEntity: { type: 'note', content: 'c' } },
          { authorization: `Bearer ${ada.token}` },
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    await Promise.all(nodes.map((node) => node.stop()))
  })
})
