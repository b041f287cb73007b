import { calls } from '@cardinal/contract'
import { describe, expect, it } from 'vitest'
import { accepted, idOf, type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('tags and groups on $name', ({ start }) => {
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
    ).data
  const note = async (content: string, tags_assigned: string[] = []) =>
    accepted(
      await ada.call(calls.createOneEntity, {
        body: { newEntity: { type: 'note', content, tags_assigned } },
      }),
    ).data._id
  const all = async () => accepted(await ada.call(calls.getAllTags, { body: {} })).data
  const allGroups = async () => accepted(await ada.call(calls.getAllGroups, { body: {} })).data

  it('[TG-1] a tag is returned with all its fields, and with its cards if asked', async () => {
    await fresh()
    const [maths] = await create('maths')
    const tag_ids = [maths?._id ?? '']
    const id = await note('x', tag_ids)
    await note('y', tag_ids)
    accepted(
      await ada.call(calls.createManyGroupsFromSearchword, { body: { searchwords: ['school'], tag_ids } }),
    )
    const [group] = await allGroups()
    expect(group).toMatchObject({
      title: 'school',
      group_name: 'school',
      color_name: null,
      tags: tag_ids,
      hidden: false,
    })
    const list = accepted(await ada.call(calls.getAllTags, { body: { with_ids: true } }))
    expect(list).toMatchObject({ count: 1, total_in_db: 1 })
    expect(list.data[0]).toMatchObject({
      _id: maths?._id,
      tag_name: 'maths',
      tag_groups: [group?._id],
      color_name: null,
      click_count: 0,
      lastClickedAt: null,
      count_entity_ids: 2,
      link_ids: [],
      todo_ids: [],
    })
    expect(list.data[0]?.note_ids).toContain(id)
  })

  it('[TG-2] [TG-3] names of tags are stored lower-cased, trimmed and unique, and bad ones and commas are refused', async () => {
    await fresh()
    const made = await create('  Hello   World ', 'hello world', 'été', 'नमस्ते')
    expect(made.map(({ tag_name }) => tag_name)).toEqual(['hello world', 'été', 'नमस्ते'])
    expect((await create('HELLO WORLD'))[0]?._id).toBe(made[0]?._id)
    for (const tag_name of ['-x', 'a,b', 'a!b', '_a', '😀'])
      expect(
        await ada.send('POST', '/tag/create-many-from-keyword', { frontendGeneratedTags: [{ tag_name }] }),
      ).toMatchObject({ status: 400, body: { msg: 'Only alphanumeric characters are allowed.' } })
    const taken = await ada.send('POST', '/tag/rename-one', {
      tag_id: made[1]?._id,
      new_tag_name: 'Hello World',
    })
    expect(taken).toMatchObject({ status: 409, body: { command: 'tag-name-taken' } })
    expect(await all()).toHaveLength(3)
  })

  it('[TG-4] tags can be clicked, reset, coloured and deleted', async () => {
    await fresh()
    const [a, b] = await create('a', 'b')
    const tag_ids = [a?._id ?? '', b?._id ?? '']
    const id = await note('x', tag_ids)
    const clicked = (lastClickedAt: string) =>
      ada.call(calls.addClickCount, { body: { tag_ids, lastClickedAt } })
    accepted(await clicked('2024-05-05T00:00:00.000Z'))
    accepted(await clicked('2024-04-04T00:00:00.000Z'))
    expect((await all())[0]).toMatchObject({ click_count: 2, lastClickedAt: '2024-05-05T00:00:00.000Z' })
    accepted(await ada.call(calls.resetClickCounts, { body: { tag_ids } }))
    expect((await all())[0]).toMatchObject({ click_count: 0, lastClickedAt: null, updatedAt: a?.updatedAt })
    accepted(await ada.call(calls.editColor, { body: { tag_ids, color_name: 'pink' } }))
    expect((await all()).map((tag) => tag.color_name)).toEqual(['pink', 'pink'])
    accepted(await ada.call(calls.deleteManyTags, { body: { tag_ids: [tag_ids[0] ?? ''] } }))
    expect((await all()).map((tag) => tag.tag_name)).toEqual(['b'])
    const [card] = accepted(await ada.call(calls.getSpecificEntities, { body: { entity_ids: [id] } })).data
    expect(card?.tags_assigned).toEqual([tag_ids[1]])
    expect((await create('a'))[0]?._id).not.toBe(tag_ids[0])
  })

  it('[OF-5] a deletion with only_unused deletes only tags and groups that are not in use', async () => {
    await fresh()
    const [used, inGroup, idle] = (await create('used', 'grouped', 'idle')).map((tag) => tag._id)
    const tag_ids = [used ?? '', inGroup ?? '', idle ?? '']
    await note('x', [tag_ids[0] ?? ''])
    const make = { searchwords: ['full'], tag_ids: [tag_ids[1] ?? ''] }
    accepted(await ada.call(calls.createManyGroupsFromSearchword, { body: make }))
    accepted(
      await ada.call(calls.createManyGroupsFromSearchword, {
        body: { searchwords: ['empty'], tag_ids: [] },
      }),
    )
    accepted(await ada.call(calls.deleteManyTags, { body: { tag_ids, only_unused: true } }))
    expect((await all()).map((tag) => tag.tag_name).sort()).toEqual(['grouped', 'used'])
    const group_ids = (await allGroups()).map((group) => group._id)
    expect(group_ids).toHaveLength(2)
    accepted(await ada.call(calls.deleteManyGroups, { body: { group_ids, only_unused: true } }))
    expect((await allGroups()).map((group) => group.title)).toEqual(['full'])
    accepted(await ada.call(calls.deleteManyTags, { body: { tag_ids: [tag_ids[0] ?? ''] } }))
    expect((await all()).map((tag) => tag.tag_name)).toEqual(['grouped'])
  })

  it('[TG-3] [HM-6] a merge or rename to a taken name adds up clicks, joins groups, and changes saved searches', async () => {
    await fresh()
    const [a, b, c] = await create('aa', 'bb', 'cc')
    const [from, into] = [a?._id ?? '', b?._id ?? '']
    const id = await note('x', [from])
    await note('y', [from, into])
    accepted(
      await ada.call(calls.createManyGroupsFromSearchword, { body: { searchwords: ['g'], tag_ids: [from] } }),
    )
    accepted(await ada.call(calls.updateGlobalSettings, { body: { saved_searches: ['aa, -cc', 'bb'] } }))
    const lastClickedAt = '2024-05-05T00:00:00.000Z'
    accepted(await ada.call(calls.addClickCount, { body: { tag_ids: [from, into], lastClickedAt } }))
    const merged = accepted(
      await ada.call(calls.mergeManyTags, { body: { tag_ids: [from], into_tag_id: into } }),
    )
    const [group] = await allGroups()
    expect(merged.data).toMatchObject({
      click_count: 2,
      lastClickedAt,
      count_entity_ids: 2,
      tag_groups: [group?._id],
    })
    expect(group?.tags).toEqual([into])
    const [card] = accepted(await ada.call(calls.getSpecificEntities, { body: { entity_ids: [id] } })).data
    expect(card?.tags_assigned).toEqual([into])
    accepted(await ada.call(calls.renameOneTag, { body: { tag_id: c?._id ?? '', new_tag_name: 'DD' } }))
    const settings = accepted(await ada.call(calls.getGlobalSettings, {}))
    expect(settings.data.saved_searches).toEqual(['bb, -dd', 'bb'])
  })

  it('[TG-3] [HM-6] undoing a merge restores tags, clicks, cards, groups and saved searches', async () => {
    await fresh()
    const [a, b] = await create('aa', 'bb')
    const [from, into] = [a?._id ?? '', b?._id ?? '']
    const [alone, both] = [await note('x', [from]), await note('y', [from, into])]
    accepted(
      await ada.call(calls.createManyGroupsFromSearchword, { body: { searchwords: ['g'], tag_ids: [from] } }),
    )
    const saved_searches = ['aa, -cc', 'bb', 'aa']
    accepted(await ada.call(calls.updateGlobalSettings, { body: { saved_searches } }))
    const click = async (tag: string, lastClickedAt: string) =>
      accepted(await ada.call(calls.addClickCount, { body: { tag_ids: [tag], lastClickedAt } }))
    await click(from, '2024-05-05T00:00:00.000Z')
    await click(into, '2024-04-04T00:00:00.000Z')
    accepted(await ada.call(calls.editColor, { body: { tag_ids: [from], color_name: 'pink' } }))
    const ordered = async () => (await all()).toSorted((x, y) => x.tag_name.localeCompare(y.tag_name))
    const before = await ordered()
    const [group] = await allGroups()
    accepted(await ada.call(calls.mergeManyTags, { body: { tag_ids: [from], into_tag_id: into } }))
    const { _id, tag_name, color_name, click_count, lastClickedAt, createdAt, updatedAt, tag_groups } =
      before[0] ?? expect.fail('no tag')
    const tag = { _id, tag_name, color_name, click_count, lastClickedAt, createdAt, updatedAt, tag_groups }
    const body = {
      tags: [{ ...tag, entity_ids: [alone, both] }],
      into: {
        _id: into,
        tag_name: 'bb',
        lastClickedAt: '2024-04-04T00:00:00.000Z',
        entity_ids: [both],
        tag_groups: [],
      },
      saved_searches,
    }
    const answer = accepted(await ada.call(calls.unmergeManyTags, { body }))
    expect(answer.data).toEqual([before[0]])
    expect(await ordered()).toEqual(before)
    expect((await allGroups())[0]?.tags).toEqual(group?.tags)
    const tagsOf = async (id: string) =>
      accepted(await ada.call(calls.getSpecificEntities, { body: { entity_ids: [id] } })).data[0]
        ?.tags_assigned
    expect(await tagsOf(alone)).toEqual([from])
    expect((await tagsOf(both))?.toSorted()).toEqual([from, into].toSorted())
    const settings = async () => accepted(await ada.call(calls.getGlobalSettings, {})).data.saved_searches
    expect(await settings()).toEqual(saved_searches)
    // The id is no alias any more, and repeating the undo changes nothing.
    accepted(await ada.call(calls.renameOneTag, { body: { tag_id: from, new_tag_name: 'ee' } }))
    const again = accepted(await ada.call(calls.unmergeManyTags, { body }))
    expect(again.data.map((one) => one.tag_name)).toEqual(['ee'])
    expect((await ordered()).map((one) => one.tag_name)).toEqual(['bb', 'ee'])
  })

  it('[TG-3] [HM-6] undoing a rename that became a merge restores both tags and the saved searches', async () => {
    await fresh()
    const [a] = await create('aa', 'bb')
    const from = a?._id ?? expect.fail('no tag')
    const id = await note('x', [from])
    const saved_searches = ['aa', 'bb', 'aa, zz']
    accepted(await ada.call(calls.updateGlobalSettings, { body: { saved_searches } }))
    const renamed = { tag_id: from, new_tag_name: 'bb' }
    const pushed = accepted(
      await ada.call(calls.push, {
        body: [
          {
            key: 'a-rename-from-an-outbox',
            method: 'POST',
            path: '/tag/rename-one',
            body: renamed,
            on_conflict: 'merge',
          },
        ],
      }),
    )
    expect(pushed.data[0]?.status).toBe(200)
    expect((await all()).map((one) => one.tag_name)).toEqual(['bb'])
    const { color_name, click_count, lastClickedAt, createdAt, updatedAt, tag_groups } = a ?? expect.fail()
    const undoes = { color_name, click_count, lastClickedAt, createdAt, updatedAt, tag_groups }
    const undone = accepted(
      await ada.call(calls.renameOneTag, {
        body: { tag_id: from, new_tag_name: 'aa', undoes: { ...undoes, entity_ids: [id], saved_searches } },
      }),
    )
    expect(undone.data).toMatchObject({ _id: from, tag_name: 'aa', count_entity_ids: 1 })
    expect((await all()).map((one) => one.tag_name).toSorted()).toEqual(['aa', 'bb'])
    const settings = accepted(await ada.call(calls.getGlobalSettings, {}))
    expect(settings.data.saved_searches).toEqual(saved_searches)
  })

  it('[TG-5] tags can be sorted by every valid pair of options, and other pairs are refused', async () => {
    await fresh()
    const made = await create('b', 'a', 'c')
    await note('x', [made[2]?._id ?? ''])
    const names = async (statOption_1: string, statOption_2: string) =>
      accepted(await ada.call(calls.getAllTags, { body: { statOption_1, statOption_2 } })).data.map(
        (t) => t.tag_name,
      )
    expect(await names('alphabetically', 'asc')).toEqual(['a', 'b', 'c'])
    expect(await names('alphabetically', 'desc')).toEqual(['c', 'b', 'a'])
    expect((await names('most', 'tagged'))[0]).toBe('c')
    expect((await names('least', 'tagged'))[2]).toBe('c')
    const refused = await ada.send('POST', '/tag/get-all-tags', {
      statOption_1: 'recently',
      statOption_2: 'asc',
    })
    expect(refused.status).toBe(400)
  })

  it('[TG-6] tags are found with the exact names first, then close ones', async () => {
    await fresh()
    await create('maths', 'math', 'physics', 'mathematics')
    const found = accepted(
      await ada.call(calls.getMatchingTagsBySearchword, { body: { keywords: ['math'] } }),
    )
    expect(found.data[0]?.tag_name).toBe('math')
    expect(found.data.map((tag) => tag.tag_name).sort()).toEqual(['math', 'mathematics', 'maths'])
    expect(found).toMatchObject({ count: 3, total_in_db: 4 })
  })

  it('[TG-7] groups can be created, renamed, hidden, coloured, filled, emptied and deleted', async () => {
    await fresh()
    const [a, b] = await create('a', 'b')
    const tag_ids = [a?._id ?? '', b?._id ?? '']
    const makeGroups = async (searchwords: string[], ids: string[]) =>
      accepted(await ada.call(calls.createManyGroupsFromSearchword, { body: { searchwords, tag_ids: ids } }))
        .data
    const [g, h] = await makeGroups(['G', 'h'], [tag_ids[0] ?? ''])
    expect((await makeGroups(['g'], [tag_ids[1] ?? '']))[0]).toMatchObject({ _id: g?._id, tags: tag_ids })
    const group_id = g?._id ?? ''
    expect(await ada.send('POST', '/tag/group/rename-one', { group_id, new_group_name: 'H' })).toMatchObject({
      status: 409,
      body: { command: 'group-name-taken' },
    })
    const params = { id: group_id }
    expect(
      accepted(await ada.call(calls.replaceOneGroupTitle, { params, body: { title: ' New ' } })).data.title,
    ).toBe('new')
    expect(
      accepted(await ada.call(calls.toggleHiddenGroups, { body: { group_ids: [group_id] } })).data[0]?.hidden,
    ).toBe(true)
    accepted(await ada.call(calls.editGroupColor, { body: { group_ids: [group_id], color_name: 'gray' } }))
    accepted(
      await ada.call(calls.detachGroups, { body: { tag_ids: [tag_ids[0] ?? ''], group_ids: [group_id] } }),
    )
    accepted(
      await ada.call(calls.attachGroups, {
        body: { tag_ids: [tag_ids[1] ?? ''], group_ids: [h?._id ?? ''] },
      }),
    )
    expect(accepted(await ada.call(calls.getOneGroup, { params })).data).toMatchObject({
      title: 'new',
      hidden: true,
      color_name: 'gray',
      tags: [tag_ids[1]],
    })
    const closest = accepted(await ada.call(calls.getClosestGroups, { body: { tag_ids } })).data
    expect(closest.map((group) => group.title)).toEqual(['h', 'new'])
    const holding = accepted(await ada.call(calls.getMatchingGroupsByTagIds, { body: { tag_ids } }))
    expect(holding).toMatchObject({ total_in_db: 2 })
    expect(
      accepted(await ada.call(calls.getMatchingTagsByGroupIds, { body: { group_ids: [group_id] } })).data,
    ).toMatchObject([{ tag_name: 'b' }])
    expect(accepted(await ada.call(calls.deleteOneGroup, { params })).data).toBe(group_id)
    expect(await ada.call(calls.getOneGroup, { params })).toMatchObject({ error: { status: 404 } })
    expect((await makeGroups(['new'], []))[0]).toMatchObject({ tags: [] })
    accepted(await ada.call(calls.deleteManyGroups, { body: { group_ids: [h?._id ?? ''] } }))
    expect((await allGroups()).map((group) => group.title)).toEqual(['new'])
  })

  it('[TG-8] siblings are found on cards with all and with any of the given tags', async () => {
    await fresh()
    const [a, b, c, d] = (await create('a', 'b', 'c', 'd')).map((tag) => tag._id)
    await note('1', [a ?? '', b ?? '', c ?? ''])
    await note('2', [a ?? '', d ?? ''])
    const siblings = async (more: object) =>
      accepted(
        await ada.call(calls.getSiblingTags, { body: { tag_ids: [a ?? '', b ?? ''], ...more } as never }),
      ).data
    expect(await siblings({})).toEqual({ tag_ids_for_andOperator: [c], tag_ids_for_orOperator: [c, d] })
    expect(await siblings({ negative_tag_ids: [c] })).toEqual({
      tag_ids_for_andOperator: [],
      tag_ids_for_orOperator: [d],
    })
    expect(await siblings({ is_enabled: false })).toEqual({
      tag_ids_for_andOperator: [],
      tag_ids_for_orOperator: [],
    })
    const ofCards = accepted(
      await ada.call(calls.getMatchingTagsByEntityIds, { body: { entity_ids: [idOf(1)], type: 'note' } }),
    )
    expect(ofCards.data).toEqual([])
  })

  it('[CD-8] new tags can be put on cards only together with the type of the cards', async () => {
    await fresh()
    const id = await note('x')
    const body = { frontendGeneratedTags: [{ tag_name: 'new' }], attachToTheseEntities: [id] }
    expect(await ada.send('POST', '/tag/create-many-from-keyword', body)).toMatchObject({
      status: 400,
      body: { msg: 'doc_id and entity type is required for engulfer' },
    })
    expect(
      (await ada.send('POST', '/tag/create-many-from-keyword', { ...body, entityType: 'todo' })).status,
    ).toBe(400)
    expect(await all()).toEqual([])
    const made = await ada.send('POST', '/tag/create-many-from-keyword', { ...body, entityType: 'note' })
    expect(made.body.data[0]).toMatchObject({ tag_name: 'new', count_entity_ids: 1 })
  })

  it('[SB-8] tags are suggested from earlier cards, with reasons', async () => {
    await fresh()
    const [a, b] = (await create('alpha', 'beta')).map((tag) => tag._id ?? '')
    await note('one', [a ?? '', b ?? ''])
    await note('two', [a ?? ''])
    const body = { purpose: 'narrow', userIsTyping_inSearchbar: 'alpha, ' } as const
    const [first] = accepted(await ada.call(calls.getSuggestedTags, { body })).data
    expect(first).toMatchObject({
      tag_id: b,
      tag_name: 'beta',
      reasons: [{ kind: 'on-matches', count: 1, of: 2 }],
    })
    const label = { purpose: 'label', userIsTyping_inSearchbar: 'about beta tests' } as const
    expect(accepted(await ada.call(calls.getSuggestedTags, { body: label })).data[0]).toMatchObject({
      tag_id: b,
    })
  })
})
