import { readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'
import { acts, live } from './account-acts.ts'

describe.each(DATABASES)('files that come back whole on $name', ({ start }) => {
  const server = serverFor(start)

  const take = (person: Person, file: string | Uint8Array, query = '') =>
    person.send('POST', `/import${query}`, file, { 'content-type': 'application/octet-stream' })
  const textOf = async (person: Person, query: string) => {
    const answer = await fetch(`${server.api}/export${query}`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(answer.status).toBe(200)
    return answer.text()
  }
  const cardsOf = async (person: Person) =>
    (await person.send('POST', '/entity/get-sorted-entities', { params: { page: 0, limit: 100 } })).body.data
  const tagNames = async (person: Person) =>
    (await person.send('POST', '/tag/get-all-tags', {})).body.data
      .map((tag: { tag_name: string }) => tag.tag_name)
      .sort()
  const create = async (person: Person, newEntity: object) =>
    (await person.send('POST', '/entity/create-one', { newEntity })).body.data

  it('[ID-12] property: an account exported, imported into an empty one and exported again gives the same bytes', {
    timeout: 180_000,
  }, async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 40, maxLength: 70 }), async (all) => {
        const [ada, bob] = [await server.signUp(), await server.signUp()]
        await live(server, ada, all)
        const file = await textOf(ada, '?scope=account')
        const { status, body } = await take(bob, file)
        const holds = JSON.parse(file)
        expect(status, JSON.stringify(body)).toBe(200)
        expect(body.data).toMatchObject({ failed: [], duplicates: 0, deleted: holds.deleted.length })
        expect(await textOf(bob, '?scope=account')).toBe(file)
        if (holds.deleted.length > 0) seen.add('deleted')
        if (holds.workspaces.length > 1) seen.add('workspaces')
        if (/"parent_tag_ids":\["/.test(file)) seen.add('parents')
        if (file.includes('"other_names"')) seen.add('names')
        if (file.includes('"display_name"')) seen.add('display names')
        if (file.includes('"child_group_ids"')) seen.add('child groups')
        if (/"groups":\[\{/.test(file)) seen.add('groups')
        if (holds.shared_searches.length > 0) seen.add('shared searches')
        if (holds.settings.copy_rule.keeps !== 'chosen') seen.add('rule of copies')
        if (holds.settings.copy_rule.tag_ids.length > 0) seen.add('tags of the rule')
        if (holds.copies.length > 0) seen.add('copies')
        if (file.includes('"rules":[{')) seen.add('rules')
        expect(body.data.copies ?? { kept: 0, left_out: 0 }).toEqual({
          kept: holds.copies.length,
          left_out: 0,
        })
      }),
      { numRuns: 10, endOnFailure: true },
    )
    expect([...seen].sort()).toEqual([
      'child groups',
      'copies',
      'deleted',
      'display names',
      'groups',
      'names',
      'parents',
      'rule of copies',
      'rules',
      'shared searches',
      'tags of the rule',
      'workspaces',
    ])
  })

  it('[ID-12] an account imported into one with cards keeps its workspaces apart, and undo removes all of it', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    await create(ada, { type: 'note', content: 'first place' })
    const other = (await ada.send('POST', '/workspace/create-one', { workspace_name: 'Travel' })).body.data
      ._id
    await ada.send('POST', '/entity/create-one', {
      newEntity: { type: 'note', content: 'second place' },
      workspace_id: other,
    })
    await ada.send('POST', '/user/update-global-settings', { saved_searches: ['bread'] })
    const ofOther = { saved_searches: ['bread', 'rails'], saved_searches_workspace: other }
    await ada.send('POST', '/user/update-global-settings', ofOther)
    await create(bob, { type: 'note', content: 'his own' })
    const before = JSON.parse(await textOf(bob, '?scope=account'))
    const file = await textOf(ada, '?scope=account')
    const { body } = await take(bob, file)
    expect(body.data).toMatchObject({ rows: 2, created: 2, failed: [] })
    const after = JSON.parse(await textOf(bob, '?scope=account'))
    const contents = after.workspaces.map((one: { entities: { content: string }[] }) =>
      one.entities.map(({ content }) => content).sort(),
    )
    expect(contents).toEqual([['first place', 'his own'], ['second place']])
    expect(after.settings.saved_searches).toEqual(['bread', 'rails'])
    const travel = after.workspaces[1].workspace._id
    expect(after.settings.saved_searches_by_workspace).toEqual({ [travel]: ['rails'] })
    expect((await take(bob, file)).body.data).toMatchObject({
      rows: 2,
      created: 0,
      duplicates: 2,
      updated: 0,
    })
    const undone = await bob.send('POST', `/import/${body.data.import_id}/undo`)
    expect(undone.body.data.removed).toBe(2)
    const end = JSON.parse(await textOf(bob, '?scope=account'))
    expect({ ...end, deleted: [] }).toEqual(before)
  })

  it('[ID-12] undoing the import of an account into an empty one leaves it empty', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    await create(ada, { type: 'note', content: 'mine' })
    const before = await textOf(bob, '?scope=account')
    const { body } = await take(bob, await textOf(ada, '?scope=account'))
    expect(body.data.created).toBe(1)
    await bob.send('POST', `/import/${body.data.import_id}/undo`)
    expect(await textOf(bob, '?scope=account')).toBe(before)
  })

  it('[ID-12] a file in which ids occur twice or belong to others is imported without damage', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const made = await create(ada, { type: 'note', content: 'mine' })
    const whole = JSON.parse(await textOf(ada, '?scope=account'))
    const [place] = whole.workspaces
    const tag = {
      _id: made._id,
      tag_name: 'bread',
      color_name: null,
      createdAt: 'soon',
      updatedAt: '2999-01-01T00:00:00Z',
    }
    const tags = [tag, { ...tag, tag_name: 'butter' }, { ...tag, _id: 'x', tag_name: '' }]
    const groups = [
      { ...tag, title: 'food', tags: [made._id] },
      { ...tag, title: 'fat', tags: 'none' },
    ]
    const bad = { ...place, tags, groups, entities: [...place.entities, ...place.entities, { _id: 7 }, null] }
    const { status, body } = await take(bob, JSON.stringify({ ...whole, workspaces: [bad, bad] }))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ rows: 8, created: 4 })
    expect(body.data.failed).toHaveLength(4)
  })

  it('[HM-19] the cards of a search can be exported alone, with their tags and nothing of other cards', async () => {
    const ada = await server.signUp()
    const file = `title,url,tags\nOne,https://x.example/1,"bread,oven"\nTwo,https://x.example/2,secret\n`
    await take(ada, file)
    const found = JSON.parse(await textOf(ada, '?search=bread'))
    expect(found.entities.map(({ content }: { content: string }) => content)).toEqual([
      'One\nhttps://x.example/1',
    ])
    expect(found.tags.map((tag: { tag_name: string }) => tag.tag_name)).toEqual(['bread', 'oven'])
    expect(await textOf(ada, '?search=bread&format=csv&type=hyperlink')).not.toContain('secret')
    expect(await textOf(ada, '?search=bread&format=markdown&type=note')).not.toContain('x.example')
    const wrong = await ada.send('GET', '/export?search=bread&statOption_1=most&statOption_2=added')
    expect(wrong.status).toBe(400)
    expect((await ada.send('GET', '/export?scope=account&format=csv')).status).toBe(400)
  })

  it('[CD-10] a duplicate adds tags, an earlier date and a description to the existing card, and undo removes them', async () => {
    const ada = await server.signUp()
    const bare = await create(ada, { type: 'hyperlink', content: 'https://x.example/1' })
    const own = await create(ada, { type: 'hyperlink', content: 'My title\nhttps://x.example/2' })
    const note = await create(ada, { type: 'note', content: 'the same', titles: [{ text: 'eggs' }] })
    const before = await cardsOf(ada)
    const file = `type,title,url,content,titles,tags,description,created,dueAt
hyperlink,Theirs,https://x.example/1,,,bread,About bread,2013-05-27T04:44:10Z,
hyperlink,Theirs,http://www.x.example/2/,,,"bread,oven",About ovens,2013-05-28T04:44:10Z,
note,,,the same,"[""eggs"",""milk""]",bread,,,2026-03-01
`
    const dry = await take(ada, file, '?dry_run=true')
    expect(dry.body.data).toMatchObject({ rows: 3, created: 0, duplicates: 3, updated: 3, tags: 2 })
    const { body } = await take(ada, file)
    const { preview: _preview, ...counted } = dry.body.data
    expect({ ...body.data, import_id: '' }).toEqual({ ...counted, import_id: '' })
    const byId = new Map((await cardsOf(ada)).map((card: { _id: string }) => [card._id, card]))
    expect(byId.get(bare._id)).toMatchObject({
      content: 'Theirs\nhttps://x.example/1\n\nAbout bread',
      createdAt: '2013-05-27T04:44:10.000Z',
      tags_assigned: [expect.any(String)],
    })
    expect(byId.get(own._id)).toMatchObject({
      content: 'My title\nhttps://x.example/2\n\nAbout ovens',
      tags_assigned: [expect.any(String), expect.any(String)],
    })
    expect(byId.get(note._id)).toMatchObject({
      content: 'the same',
      dueAt: '2026-03-01',
      titles: [{ text: 'eggs' }, { text: 'milk' }],
    })
    expect((await take(ada, file)).body.data).toMatchObject({
      created: 0,
      duplicates: 3,
      updated: 0,
      tags: 0,
    })
    await ada.send('POST', `/import/${body.data.import_id}/undo`)
    const timeless = (cards: { updatedAt: string }[]) => cards.map((card) => ({ ...card, updatedAt: '' }))
    expect(timeless(await cardsOf(ada))).toEqual(timeless(before))
    expect(await tagNames(ada)).toEqual([])
  })

  it('[CD-7] undoing what a duplicate added keeps what the person changed since', async () => {
    const ada = await server.signUp()
    const card = await create(ada, { type: 'hyperlink', content: 'https://x.example/1' })
    const { body } = await take(ada, 'title,url,tags,description\nT,https://x.example/1,bread,About it\n')
    const content = 'https://x.example/1\n\nMy own words'
    await ada.send('PATCH', '/entity/update-content', { entity_id: card._id, content })
    await ada.send('POST', `/import/${body.data.import_id}/undo`)
    expect((await cardsOf(ada))[0]).toMatchObject({ content, tags_assigned: [] })
    expect((await ada.send('POST', `/import/${body.data.import_id}/undo`)).body.data.removed).toBe(0)
  })

  it('[HM-19] the columns of any table can be chosen, and a wrong choice is refused', async () => {
    const ada = await server.signUp()
    const file = 'Where,What,Why,Note\nhttps://x.example/1,One,"a, b",skip\n'
    expect((await take(ada, file)).status).toBe(400)
    const chosen = `?columns=${encodeURIComponent('Where:url,What:title,Why:tags,Note:-')}`
    expect((await take(ada, file, chosen)).body.data).toMatchObject({ rows: 1, created: 1, tags: 2 })
    expect((await cardsOf(ada))[0]).toMatchObject({ content: 'One\nhttps://x.example/1' })
    expect((await take(ada, file, '?columns=Where:program')).status).toBe(400)
  })

  it('[ID-12] a file of bookmarks can be imported, exported in each format, and imported again', async () => {
    const real = new URL('../samples/bookmarks.html', import.meta.url)
    const ada = await server.signUp()
    await take(ada, new Uint8Array(await readFile(real)))
    for (const format of ['json', 'html', 'csv', 'markdown']) {
      const bob = await server.signUp()
      const { body } = await take(bob, await textOf(ada, `?format=${format}`))
      expect(body.data).toMatchObject({ rows: 40, created: 40, failed: [] })
      expect(await tagNames(bob)).toEqual(await tagNames(ada))
    }
  })
})
