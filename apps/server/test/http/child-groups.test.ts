import { calls } from '@cardinal/contract'
import { describe, expect, it } from 'vitest'
import { accepted, type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('groups whose tags imply a tag on $name', ({ start }) => {
  let ada: Person

  const server = serverFor(start)

  const create = async (...names: string[]) =>
    accepted(
      await ada.call(calls.createManyFromKeyword, {
        body: { frontendGeneratedTags: names.map((tag_name) => ({ tag_name })) },
      }),
    ).data.map(({ _id }) => _id) as [string, ...string[]]
  const note = (content: string, tag: string) =>
    ada.call(calls.createOneEntity, { body: { newEntity: { type: 'note', content, tags_assigned: [tag] } } })
  const found = async (userIsTyping_inSearchbar: string) => {
    const answer = accepted(await ada.call(calls.getMatchingEntities, { body: { userIsTyping_inSearchbar } }))
    expect(answer.total_in_db).toBe(answer.data.length)
    return answer.data.map(({ content }) => content).sort()
  }
  const tagNamed = async (name: string) =>
    accepted(await ada.call(calls.getAllTags, { body: {} })).data.find(({ tag_name }) => tag_name === name)
  /** Cake has the tag baking, soup cooking. The group bakery has the tag baking. */
  const kitchen = async () => {
    ada = await server.signUp()
    const [cooking, baking, bread] = (await create('cooking', 'baking', 'bread')) as [string, string, string]
    await note('cake', baking)
    await note('soup', cooking)
    await note('rye', bread)
    const body = { searchwords: ['Bakery'], tag_ids: [baking] }
    const made = accepted(await ada.call(calls.createManyGroupsFromSearchword, { body }))
    return { cooking, baking, bread, bakery: made.data[0]?._id ?? '' }
  }
  const relate = (tag_ids: string[], group_ids: string[]) =>
    ada.call(calls.addChildGroups, { body: { tag_ids, group_ids } })

  it('every tag of a child group implies the tag, also a tag that joins the group later, and no card changes', async () => {
    const { cooking, bread, bakery } = await kitchen()
    const { data } = accepted(await relate([cooking], [bakery]))
    expect(data).toMatchObject([{ tag_name: 'cooking', child_group_ids: [bakery], count_entity_ids: 1 }])
    expect(await found('cooking')).toEqual(['cake', 'soup'])
    expect(await found('-cooking')).toEqual(['rye'])
    expect(await found('tag:cooking!')).toEqual(['soup'])
    const groups = { tag_ids: [bread], group_ids: [bakery] }
    accepted(await ada.call(calls.attachGroups, { body: groups }))
    expect(await found('cooking')).toEqual(['cake', 'rye', 'soup'])
    accepted(await ada.call(calls.detachGroups, { body: groups }))
    expect(await found('cooking')).toEqual(['cake', 'soup'])
    expect((await ada.send('GET', '/sync/pull')).body).toContain(`"child_group_ids":["${bakery}"]`)
    const removal = { tag_ids: [cooking], group_ids: [bakery] }
    const removed = accepted(await ada.call(calls.removeChildGroups, { body: removal }))
    expect(removed.data[0]).not.toHaveProperty('child_group_ids')
    expect(await found('cooking')).toEqual(['soup'])
  })

  it('tags in a circle find the same cards, and a deleted child group implies nothing until it is restored', async () => {
    const { cooking, baking, bakery } = await kitchen()
    accepted(await relate([cooking, baking], [bakery]))
    const body = { tag_ids: [cooking], parent_tag_ids: [baking] }
    accepted(await ada.call(calls.addParents, { body }))
    expect(await found('baking')).toEqual(['cake', 'soup'])
    expect(await found('cooking')).toEqual(['cake', 'soup'])
    accepted(await ada.call(calls.deleteManyGroups, { body: { group_ids: [bakery] } }))
    expect(await found('cooking')).toEqual(['soup'])
    expect((await tagNamed('cooking'))?.child_group_ids).toEqual([bakery])
    const again = { searchwords: ['bakery'], tag_ids: [baking], _ids: [bakery] }
    accepted(await ada.call(calls.createManyGroupsFromSearchword, { body: again }))
    expect(await found('cooking')).toEqual(['cake', 'soup'])
  })

  it('[OF-5] two devices that create one group under different ids and relate tags in a circle offline get the same result', async () => {
    const { cooking, baking, bakery } = await kitchen()
    const push = async (device: string, ...all: readonly { path: string; body: object }[]) => {
      const entries = all.map((one, n) => ({
        key: `${device}-${n}-${cooking}`,
        method: 'POST',
        on_conflict: 'merge',
        ...one,
      }))
      const { body } = await ada.send('POST', '/sync/push', entries)
      return body.data.map(({ status }: { status: number }) => status)
    }
    const [one, two] = ['d'.repeat(24), 'e'.repeat(24)]
    const oven = (_id: string) => ({
      path: '/tag/create-many-groups-from-searchword',
      body: { searchwords: ['Oven'], tag_ids: [baking], _ids: [_id] },
    })
    const child = (tag: string, ...group_ids: string[]) => ({
      path: '/tag/add-child-groups',
      body: { tag_ids: [tag], group_ids },
    })
    expect(await push('one', oven(one), child(cooking, one))).toEqual([200, 200])
    expect(await push('two', oven(two), child(baking, two, bakery), child(cooking, two))).toEqual([
      200, 200, 200,
    ])
    expect((await tagNamed('cooking'))?.child_group_ids).toEqual([one])
    expect((await tagNamed('baking'))?.child_group_ids).toEqual([bakery, one].sort())
    expect(await push('three', child(cooking, 'f'.repeat(24)))).toEqual([200])
    expect((await tagNamed('cooking'))?.child_group_ids).toEqual([one])
  })

  it('child groups are restored from the export of a workspace and of an account', async () => {
    const { cooking, bakery } = await kitchen()
    accepted(await relate([cooking], [bakery]))
    for (const scope of ['', '&scope=account']) {
      const { body: file } = await ada.send('GET', `/export?format=json${scope}`)
      const from = ada
      ada = await server.signUp()
      const sent = typeof file === 'string' ? file : JSON.stringify(file)
      const type = { 'content-type': 'application/octet-stream' }
      expect((await ada.send('POST', '/import', sent, type)).status).toBe(200)
      const groups = accepted(await ada.call(calls.getAllGroups, { body: {} }))
      expect((await tagNamed('cooking'))?.child_group_ids).toEqual([groups.data[0]?._id])
      expect(await found('cooking')).toEqual(['cake', 'soup'])
      ada = from
    }
  })

  it('the API refuses child groups of another person, unknown ones, and more than 100', async () => {
    const { cooking, bakery } = await kitchen()
    const bob = await server.signUp()
    const statusOf = async (person: Person, group_ids: string[]) =>
      (await person.send('POST', '/tag/add-child-groups', { tag_ids: [cooking], group_ids })).status
    expect(await statusOf(bob, [bakery])).toBe(404)
    expect(await statusOf(ada, ['f'.repeat(24)])).toBe(404)
    const many = Array.from({ length: 101 }, (_, n) => n.toString(16).padStart(24, '0'))
    expect(await statusOf(ada, many)).toBe(400)
  })
})
