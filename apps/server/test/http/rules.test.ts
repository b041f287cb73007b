import { calls } from '@cardinal/contract'
import { describe, expect, it } from 'vitest'
import { accepted, idOf, type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('rules on $name', ({ start }) => {
  const server = serverFor(start)

  async function withTags(person: Person, ...names: string[]) {
    const [workspace] = accepted(await person.call(calls.getWorkspaces, {})).data
    const frontendGeneratedTags = names.map((tag_name) => ({ tag_name }))
    const made = accepted(await person.call(calls.createManyFromKeyword, { body: { frontendGeneratedTags } }))
    const idByName = new Map(made.data.map((tag) => [tag.tag_name, tag._id]))
    return { workspace_id: workspace?._id ?? '', tag: (name: string) => idByName.get(name) ?? '' }
  }

  const rule = (person: Person, body: Record<string, unknown>) =>
    person.send('POST', '/workspace/create-rule', body)

  const add = async (person: Person, newEntity: Record<string, unknown>) => {
    const { status, body } = await person.send('POST', '/entity/create-one', { newEntity })
    expect(status).toBe(200)
    return body.data
  }

  const cardOf = async (person: Person, id: string) =>
    accepted(await person.call(calls.getSpecificEntities, { body: { entity_ids: [id] } })).data[0]

  const rulesOf = async (person: Person) => accepted(await person.call(calls.getRules, {})).data

  const take = async (person: Person, file: string) => {
    const { status, body } = await person.send('POST', '/import', file, {
      'content-type': 'application/octet-stream',
    })
    expect(status, JSON.stringify(body)).toBe(200)
  }
  const exportOf = async (person: Person) => {
    const headers = { authorization: `Bearer ${person.token}` }
    return (await fetch(`${server.api}/export?scope=account`, { headers })).text()
  }

  it('a rule adds tags, colour and type to a card that is added, and does nothing to others', async () => {
    const ada = await server.signUp()
    const { workspace_id, tag } = await withTags(ada, 'video', 'inbox')
    const made = await rule(ada, {
      workspace_id,
      search: 'site:youtube.com',
      add_tags: [tag('video')],
      remove_tags: [tag('inbox')],
      color: 'red',
    })
    expect(made.status).toBe(200)
    const card = await add(ada, {
      type: 'hyperlink',
      content: 'https://www.youtube.com/watch?v=1',
      tags_assigned: [tag('inbox')],
    })
    expect(card).toMatchObject({ tags_assigned: [tag('video')], color: 'red' })
    const other = await add(ada, { type: 'note', content: 'soup', tags_assigned: [tag('inbox')] })
    expect(other).toMatchObject({ tags_assigned: [tag('inbox')], color: null })
  })

  it('a rule acts once: what a person takes back stays so at the next edit', async () => {
    const ada = await server.signUp()
    const { workspace_id, tag } = await withTags(ada, 'tea', 'drink')
    await rule(ada, { workspace_id, search: 'tag:tea', add_tags: [tag('drink')] })
    const { _id } = await add(ada, { type: 'note', content: 'oolong', tags_assigned: [tag('tea')] })
    await ada.send('POST', '/entity/detach-tags', { entity_ids: [_id], tag_ids: [tag('drink')] })
    await ada.send('PATCH', '/entity/update-content', { entity_id: _id, content: 'oolong from Fujian' })
    expect((await cardOf(ada, _id))?.tags_assigned).toEqual([tag('tea')])
    await ada.send('POST', '/entity/detach-tags', { entity_ids: [_id], tag_ids: [tag('tea')] })
    await ada.send('POST', '/entity/attach-tags', { entity_ids: [_id], tag_ids: [tag('tea')] })
    expect((await cardOf(ada, _id))?.tags_assigned).toEqual([tag('tea'), tag('drink')])
  })

  it('rules lead to each other, and two that undo each other end', async () => {
    const ada = await server.signUp()
    const { workspace_id, tag } = await withTags(ada, 'a', 'b', 'c')
    await rule(ada, { workspace_id, search: 'tag:a', add_tags: [tag('b')], remove_tags: [tag('c')] })
    await rule(ada, { workspace_id, search: 'tag:b', add_tags: [tag('c')], remove_tags: [tag('a')] })
    await rule(ada, { workspace_id, search: 'tag:c', add_tags: [tag('a')] })
    const card = await add(ada, { type: 'note', content: 'round', tags_assigned: [tag('a')] })
    expect(card.tags_assigned).toEqual([tag('b'), tag('c'), tag('a')])
  })

  it('a rule finds cards by implied tags, by other names and by groups, which the change did not read', async () => {
    const ada = await server.signUp()
    const { workspace_id, tag } = await withTags(ada, 'oolong', 'tea', 'drink', 'stove', 'one', 'two')
    const send = (path: string, body: object) => ada.send('POST', path, body)
    await send('/tag/add-parents', { tag_ids: [tag('oolong')], parent_tag_ids: [tag('tea')] })
    const group = await send('/tag/create-many-groups-from-searchword', {
      searchwords: ['kitchen'],
      tag_ids: [tag('tea'), tag('stove')],
    })
    expect(group.status).toBe(200)
    await send('/tag/add-child-groups', { tag_ids: [tag('drink')], group_ids: [group.body.data[0]._id] })
    await rule(ada, { workspace_id, search: 'tag:drink', add_tags: [tag('one')] })
    await rule(ada, { workspace_id, search: 'group:kitchen', add_tags: [tag('two')] })
    const card = await add(ada, { type: 'note', content: 'x', tags_assigned: [tag('oolong')] })
    expect(card.tags_assigned).toEqual([tag('oolong'), tag('one'), tag('two')])
  })

  it('rules are listed with counts and the last ten effects, and each effect can be undone', async () => {
    const ada = await server.signUp()
    const { workspace_id, tag } = await withTags(ada, 'long')
    await rule(ada, { workspace_id, search: 'text:word', add_tags: [tag('long')], color: 'blue' })
    const cards = []
    for (let at = 0; at < 12; at++) cards.push(await add(ada, { type: 'note', content: `a word ${at}` }))
    const [listed] = await rulesOf(ada)
    expect(listed?.effect_count).toBe(12)
    expect(listed?.effects.map(({ number }) => number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    expect(listed?.effects[0]).toMatchObject({
      entity_id: cards[11]._id,
      added_tags: [tag('long')],
      color: [null, 'blue'],
      undone: false,
    })
    const undo = { workspace_id, rule_id: listed?._id ?? '', number: 12 }
    expect((await ada.send('POST', '/workspace/undo-rule-effect', undo)).body).toEqual({ data: true })
    expect(await cardOf(ada, cards[11]._id)).toMatchObject({ tags_assigned: [], color: null })
    expect((await ada.send('POST', '/workspace/undo-rule-effect', undo)).body).toEqual({ data: false })
    await ada.send('PATCH', '/entity/update-content', { entity_id: cards[11]._id, content: 'a word more' })
    expect(await cardOf(ada, cards[11]._id)).toMatchObject({ tags_assigned: [] })
    await ada.send('PATCH', '/entity/update-color', { entity_ids: [cards[10]._id], color: 'green' })
    await ada.send('POST', '/workspace/undo-rule-effect', { ...undo, number: 11 })
    expect(await cardOf(ada, cards[10]._id)).toMatchObject({ tags_assigned: [], color: 'green' })
    expect((await rulesOf(ada))[0]?.effects.map(({ undone }) => undone).slice(0, 3)).toEqual([
      true,
      true,
      false,
    ])
    const gone = await ada.send('POST', '/workspace/undo-rule-effect', { ...undo, number: 1 })
    expect(gone.status).toBe(404)
  })

  it('a paused rule does nothing until it is resumed, and a deleted one never', async () => {
    const ada = await server.signUp()
    const { workspace_id, tag } = await withTags(ada, 'seen')
    const { _id: rule_id } = (await rule(ada, { workspace_id, search: 'type:note', add_tags: [tag('seen')] }))
      .body.data
    const pause = (paused: boolean) =>
      ada.send('POST', '/workspace/pause-rule', { workspace_id, rule_id, paused })
    const tagged = async () => (await add(ada, { type: 'note', content: 'x' })).tags_assigned.length
    expect((await pause(true)).body.data).toMatchObject({ _id: rule_id, paused: true })
    expect(await tagged()).toBe(0)
    await pause(false)
    expect(await tagged()).toBe(1)
    expect((await ada.send('POST', '/workspace/delete-rule', { workspace_id, rule_id })).body).toEqual({
      data: rule_id,
      ...{},
    })
    expect(await tagged()).toBe(0)
    expect((await pause(true)).status).toBe(404)
    expect(await rulesOf(ada)).toEqual([])
  })

  it('a rule whose search needs other cards, copies, days or plain words is refused with a sentence', async () => {
    const ada = await server.signUp()
    const { workspace_id, tag } = await withTags(ada, 'x')
    const refusal = async (search: string) => {
      const { status, body } = await rule(ada, { workspace_id, search, add_tags: [tag('x')] })
      expect(status, search).toBe(400)
      return body.msg as string
    }
    expect(await refusal('recipe')).toMatch(/plain word “recipe”.*Write tag:recipe or "recipe"/)
    expect(await refusal('tag:a, -is:duplicate')).toMatch(/duplicates/)
    expect(await refusal('created:2026')).toMatch(/days/)
    expect(await refusal('due:<2026-05-01')).toMatch(/days/)
    expect(await refusal('tag:a | copy:b')).toMatch(/copies/)
    expect(await refusal('tag:a | file:b')).toMatch(/files/)
    expect(await refusal('workspace:all, tag:a')).toMatch(/one workspace/)
    expect(await refusal('')).toMatch(/needs a search/)
    const nothing = await rule(ada, { workspace_id, search: 'tag:a' })
    expect([nothing.status, nothing.body.msg]).toEqual([400, expect.stringMatching(/something to do/)])
    for (const search of ['due:any', 'has:copy', 'is:dead', 'tags:0', 'color:none', '-x, site:a.example'])
      expect((await rule(ada, { workspace_id, search, add_tags: [tag('x')] })).status, search).toBe(200)
  })

  it('a rule follows its tags: renamed, merged and deleted ones', async () => {
    const ada = await server.signUp()
    const { workspace_id, tag } = await withTags(ada, 'old', 'film', 'movie', 'gone')
    await rule(ada, { workspace_id, search: 'tag:old', add_tags: [tag('film'), tag('gone')] })
    await ada.send('POST', '/tag/rename-one', { tag_id: tag('old'), new_tag_name: 'new' })
    await ada.send('POST', '/tag/merge-many', { tag_ids: [tag('film')], into_tag_id: tag('movie') })
    await ada.send('POST', '/tag/delete-many', { tag_ids: [tag('gone')] })
    expect((await rulesOf(ada))[0]?.search).toBe('tag:new')
    const card = await add(ada, { type: 'note', content: 'x', tags_assigned: [tag('old')] })
    expect(card.tags_assigned).toEqual([tag('old'), tag('movie')])
  })

  it('rules are made once, by their ids, and there are at most a hundred in an account', async () => {
    const ada = await server.signUp()
    const { workspace_id, tag } = await withTags(ada, 'x')
    const body = { workspace_id, _id: idOf(77), search: 'tag:x', color: 'red' }
    expect((await rule(ada, body)).status).toBe(200)
    expect((await rule(ada, body)).status).toBe(409)
    const again = { key: 'k'.repeat(20), method: 'POST', path: '/workspace/create-rule', body }
    const { body: pushed } = await ada.send('POST', '/sync/push', [{ ...again, on_conflict: 'merge' }])
    expect(JSON.stringify(pushed)).toContain('"status":200')
    for (let at = 1; at < 100; at++)
      expect((await rule(ada, { workspace_id, search: 'tag:x', add_tags: [tag('x')] })).status).toBe(200)
    const { status, body: refused } = await rule(ada, { workspace_id, search: 'tag:x', add_tags: [tag('x')] })
    expect([status, refused.msg]).toEqual([400, expect.stringMatching(/at most 100 rules/)])
  })

  it('a rule is edited and moved; an edit with what was seen leaves the parts that another one changed', async () => {
    const ada = await server.signUp()
    const { workspace_id, tag } = await withTags(ada, 'tea', 'drink', 'hot')
    const parts = { search: 'tag:tea', add_tags: [tag('drink')], remove_tags: [], keep_copy: false }
    const { body: made } = await rule(ada, { workspace_id, ...parts, color: 'red', paused: true })
    const { body: other } = await rule(ada, { workspace_id, search: 'type:note', color: 'blue' })
    expect(made.data.paused).toBe(true)
    const edit = (body: object) => ada.send('POST', '/workspace/update-rule', { workspace_id, ...body })
    const rule_id = made.data._id
    const seen = { ...parts, color: 'red' }
    expect((await edit({ rule_id, ...seen, search: 'tag:tea, type:note', seen })).status).toBe(200)
    const late = await edit({ rule_id, ...parts, add_tags: [tag('hot')], seen })
    expect(late.body.data).toMatchObject({
      search: 'tag:tea, type:note',
      add_tags: [tag('hot')],
      paused: true,
    })
    expect(late.body.data).not.toHaveProperty('color')
    expect((await edit({ rule_id, ...parts })).body.data).toMatchObject(parts)
    expect((await edit({ rule_id, search: 'tag:tea' })).body.msg).toMatch(/needs something to do/)
    expect((await edit({ rule_id, ...parts, search: 'tea' })).body.msg).toMatch(/plain word/)
    expect((await edit({ rule_id: workspace_id, ...parts })).status).toBe(404)
    const move = (before_rule_id: string | null) =>
      ada.send('POST', '/workspace/move-rule', { workspace_id, rule_id, before_rule_id })
    const order = async () => (await rulesOf(ada)).map(({ _id }) => _id)
    await move(null)
    expect(await order()).toEqual([other.data._id, rule_id])
    await move(other.data._id)
    expect(await order()).toEqual([rule_id, other.data._id])
    await ada.send('POST', '/workspace/pause-rule', { workspace_id, rule_id, paused: false })
    await move(null)
    const card = await add(ada, { type: 'note', content: 'oolong', tags_assigned: [tag('tea')] })
    expect(card).toMatchObject({ tags_assigned: [tag('tea'), tag('drink')], color: 'blue' })
  })

  it('a rule that is brought back after its deletion has its effects again, and those of long deleted rules go', async () => {
    const ada = await server.signUp()
    const { workspace_id, tag } = await withTags(ada, 'tea', 'drink')
    const body = { workspace_id, _id: idOf(7), search: 'tag:tea', add_tags: [tag('drink')] }
    const rule_id = body._id
    const act = () => add(ada, { type: 'note', content: 'oolong', tags_assigned: [tag('tea')] })
    const remove = (id: string) => ada.send('POST', '/workspace/delete-rule', { workspace_id, rule_id: id })
    const undo = () => ada.send('POST', '/workspace/undo-rule-effect', { workspace_id, rule_id, number: 1 })
    await rule(ada, body)
    await act()
    await remove(rule_id)
    expect((await undo()).status).toBe(404)
    await rule(ada, body)
    expect(await rulesOf(ada)).toMatchObject([{ effect_count: 1, effects: [{ number: 1 }] }])
    expect((await undo()).body.data).toBe(true)
    await act()
    expect(await rulesOf(ada)).toMatchObject([{ effect_count: 2, effects: [{ number: 2 }, { number: 1 }] }])
    await remove(rule_id)
    for (let at = 0; at < 100; at++) {
      const { body: made } = await rule(ada, { workspace_id, search: `text:"t${at}x"`, color: 'red' })
      await add(ada, { type: 'note', content: `t${at}x` })
      await remove(made.data._id)
    }
    await rule(ada, body)
    expect(await rulesOf(ada)).toMatchObject([{ effect_count: 0, effects: [] }])
  }, 60_000)

  it('[SB-1] a rule that hides from All changes no card and no call; it is edited, exported and imported, and shared searches follow it', async () => {
    const ada = await server.signUp()
    const { workspace_id, tag } = await withTags(ada, 'private')
    const { body: made } = await rule(ada, { workspace_id, search: 'tag:private', hide_from_all: true })
    expect(made.data).toMatchObject({ hide_from_all: true, add_tags: [] })
    const rule_id = made.data._id
    const hidden = {
      type: 'hyperlink',
      content: 'https://example.com/diary',
      tags_assigned: [tag('private')],
    }
    await add(ada, hidden)
    await add(ada, { type: 'hyperlink', content: 'https://example.com/news' })
    expect(await rulesOf(ada)).toMatchObject([{ effect_count: 0, effects: [] }])
    const matching = { userIsTyping_inSearchbar: '', type: null }
    const { body: found } = await ada.send('POST', '/entity/get-matching-entities', matching)
    expect(found.total_in_db).toBe(2)

    const titlesOf = async (search: string, type?: 'hyperlink') => {
      const query = {
        search,
        second_search: '',
        only_tags: false,
        done: 'all',
        colors: [],
        ...(type && { type }),
      }
      const shared = { workspace_id, title: 'Links', shows: [], query }
      const { status, body } = await ada.send('POST', '/user/create-shared-search', shared)
      expect(status, JSON.stringify(body)).toBe(200)
      const feed = await fetch(`${new URL(server.api).origin}${body.data.path}/feed.json`)
      const { items } = (await feed.json()) as { items: readonly { url: string }[] }
      return items.map(({ url }) => new URL(url).pathname).sort()
    }
    expect(await titlesOf('')).toEqual(['/news'])
    expect(await titlesOf('private')).toEqual(['/diary'])
    expect(await titlesOf('', 'hyperlink')).toEqual(['/diary', '/news'])
    const pause = (paused: boolean) =>
      ada.send('POST', '/workspace/pause-rule', { workspace_id, rule_id, paused })
    await pause(true)
    expect(await titlesOf('')).toEqual(['/diary', '/news'])
    await pause(false)

    const bob = await server.signUp()
    await take(bob, await exportOf(ada))
    expect(await rulesOf(bob)).toMatchObject([{ search: 'tag:private', hide_from_all: true }])
    const parts = { search: 'tag:private', add_tags: [], remove_tags: [], keep_copy: false }
    const edit = (body: object) =>
      ada.send('POST', '/workspace/update-rule', { workspace_id, rule_id, ...body })
    // An edit by a client that does not know hiding leaves it as it is.
    const { body: edited } = await edit({ ...parts, color: 'red', seen: parts })
    expect(edited.data).toMatchObject({ color: 'red', hide_from_all: true })
    const seen = { ...parts, color: 'red', hide_from_all: true }
    const { body: shown } = await edit({ ...parts, color: 'red', seen })
    expect(shown.data).not.toHaveProperty('hide_from_all')
    expect((await edit({ ...parts, hide_from_all: false })).body.msg).toMatch(/needs something to do/)
  })

  it('rules act on what is imported, and are exported and imported with their workspace', async () => {
    const ada = await server.signUp()
    const { workspace_id, tag } = await withTags(ada, 'video', 'other')
    await rule(ada, { workspace_id, search: 'site:youtube.com', add_tags: [tag('video')] })
    await rule(ada, { workspace_id, search: 'tag:video', remove_tags: [tag('other')], color: null })
    const [, second] = await rulesOf(ada)
    await ada.send('POST', '/workspace/pause-rule', { workspace_id, rule_id: second?._id, paused: true })
    const file = '<DL><p>\n<DT><A HREF="https://youtube.com/watch?v=2" ADD_DATE="1">two</A>\n</DL><p>'
    await take(ada, file)
    const found = await ada.send('POST', '/entity/get-matching-entities', {
      userIsTyping_inSearchbar: 'tag:video',
      type: 'hyperlink',
    })
    expect(JSON.stringify(found.body)).toContain('watch?v=2')
    const exported = await exportOf(ada)
    const bob = await server.signUp()
    await take(bob, exported)
    const rules = await rulesOf(bob)
    const tags = accepted(await bob.call(calls.getAllTags, { body: {} })).data
    const idOfTag = (name: string) => tags.find(({ tag_name }) => tag_name === name)?._id
    expect(rules).toMatchObject([
      { search: 'site:youtube.com', add_tags: [idOfTag('video')], paused: false },
      { search: 'tag:video', remove_tags: [idOfTag('other')], color: null, paused: true },
    ])
  })
})
