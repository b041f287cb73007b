import { calls } from '@cardinal/contract'
import { describe, expect, it } from 'vitest'
import { accepted, type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('[SB-1] searches over all workspaces on $name', ({ start }) => {
  let ada: Person

  const server = serverFor(start)

  const tagged = async (workspace_id: string, name: string, contents: readonly string[], color?: 'red') => {
    const frontendGeneratedTags = [{ tag_name: name }]
    const made = await ada.call(calls.createManyFromKeyword, {
      body: { frontendGeneratedTags, workspace_id },
    })
    const tags_assigned = accepted(made).data.map(({ _id }) => _id)
    for (const content of contents) {
      const newEntity = { type: 'note' as const, content, tags_assigned, ...(color && { color }) }
      accepted(await ada.call(calls.createOneEntity, { body: { newEntity, workspace_id } }))
    }
  }
  /** Ada's three workspaces, with cards that have a tag of the same name, and one of Bob's. */
  const three = async () => {
    const bob = await server.signUp()
    await bob.send('POST', '/entity/create-one', { newEntity: { type: 'note', content: 'tea of Bob' } })
    ada = await server.signUp()
    const [home] = accepted(await ada.call(calls.getWorkspaces, { body: {} })).data
    const ids = [home?._id ?? '']
    for (const workspace_name of ['Work', 'Garden']) {
      const made = accepted(await ada.call(calls.createOneWorkspace, { body: { workspace_name } }))
      ids.push(made.data._id)
    }
    const [first, work, garden] = ids as [string, string, string]
    await tagged(first, 'tea', ['at home'], 'red')
    await tagged(work, 'tea', ['at work 1', 'at work 2', 'at work 3'], 'red')
    await tagged(garden, 'tea', ['in the garden'])
    await tagged(garden, 'soil', ['something else'])
    return { first, work, garden }
  }
  const ask = async (text: string, workspace_id: string | null, page = 0, limit = 100) =>
    accepted(
      await ada.call(calls.getMatchingEntities, {
        body: { userIsTyping_inSearchbar: text, workspace_id, params: { page, limit } },
      }),
    )

  it('a search with workspace:all returns cards of all workspaces, the named one first, each with its workspace, and counts all', async () => {
    const { first, work, garden } = await three()
    const answer = await ask('tea, workspace:all', work)
    expect(answer.total_in_db).toBe(5)
    expect(answer.workspaces).toEqual([
      { _id: work, count: 3 },
      { _id: first, count: 1 },
      { _id: garden, count: 1 },
    ])
    expect(answer.data.map(({ workspace_id }) => workspace_id)).toEqual([work, work, work, first, garden])
    expect(answer.data.at(-1)?.content).toBe('in the garden')
    expect(answer.color_counts).toEqual([
      { color: 'red', count: 4 },
      { color: null, count: 1 },
    ])
    expect(answer.intersection_counts.map(({ count }) => count)).toEqual([3, 1, 1])
    expect(answer.tagRanks.map(({ tagRank }) => tagRank)).toEqual([1, 1, 1, 1, 1])
  })

  it('pages continue from workspace to workspace, with every card once', async () => {
    const { work } = await three()
    const whole = (await ask('workspace:all', work)).data.map(({ _id }) => _id)
    expect(whole).toHaveLength(6)
    const pages = []
    for (let page = 0; page < 4; page++) {
      const { data, total_in_db } = await ask('workspace:all', work, page, 2)
      expect(total_in_db).toBe(6)
      pages.push(...data.map(({ _id }) => _id))
    }
    expect(pages).toEqual(whole)
  })

  it('a search in which workspace:all is missing, or only part of an alternative, searches one workspace', async () => {
    const { work } = await three()
    for (const text of [
      'tea',
      '(tea, workspace:all) | tea',
      'tea | workspace:all, tea',
      'tea, workspace:some',
    ]) {
      const answer = await ask(text, work)
      expect([text, answer.workspaces]).toEqual([text, undefined])
      expect(answer.data.every((card) => !('workspace_id' in card))).toBe(true)
    }
    expect((await ask('tea', work)).total_in_db).toBe(3)
    expect((await ask('tea, -workspace:all', work)).total_in_db).toBe(0)
  })

  it('workspace:all finds no cards of other people, and a workspace of another person is not found', async () => {
    const { work } = await three()
    expect((await ask('"tea of Bob", workspace:all', work)).total_in_db).toBe(0)
    const bob = await server.signUp()
    const body = { userIsTyping_inSearchbar: 'workspace:all', workspace_id: work }
    expect((await bob.send('POST', '/entity/get-matching-entities', body)).status).toBe(404)
  })

  it('a card that was returned with its workspace can be sent back unchanged', async () => {
    const { work } = await three()
    const [entity] = (await ask('tea, workspace:all', work)).data
    expect((await ada.send('POST', '/entity/update-entire', { entity })).status).toBe(200)
  })

  it('workspace:all is refused with a message if there are more than 100 workspaces', async () => {
    ada = await server.signUp()
    for (let n = 0; n < 100; n++)
      await ada.send('POST', '/workspace/create-one', { workspace_name: `place ${n}` })
    const body = { userIsTyping_inSearchbar: 'workspace:all' }
    const { status, body: answer } = await ada.send('POST', '/entity/get-matching-entities', body)
    expect([status, answer.msg]).toEqual([400, 'workspace:all looks through at most 100 workspaces.'])
  })
})
