import { calls } from '@cardinal/contract'
import { describe, expect, it } from 'vitest'
import { accepted, type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('other names and parents of tags on $name', ({ start }) => {
  let ada: Person

  const server = serverFor(start)

  const fresh = async () => {
    ada = await server.signUp()
  }
  const create = async (...names: string[]) =>
    accepted(
      await ada.call(calls.createManyFromKeyword, {
        body: { frontendGeneratedTags: names.map((tag_name) => ({ tag_name })) },
      }),
    ).data.map(({ _id }) => _id) as [string, ...string[]]
  const note = async (content: string, tags_assigned: string[] = []) =>
    accepted(
      await ada.call(calls.createOneEntity, {
        body: { newEntity: { type: 'note', content, tags_assigned } },
      }),
    ).data._id
  const addNames = async (tag_id: string, ...names: string[]) =>
    accepted(await ada.call(calls.addNames, { body: { tag_id, names } }))
  const addParents = async (tag_ids: string[], parent_tag_ids: string[]) =>
    accepted(await ada.call(calls.addParents, { body: { tag_ids, parent_tag_ids } }))
  const all = async () => {
    const { data } = accepted(await ada.call(calls.getAllTags, { body: {} }))
    return new Map(data.map((tag) => [tag.tag_name, tag]))
  }
  const found = async (userIsTyping_inSearchbar: string) => {
    const body = { userIsTyping_inSearchbar, only_tags: true }
    const answer = accepted(await ada.call(calls.getMatchingEntities, { body }))
    expect(answer.total_in_db).toBe(answer.data.length)
    return answer.data.map(({ content }) => content).sort()
  }

  it('a tag without relations has the same answer as before relations existed', async () => {
    await fresh()
    await create('plain')
    expect((await all()).get('plain')).not.toHaveProperty('other_names')
    expect((await all()).get('plain')).not.toHaveProperty('parent_tag_ids')
  })

  it('every name of a tag stands for it, in a search and when tags are created', async () => {
    await fresh()
    const [cplusplus] = await create('cplusplus')
    await note('templates', [cplusplus])
    await note('unrelated')
    const before = (await all()).get('cplusplus')
    const added = await addNames(cplusplus, 'C++', ' d3.js ', '🌱', 'c++')
    expect(added.data.other_names).toEqual(['C++', 'd3.js', '🌱'])
    expect(Date.parse(added.data.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before?.updatedAt ?? ''))
    for (const name of ['c++', 'C++', 'D3.JS', '🌱', 'cplusplus'])
      expect(await found(name)).toEqual(['templates'])
    expect(await found('-c++')).toEqual(['unrelated'])
    await addNames(cplusplus, 'cpp')
    expect(await create('cpp', 'new')).toEqual([cplusplus, (await all()).get('new')?._id])
    const body = { tag_id: cplusplus, names: ['c++', 'CPP', 'd3.js', '🌱', 'never'] }
    const removed = accepted(await ada.call(calls.removeNames, { body }))
    expect(removed.data).not.toHaveProperty('other_names')
    expect(await found('c++')).toEqual([])
  })

  it('a card is found by the tags that its tags imply, and no card is changed', async () => {
    await fresh()
    const [cooking, baking, sourdough] = (await create('cooking', 'baking', 'sourdough')) as [
      string,
      string,
      string,
    ]
    const id = await note('loaf', [sourdough])
    await note('cake', [baking])
    await note('soup', [cooking])
    const card = async () =>
      accepted(await ada.call(calls.getSpecificEntities, { body: { entity_ids: [id] } })).data[0]
    const before = await card()
    await addParents([sourdough], [baking])
    const { data } = await addParents([baking], [cooking])
    expect(data).toMatchObject([{ tag_name: 'baking', parent_tag_ids: [cooking] }])
    expect(await found('cooking')).toEqual(['cake', 'loaf', 'soup'])
    expect(await found('baking')).toEqual(['cake', 'loaf'])
    expect(await found('-baking')).toEqual(['soup'])
    expect(await found('cooking, -sourdough')).toEqual(['cake', 'soup'])
    const counts = [...(await all()).values()].map((tag) => [tag.tag_name, tag.count_entity_ids])
    expect(counts).toEqual(expect.arrayContaining([['cooking', 1]]))
    const body = { tag_ids: [sourdough], parent_tag_ids: [baking] }
    accepted(await ada.call(calls.removeParents, { body }))
    expect(await found('cooking')).toEqual(['cake', 'soup'])
    expect(await card()).toEqual(before)
  })

  it('tags in a circle of parents find the same cards', async () => {
    await fresh()
    const [a, b] = (await create('aa', 'bb')) as [string, string]
    await note('x', [a])
    await note('y', [b])
    await addParents([a], [b])
    await addParents([b], [a])
    expect(await found('aa')).toEqual(['x', 'y'])
    expect(await found('bb')).toEqual(['x', 'y'])
  })

  it('a display name that is not yet a name of the tag becomes another name of it', async () => {
    await fresh()
    const [tag_id] = await create('cplusplus')
    await note('templates', [tag_id])
    const show = async (display_name: string | null) =>
      accepted(await ada.call(calls.setDisplayName, { body: { tag_id, display_name } })).data
    expect(await show(' C++ ')).toMatchObject({
      tag_name: 'cplusplus',
      display_name: 'C++',
      other_names: ['C++'],
    })
    expect((await all()).get('cplusplus')?.display_name).toBe('C++')
    expect(await found('c++')).toEqual(['templates'])
    expect(await show('CPlusPlus')).toMatchObject({ display_name: 'CPlusPlus', other_names: ['C++'] })
    for (const none of [null, 'cplusplus']) {
      await show('c++')
      expect(await show(none)).not.toHaveProperty('display_name')
    }
    await show('c++')
    const body = { tag_id, names: ['C++'] }
    expect(accepted(await ada.call(calls.removeNames, { body })).data).not.toHaveProperty('display_name')
    for (const display_name of ['', 'a, b', '-old', 'x'.repeat(51)])
      expect((await ada.send('POST', '/tag/set-display-name', { tag_id, display_name })).status).toBe(400)
  })

  it('a rename shows the new name, and undoing it shows the old one', async () => {
    await fresh()
    const [tag_id] = await create('cplusplus')
    const body = { tag_id, display_name: 'C++' }
    const before = accepted(await ada.call(calls.setDisplayName, { body })).data
    const rename = (new_tag_name: string, more = {}) =>
      ada.send('POST', '/tag/rename-one', { tag_id, new_tag_name, ...more })
    const { body: renamed } = await rename('cpp')
    expect(renamed.data).toMatchObject({ tag_name: 'cpp', other_names: ['C++'] })
    expect(renamed.data).not.toHaveProperty('display_name')
    const { color_name, click_count, lastClickedAt, createdAt, updatedAt, other_names, display_name } = before
    const undoes = {
      ...{ color_name, click_count, lastClickedAt, createdAt, updatedAt, other_names, display_name },
      ...{ entity_ids: [], tag_groups: [] },
    }
    const { body: back } = await rename('cplusplus', { undoes })
    expect(back.data).toMatchObject({ tag_name: 'cplusplus', display_name: 'C++', other_names: ['C++'] })
  })

  it('a merge moves relations, keeps the name if asked, and can be undone as a whole', async () => {
    await fresh()
    const [from, into, child, parent] = (await create('js', 'javascript', 'node', 'languages')) as [
      string,
      string,
      string,
      string,
    ]
    await addNames(from, 'ECMAScript')
    const shown = { tag_id: from, display_name: 'JS' }
    accepted(await ada.call(calls.setDisplayName, { body: shown }))
    await addParents([from], [parent])
    await addParents([child], [from])
    const before = await all()
    const body = { tag_ids: [from], into_tag_id: into, keep_names: true }
    const merged = accepted(await ada.call(calls.mergeManyTags, { body })).data
    expect(merged).toMatchObject({ other_names: ['ECMAScript', 'js'], parent_tag_ids: [parent] })
    expect((await all()).get('node')?.parent_tag_ids).toEqual([into])
    const tag = before.get('js')
    accepted(
      await ada.call(calls.unmergeManyTags, {
        body: {
          tags: [
            {
              _id: from,
              tag_name: 'js',
              color_name: null,
              click_count: 0,
              lastClickedAt: null,
              createdAt: tag?.createdAt ?? '',
              updatedAt: tag?.updatedAt ?? '',
              entity_ids: [],
              tag_groups: [],
              other_names: ['ECMAScript'],
              display_name: 'JS',
              parent_tag_ids: [parent],
              child_tag_ids: [child],
            },
          ],
          into: { _id: into, tag_name: 'javascript', lastClickedAt: null, entity_ids: [], tag_groups: [] },
        },
      }),
    )
    expect(await all()).toEqual(before)
  })

  it('a renamed tag keeps its old name as another name if asked', async () => {
    await fresh()
    const [tag_id] = await create('recipe')
    const body = { tag_id, new_tag_name: 'recipes', keep_name: true }
    expect(accepted(await ada.call(calls.renameOneTag, { body })).data.other_names).toEqual(['recipe'])
    const back = { tag_id, new_tag_name: 'recipe' }
    expect(accepted(await ada.call(calls.renameOneTag, { body: back })).data).not.toHaveProperty(
      'other_names',
    )
  })

  it('the feed contains the relations of tags', async () => {
    await fresh()
    const [a, b] = (await create('aa', 'bb')) as [string, string]
    await addNames(a, 'A!')
    await addParents([a], [b])
    const { body } = await ada.send('GET', '/sync/pull')
    expect(body).toContain('"other_names":["A!"]')
    expect(body).toContain(`"parent_tag_ids":["${b}"]`)
  })

  it('a name that a search could not express is refused, and so are lists that are too long', async () => {
    await fresh()
    const [tag_id] = await create('aa')
    for (const name of ['a,b', '-x', ' ', 'x'.repeat(51), '\u0301']) {
      const { status } = await ada.send('POST', '/tag/add-names', { tag_id, names: [name] })
      expect([name, status]).toEqual([name, 400])
    }
    const names = Array.from({ length: 100 }, (_, n) => `name ${n}`)
    await addNames(tag_id, ...names)
    const { status } = await ada.send('POST', '/tag/add-names', { tag_id, names: ['one more'] })
    expect(status).toBe(400)
  })
})
