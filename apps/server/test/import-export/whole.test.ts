import { readFile } from 'node:fs/promises'
import { COPY_RULES, firstAddress, fold, ok } from '@cardinal/domain'
import { printCopy, readCopy, textOfCopy } from '@cardinal/domain/copies'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

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

  /** One act of a person. Small numbers choose among what is there. */
  const acts = fc.oneof(
    { weight: 1, arbitrary: fc.record({ act: fc.constant('workspace' as const), n: fc.nat(50) }) },
    {
      weight: 6,
      arbitrary: fc.record({
        act: fc.constant('card' as const),
        n: fc.nat(1000),
        type: fc.constantFrom('note', 'todo', 'hyperlink'),
        text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
        titles: fc.uniqueArray(fc.constantFrom('eggs', 'Milk', 'ß"\\', '日本'), { maxLength: 3 }),
        color: fc.constantFrom(null, 'red'),
        dueAt: fc.constantFrom(null, '2026-02-28', '2026-03-01T14:00'),
        doneAt: fc.constantFrom(null, '2025-02-01T10:00:00.000Z'),
        place: fc.constantFrom(null, 'V', 'F'),
        tags: fc.array(fc.nat(5), { maxLength: 3 }),
        createdAt: fc.date({ min: new Date('1990-01-01'), max: new Date('2025-01-01'), noInvalidDate: true }),
      }),
    },
    { weight: 6, arbitrary: fc.record({ act: fc.constant('tag' as const), n: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('name' as const), n: fc.nat(5), m: fc.nat(5) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constant('display name' as const),
        n: fc.nat(5),
        name: fc.constantFrom('🌱', 'also 1', 'OVEN', 'c++', null),
      }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('parent' as const), n: fc.nat(5), m: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('click' as const), n: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('color' as const), n: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('delete tag' as const), n: fc.nat(5) }) },
    { weight: 3, arbitrary: fc.record({ act: fc.constant('group' as const), n: fc.nat(3), m: fc.nat(5) }) },
    {
      weight: 3,
      arbitrary: fc.record({ act: fc.constant('child group' as const), n: fc.nat(5), m: fc.nat(3) }),
    },
    { weight: 3, arbitrary: fc.record({ act: fc.constant('delete card' as const), n: fc.nat(20) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('edit card' as const), n: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('saved search' as const), n: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('helpers' as const), n: fc.nat(1) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('share' as const), n: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('rule' as const), n: fc.nat(5), m: fc.nat(2) }) },
    {
      weight: 6,
      arbitrary: fc.record({
        act: fc.constant('copy' as const),
        n: fc.nat(20),
        state: fc.constantFrom('kept', 'kept', 'removed', 'waiting', 'failed'),
        text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
        isCut: fc.boolean(),
      }),
    },
  )
  type Act = typeof acts extends fc.Arbitrary<infer T> ? T : never

  /** A copy as the queue of pages would have made it. */
  async function putCopy(
    { userId }: Person,
    card_id: string,
    {
      state,
      text,
      isCut,
    }: { state: 'kept' | 'removed' | 'waiting' | 'failed'; text: string; isCut: boolean },
  ): Promise<void> {
    const { store, now } = server.node.services
    const [card] = await store.cards.byIds(userId, [card_id])
    if (card?.row.type !== 'link' || card.deletedAt !== null) return
    const nodes = readCopy(`<p>It says ${text} &amp; <strong>more</strong></p><p>below</p>`)
    const hasText = state === 'kept' || state === 'removed'
    await store.transact(async (tx) =>
      ok(
        await tx.pageCopies.put({
          user_id: userId,
          card_id,
          state,
          problem: state === 'failed' ? 'no-text' : '',
          address: firstAddress(card.row.content) ?? '',
          fetched_at: hasText ? now() - 1000 : null,
          removed_at: state === 'removed' ? now() - 500 : null,
          title: hasText ? 'A "title"' : '',
          language: hasText ? 'pt-BR' : '',
          content: hasText ? printCopy(nodes) : '',
          words: hasText ? fold(textOfCopy(nodes)) : '',
          is_cut: hasText && isCut ? 1 : 0,
        }),
      ),
    )
  }

  const NAMES = ['bread', 'slow food', '日本', 'a_b', 'oven', 'flour']

  /** Does what the acts say, in the workspace that was made last. */
  async function live(person: Person, all: readonly Act[]): Promise<void> {
    let workspace_id: string | null = null
    const tags: string[] = []
    const cards: string[] = []
    const groups: string[] = []
    const at = (list: readonly string[], n: number) => list[n % Math.max(1, list.length)]
    for (const act of all) {
      if (act.act === 'workspace') {
        const made: Awaited<ReturnType<typeof person.send>> = await person.send(
          'POST',
          '/workspace/create-one',
          {
            workspace_name: `place ${act.n}`,
          },
        )
        workspace_id = made.body.data._id
        if (act.n % 2 === 0)
          await person.send('POST', '/user/update-global-settings', { currentWorkspace: workspace_id })
        tags.length = 0
        cards.length = 0
        groups.length = 0
      } else if (act.act === 'card') {
        const { act: _act, n, text, titles, tags: wanted, createdAt, type, ...values } = act
        const { body } = await person.send('POST', '/entity/create-one', {
          newEntity: {
            ...values,
            type,
            content: type === 'hyperlink' ? `https://x.example/${n} ${text}` : `${text}.${n}`,
            titles: titles.map((words, index) => ({ text: words, isTicked: index === 1 })),
            tags_assigned: [...new Set(wanted.flatMap((one) => tags[one] ?? []))],
            siblings: cards.slice(0, 1),
            createdAt: createdAt.toISOString(),
          },
          ...(workspace_id !== null && { workspace_id }),
        })
        if (body.data) cards.push(body.data._id)
      } else if (act.act === 'tag') {
        const { body } = await person.send('POST', '/tag/create-many-from-keyword', {
          frontendGeneratedTags: [{ tag_name: NAMES[act.n] }],
          attachToTheseEntities: [],
          ...(workspace_id !== null && { workspace_id }),
        })
        if (!tags.includes(body.data[0]._id)) tags.push(body.data[0]._id)
      } else if (act.act === 'name')
        await person.send('POST', '/tag/add-names', { tag_id: at(tags, act.n), names: [`also ${act.m}`] })
      else if (act.act === 'display name')
        await person.send('POST', '/tag/set-display-name', {
          tag_id: at(tags, act.n),
          display_name: act.name,
        })
      else if (act.act === 'parent')
        await person.send('POST', '/tag/add-parents', {
          tag_ids: [at(tags, act.n)],
          parent_tag_ids: [at(tags, act.n + 1 + act.m)],
        })
      else if (act.act === 'click')
        await person.send('POST', '/tag/add-click-count', {
          tag_ids: [at(tags, act.n)],
          lastClickedAt: '2024-05-01T10:00:00.000Z',
        })
      else if (act.act === 'color')
        await person.send('POST', '/tag/edit-color', { tag_ids: [at(tags, act.n)], color_name: 'red' })
      else if (act.act === 'delete tag') {
        const id = at(tags, act.n)
        await person.send('POST', '/tag/delete-many', { tag_ids: [id] })
        if (id !== undefined) tags.splice(tags.indexOf(id), 1)
      } else if (act.act === 'group') {
        const { body } = await person.send('POST', '/tag/create-many-groups-from-searchword', {
          searchwords: [`group ${act.n}`],
          tag_ids: tags.slice(0, act.m),
          ...(workspace_id !== null && { workspace_id }),
        })
        if (body.data) groups.push(body.data[0]._id)
      } else if (act.act === 'child group')
        await person.send('POST', '/tag/add-child-groups', {
          tag_ids: [at(tags, act.n)],
          group_ids: [at(groups, act.m)],
        })
      else if (act.act === 'delete card')
        await person.send('POST', '/entity/delete-many', { entity_ids: [at(cards, act.n)] })
      else if (act.act === 'edit card')
        await person.send('PATCH', '/entity/update-color', { entity_ids: [at(cards, act.n)], color: 'blue' })
      else if (act.act === 'share')
        await person.send('POST', '/user/create-shared-search', {
          title: `shared ${act.n}`,
          shows: act.n % 2 === 0 ? ['tags', 'texts'] : [],
          query: { search: `word ${act.n}`, type: act.n % 2 === 0 ? 'note' : null },
          ...(workspace_id !== null && { workspace_id }),
        })
      else if (act.act === 'rule')
        await person.send('POST', '/user/update-copy-rule', {
          keeps: COPY_RULES[act.m],
          tag_ids: tags.slice(0, act.n),
        })
      else if (act.act === 'copy') {
        const id = at(cards, act.n)
        if (id !== undefined) await putCopy(person, id, act)
      } else if (act.act === 'saved search') {
        const { body } = await person.send('GET', '/user/get-global-settings')
        await person.send('POST', '/user/update-global-settings', {
          saved_searches: [...body.data.saved_searches, `search ${act.n}`],
        })
      } else await person.send('POST', '/user/update-global-settings', { showHelpers: act.n === 0 })
    }
  }

  it('[ID-12] property: an account exported, imported into an empty one and exported again is the same bytes', {
    timeout: 180_000,
  }, async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 40, maxLength: 70 }), async (all) => {
        const [ada, bob] = [await server.signUp(), await server.signUp()]
        await live(ada, all)
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
      'shared searches',
      'tags of the rule',
      'workspaces',
    ])
  })

  it('[ID-12] a whole account keeps workspaces apart in an account that has cards; undo takes all of it back', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    await create(ada, { type: 'note', content: 'first place' })
    const other = (await ada.send('POST', '/workspace/create-one', { workspace_name: 'Travel' })).body.data
      ._id
    await ada.send('POST', '/entity/create-one', {
      newEntity: { type: 'note', content: 'second place' },
      workspace_id: other,
    })
    await ada.send('POST', '/user/update-global-settings', { saved_searches: ['bread'] })
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
    expect(after.settings.saved_searches).toEqual(['bread'])
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

  it('[ID-12] undo of a whole account in an empty one leaves it as empty as it was', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    await create(ada, { type: 'note', content: 'mine' })
    const before = await textOf(bob, '?scope=account')
    const { body } = await take(bob, await textOf(ada, '?scope=account'))
    expect(body.data.created).toBe(1)
    await bob.send('POST', `/import/${body.data.import_id}/undo`)
    expect(await textOf(bob, '?scope=account')).toBe(before)
  })

  it('[ID-12] a file whose ids stand twice is no way to break an import', async () => {
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

  it('[HM-19] the cards of a search are exported alone, with their tags and nothing of others', async () => {
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

  it('[CD-10] a duplicate adds tags, an earlier date and a description to its card; undo takes them off', async () => {
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
    expect({ ...body.data, import_id: '' }).toEqual({ ...dry.body.data, import_id: '' })
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

  it('[CD-7] undo of an addition leaves what the person changed since', async () => {
    const ada = await server.signUp()
    const card = await create(ada, { type: 'hyperlink', content: 'https://x.example/1' })
    const { body } = await take(ada, 'title,url,tags,description\nT,https://x.example/1,bread,About it\n')
    const content = 'https://x.example/1\n\nMy own words'
    await ada.send('PATCH', '/entity/update-content', { entity_id: card._id, content })
    await ada.send('POST', `/import/${body.data.import_id}/undo`)
    expect((await cardsOf(ada))[0]).toMatchObject({ content, tags_assigned: [] })
    expect((await ada.send('POST', `/import/${body.data.import_id}/undo`)).body.data.removed).toBe(0)
  })

  it('[HM-19] columns of any table can be chosen; a wrong choice is refused', async () => {
    const ada = await server.signUp()
    const file = 'Where,What,Why,Note\nhttps://x.example/1,One,"a, b",skip\n'
    expect((await take(ada, file)).status).toBe(400)
    const chosen = `?columns=${encodeURIComponent('Where:url,What:title,Why:tags,Note:-')}`
    expect((await take(ada, file, chosen)).body.data).toMatchObject({ rows: 1, created: 1, tags: 2 })
    expect((await cardsOf(ada))[0]).toMatchObject({ content: 'One\nhttps://x.example/1' })
    expect((await take(ada, file, '?columns=Where:program')).status).toBe(400)
  })

  it('[ID-12] a file of bookmarks goes in, out in each format, and in again', async () => {
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
