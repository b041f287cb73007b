import { DIGEST_HEADER } from '@cardinal/contract'
import { ok, restorableSince } from '@cardinal/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import type { Store } from '../../src/store/index.ts'
import { type Person, personWith, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

const DAY = 86_400_000

describe.each(DATABASES)('what is kept, and for how long, on $name', ({ start }) => {
  let store: Store
  let now = Date.now()

  const server = serverFor(start, { now: () => now })
  beforeAll(async () => {
    store = server.node.store
  })

  const pass = (days: number) => {
    now += days * DAY
  }
  const signUp = async () => signedIn(await server.signUp())
  /** Signs in again, because access tokens expire within the days of these tests. */
  const signedIn = async (person: Person) => {
    const { accessToken } = await server.node.identity.sessions.issue(person.userId, undefined)
    return personWith(server.api, person.userId, person.email, accessToken)
  }
  const make = async (person: Person, content: string) => {
    const tags = { frontendGeneratedTags: [{ tag_name: 'x' }], attachToTheseEntities: [], entityType: 'note' }
    const tag = (await person.send('POST', '/tag/create-many-from-keyword', tags)).body.data[0]._id
    const newEntity = { type: 'note', content, tags_assigned: [tag], titles: [{ text: 'sub' }] }
    return (await person.send('POST', '/entity/create-one', { newEntity }, { 'idempotency-key': content }))
      .body.data._id as string
  }
  const remove = (person: Person, id: string) =>
    person.send('POST', '/entity/delete-many', { entity_ids: [id] })
  const cardOf = async (person: Person, id: string) => (await store.cards.byIds(person.userId, [id]))[0]

  it('[CD-7] the texts of a deleted card are erased 30 days after the deletion, and not a day earlier', async () => {
    let ada = await signUp()
    const [gone, kept] = [await make(ada, 'first'), await make(ada, 'second')]
    await ada.send('PATCH', '/entity/update-content', { entity_id: gone, content: 'first again' })
    await remove(ada, gone)
    pass(29)
    await server.node.housekeeping.run()
    expect((await cardOf(ada, gone))?.row.content).toBe('first again')
    ada = await signedIn(ada)
    expect((await ada.send('POST', '/entity/restore-many', { entity_ids: [gone] })).status).toBe(200)
    await remove(ada, gone)
    pass(30)
    await server.node.housekeeping.run()
    const emptied = await cardOf(ada, gone)
    expect(emptied).toMatchObject({ row: { content: '', subnotes: [], tagIds: [] } })
    expect(emptied?.deletedAt).not.toBeNull()
    expect(await store.revisions.ofCard(ada.userId, gone, { offset: 0, limit: 100 })).toEqual([])
    expect((await cardOf(ada, kept))?.row).toMatchObject({
      content: 'second',
      subnotes: [{ text: 'sub' }],
      tagIds: [expect.any(String)],
    })
    ada = await signedIn(ada)
    expect((await ada.send('POST', '/entity/restore-many', { entity_ids: [gone] })).status).toBe(404)
  })

  it('[CD-7] the texts of a card that was removed for good are erased, also if the server ended before it did so', async () => {
    const ada = await signUp()
    const id = await make(ada, 'removed')
    await remove(ada, id)
    await store.transact(async (tx) => {
      await tx.lockUser(ada.userId)
      return ok(await tx.housekeeping.endRestoring(ada.userId, [id], restorableSince(now)))
    })
    expect((await ada.send('POST', '/entity/restore-many', { entity_ids: [id] })).status).toBe(404)
    expect((await cardOf(ada, id))?.row.content).toBe('removed')
    await server.node.housekeeping.run()
    expect((await cardOf(ada, id))?.row).toMatchObject({ content: '', subnotes: [], tagIds: [] })
  })

  it('a database that an earlier release wrote to gives no digest until its rows are counted', async () => {
    const ada = await signUp()
    await remove(ada, await make(ada, 'gone'))
    await make(ada, 'stays')
    const digest = async () => (await ada.send('GET', '/sync/pull')).headers.get(DIGEST_HEADER)
    const known = await digest()
    expect(known).toMatch(/^2\./)
    await store.transact(async (tx) => {
      await tx.lockUser(ada.userId)
      for (const { id, seq } of await tx.workspaces.ofUser(ada.userId))
        await tx.workspaces.takeSeqAfter(ada.userId, id, seq, null)
      return ok(null)
    })
    expect(await digest()).toBeNull()
    await server.node.housekeeping.run()
    expect(await digest()).toBe(known)
  })

  it('devices learn of a deletion until its tombstone is removed after 180 days', async () => {
    let ada = await signUp()
    const id = await make(ada, 'third')
    const cursor = await cursorOf(ada)
    await remove(ada, id)
    pass(31)
    await server.node.housekeeping.run()
    ada = await signedIn(ada)
    const lines = (await ada.send('GET', `/sync/pull?cursor=${cursor}`)).body.split('\n')
    expect(lines).toContain(JSON.stringify({ kind: 'entity', _id: id, deleted: true }))
    pass(148)
    await server.node.housekeeping.run()
    expect(await cardOf(ada, id)).toBeDefined()
    pass(2)
    await server.node.housekeeping.run()
    expect(await cardOf(ada, id)).toBeUndefined()
    ada = await signedIn(ada)
    expect((await ada.send('GET', `/sync/pull?cursor=${cursor}`)).status).toBe(410)
    expect((await ada.send('GET', `/sync/pull?cursor=${await cursorOf(ada)}`)).status).toBe(200)
  })

  it('operation records are deleted after 400 days, and expired sessions too', async () => {
    const ada = await signUp()
    await make(ada, 'fourth')
    const sessions = async () => (await store.sessions.ofUser(ada.userId, 0)).length
    pass(181)
    await server.node.housekeeping.run()
    expect(await sessions()).toBe(2)
    pass(365 - 181)
    await server.node.housekeeping.run()
    expect(await sessions()).toBe(0)
    pass(399 - 365)
    await server.node.housekeeping.run()
    expect(await store.operations.byKey(ada.userId, 'fourth')).toBeDefined()
    pass(2)
    await server.node.housekeeping.run()
    expect(await store.operations.byKey(ada.userId, 'fourth')).toBeUndefined()
  })

  it('the operator’s command does the same deletions', async () => {
    const ada = await signUp()
    const id = await make(ada, 'fifth')
    await remove(ada, id)
    pass(30)
    const env = {
      CARDINAL_DATA_DIR: server.database.dataDir,
      ...(server.database.databaseUrl !== null && { DATABASE_URL: server.database.databaseUrl }),
    }
    expect(await runAdmin(['tidy'], env, () => now)).toMatchObject({ ok: true })
    expect((await cardOf(ada, id))?.row.content).toBe('')
  })

  it('the operator can begin new epochs while the server runs: every cursor ends, and answers stay right', async () => {
    const ada = await signUp()
    await make(ada, 'sixth')
    const cursor = await cursorOf(ada)
    const env = {
      CARDINAL_DATA_DIR: server.database.dataDir,
      ...(server.database.databaseUrl !== null && { DATABASE_URL: server.database.databaseUrl }),
    }
    expect(await runAdmin(['new-epoch'], env)).toMatchObject({ ok: true })
    expect((await ada.send('GET', `/sync/pull?cursor=${cursor}`)).status).toBe(410)
    const found = await ada.send('POST', '/entity/get-matching-entities', {
      userIsTyping_inSearchbar: 'sixth',
    })
    expect(found.body.total_in_db).toBe(1)
  })
})

async function cursorOf(person: Person): Promise<string> {
  const { body } = await person.send('GET', '/sync/pull')
  return JSON.parse(body.trimEnd().split('\n').at(-1)).cursor
}
