import { calls } from '@cardinal/contract'
import { describe, expect, it } from 'vitest'
import { accepted, idOf, type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('entities on $name', ({ start }) => {
  let ada: Person

  const server = serverFor(start)

  const fresh = async () => {
    ada = await server.signUp()
    return ada
  }
  const note = async (content: string, more: object = {}) =>
    accepted(
      await ada.call(calls.createOneEntity, { body: { newEntity: { type: 'note', content, ...more } } }),
    )
  const tag = async (name: string) =>
    accepted(
      await ada.call(calls.createManyFromKeyword, { body: { frontendGeneratedTags: [{ tag_name: name }] } }),
    ).data[0]?._id as string
  const get = async (id: string) =>
    accepted(await ada.call(calls.getSpecificEntities, { body: { entity_ids: [id] } })).data[0]

  it('completes a card and opens it again; an open card has no doneAt', async () => {
    await fresh()
    const doneAt = '2020-01-02T03:04:05.006Z'
    const made = await note('Water the plants', { _id: idOf(1), doneAt })
    expect(made.data).toMatchObject({ doneAt })
    const edit = async (fields: object) =>
      accepted(await ada.call(calls.editOneEntity, { body: { entity_id: idOf(1), ...fields } })).data
    expect(await edit({ color: 'red' })).toMatchObject({ doneAt, color: 'red' })
    expect(await edit({ doneAt: null })).not.toHaveProperty('doneAt')
    expect(await edit({ doneAt })).toMatchObject({ doneAt })
    expect(await get(idOf(1))).toMatchObject({ doneAt })
    const whole = { _id: idOf(1), content: 'Water all plants' }
    const { data } = accepted(await ada.call(calls.updateEntire, { body: { entity: whole } }))
    expect(data).toMatchObject({ content: 'Water all plants', doneAt })
  })

  it('keeps when a card is due and how it comes back, and completing moves it on, once for two devices', async () => {
    await fresh()
    const due = { dueAt: '2026-03-02T09:00', recurrence: 'FREQ=WEEKLY;INTERVAL=2' }
    expect((await note('Water', { _id: idOf(1), type: 'todo', ...due })).data).toMatchObject(due)
    await note('Once', { _id: idOf(2), type: 'todo' })
    const complete = async () =>
      accepted(
        await ada.call(calls.completeManyEntities, {
          body: {
            entities: [{ _id: idOf(1), dueAt: '2026-03-02T09:00' }, { _id: idOf(2) }],
            today: '2026-03-03',
          },
        }),
      ).data
    expect(await complete()).toEqual([idOf(1), idOf(2)])
    const moved = await get(idOf(1))
    expect(moved).toMatchObject({ ...due, dueAt: '2026-03-16T09:00' })
    expect(moved).not.toHaveProperty('doneAt')
    const { doneAt } = (await get(idOf(2))) ?? {}
    expect(doneAt).toBeDefined()
    await complete()
    expect(await get(idOf(1))).toEqual(moved)
    expect(await get(idOf(2))).toMatchObject({ doneAt })
  })

  it('lists open todos, completed ones, or both, and by due date and by hand', async () => {
    await fresh()
    const todo = (n: number, fields: object) => note(`todo ${n}`, { _id: idOf(n), type: 'todo', ...fields })
    await todo(1, { dueAt: '2026-03-03' })
    await todo(2, { dueAt: '2026-03-02T14:00', place: 'V' })
    await todo(3, { dueAt: '2026-03-02', doneAt: '2026-03-01T00:00:00.000Z', place: 'F' })
    await note('never done', { _id: idOf(4), doneAt: '2026-03-01T00:00:00.000Z', place: 'zzzzzzzzzzz' })
    const listed = async (fields: object) =>
      accepted(await ada.call(calls.getSortedEntities, { body: { type: null, ...fields } })).data.map(
        ({ _id }) => Number(_id),
      )
    const soonest = { statOption_1: 'soonest', statOption_2: 'due' }
    expect(await listed(soonest)).toEqual([3, 2, 1, 4])
    expect(await listed({ ...soonest, done: 'open' })).toEqual([2, 1, 4])
    expect(await listed({ ...soonest, done: 'done' })).toEqual([3])
    expect(await listed({ statOption_1: 'by-hand', statOption_2: 'placed' })).toEqual([3, 2, 1, 4])
    for (const [by, of] of [
      ['soonest', 'added'],
      ['recently', 'due'],
      ['by-hand', 'asc'],
    ])
      expect(
        (await ada.send('POST', '/entity/get-sorted-entities', { statOption_1: by, statOption_2: of }))
          .status,
      ).toBe(400)
  })

  it.each([
    ['dueAt', '2026-02-30'],
    ['dueAt', '2026-03-02T14:00:00Z'],
    ['recurrence', 'FREQ=SECONDLY'],
    ['recurrence', `FREQ=DAILY;BYMONTH=${'1,'.repeat(5_000)}1`],
    ['place', 'V0'],
    ['place', 'V'.repeat(501)],
  ])('refuses a malformed %s: %s', async (field, value) => {
    await fresh()
    const newEntity = { type: 'todo', content: 'Water', [field]: value }
    const refused = await ada.send('POST', '/entity/create-one', { newEntity })
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining(field)])
  })

  it('[CD-1] [CD-2] creates an entity with every field, and answers it from then on', async () => {
    await fresh()
    const maths = await tag('maths')
    const created = await note('Euler', {
      _id: idOf(1),
      titles: [
        { _id: `temp_id,${idOf(2)}`, text: 'one', isTicked: true },
        { _id: 'temp_id,', text: 'two' },
        { text: 'TWO' },
      ],
      tags_assigned: [maths, maths],
      color: 'red',
      is_public: true,
      parents: [idOf(7)],
      siblings: [idOf(8)],
      children: [idOf(9)],
      createdAt: '2020-01-02T03:04:05.006Z',
    })
    expect(created.data).toMatchObject({
      _id: idOf(1),
      type: 'note',
      content: 'Euler',
      tags_assigned: [maths],
      color: 'red',
      is_public: true,
      parents: [idOf(7)],
      siblings: [idOf(8)],
      children: [idOf(9)],
      createdAt: '2020-01-02T03:04:05.006Z',
      titles: [
        { _id: idOf(2), text: 'one', isTicked: true, entity_id: idOf(1), owner: ada.userId },
        { text: 'two', isTicked: false },
        { text: 'TWO', isTicked: false },
      ],
    })
    expect(created.seq).toBe(2)
    expect(await get(idOf(1))).toEqual(created.data)
    const found = accepted(
      await ada.call(calls.getMatchingEntities, { body: { userIsTyping_inSearchbar: 'maths' } }),
    )
    expect(found).toEqual({
      data: [created.data],
      total_in_db: 1,
      color_counts: [{ color: 'red', count: 1 }],
      intersection_counts: [{ _id: maths, count: 1 }],
      tagRanks: [{ _id: idOf(1), tagRank: 1 }],
    })
  })

  it('[CD-3] creates no empty entity, and none with an id that is taken', async () => {
    await fresh()
    expect(
      await ada.send('POST', '/entity/create-one', { newEntity: { type: 'note', content: ' \n' } }),
    ).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('content') },
    })
    await note('first', { _id: idOf(1) })
    const again = await ada.send('POST', '/entity/create-one', {
      newEntity: { _id: idOf(1), type: 'todo', content: 'second' },
    })
    expect(again.status).toBe(409)
    expect((await get(idOf(1)))?.content).toBe('first')
  })

  it('[CD-4] adds, replaces, ticks, moves and deletes titles', async () => {
    await fresh()
    const { data } = await note('list', { titles: [{ _id: idOf(1), text: 'a' }] })
    const entity_id = data._id
    const texts = (answer: { data: { titles: { text: string }[] } }) =>
      answer.data.titles.map(({ text }) => text)
    const params = { id: entity_id }
    expect(
      texts(accepted(await ada.call(calls.addOneTitle, { params, body: { _id: idOf(2), text: 'b' } }))),
    ).toEqual(['a', 'b'])
    expect(
      texts(accepted(await ada.call(calls.addOneTitle, { params, body: { text: 'c', index: 0 } }))),
    ).toEqual(['c', 'a', 'b'])
    const title_id = idOf(2)
    expect(
      texts(accepted(await ada.call(calls.replaceOneTitle, { body: { entity_id, title_id, text: 'B' } }))),
    ).toEqual(['c', 'a', 'B'])
    expect(
      texts(accepted(await ada.call(calls.moveOneTitle, { body: { entity_id, title_id, index: 0 } }))),
    ).toEqual(['B', 'c', 'a'])
    const ticked = accepted(await ada.call(calls.toggleTitleStrikethrough, { body: { entity_id, title_id } }))
    expect(ticked.data.titles[0]?.isTicked).toBe(true)
    const same = accepted(
      await ada.call(calls.toggleTitleStrikethrough, { body: { entity_id, title_id, isTicked: true } }),
    )
    expect(same).toEqual(ticked)
    expect(texts(accepted(await ada.call(calls.deleteOneTitle, { body: { entity_id, title_id } })))).toEqual([
      'c',
      'a',
    ])
    expect(await ada.call(calls.deleteOneTitle, { body: { entity_id, title_id } })).toMatchObject({
      error: { status: 404 },
    })
  })

  it('[CD-5] [CD-6] colours, and changes type only where from and to differ', async () => {
    await fresh()
    const { data } = await note('x')
    const entity_ids = [data._id]
    expect(accepted(await ada.call(calls.updateColor, { body: { entity_ids, color: 'teal' } })).data).toEqual(
      entity_ids,
    )
    expect((await get(data._id))?.color).toBe('teal')
    accepted(await ada.call(calls.updateColor, { body: { entity_ids, color: null } }))
    expect((await get(data._id))?.color).toBe(null)
    const entire = {
      entity: { ...data, content: 'y' },
      changeTypeFrom: 'note',
      changeTypeTo: 'note',
    } as const
    expect(accepted(await ada.call(calls.updateEntire, { body: entire })).data).toMatchObject({
      content: 'y',
      type: 'note',
    })
    const changed = { ...entire, changeTypeTo: 'hyperlink' } as const
    expect(accepted(await ada.call(calls.updateEntire, { body: changed })).data.type).toBe('hyperlink')
  })

  it('[CD-7] deletes, lists, restores, and brings back by an edit', async () => {
    await fresh()
    const maths = await tag('maths')
    const { data } = await note('gone', { tags_assigned: [maths], titles: [{ text: 't' }] })
    const entity_ids = [data._id]
    accepted(await ada.call(calls.deleteManyEntities, { body: { entity_ids } }))
    expect(await ada.call(calls.getSpecificEntities, { body: { entity_ids } })).toMatchObject({
      error: { status: 404 },
    })
    expect(accepted(await ada.call(calls.getDeletedEntities, { body: {} }))).toEqual({
      data: [data],
      total_in_db: 1,
    })
    expect(accepted(await ada.call(calls.getCount, { body: {} })).data).toContainEqual({
      type: 'note',
      count: 0,
    })
    accepted(await ada.call(calls.restoreManyEntities, { body: { entity_ids } }))
    expect(await get(data._id)).toEqual(data)
    accepted(await ada.call(calls.deleteManyEntities, { body: { entity_ids } }))
    accepted(await ada.call(calls.updateContent, { body: { entity_id: data._id, content: 'back' } }))
    expect(await get(data._id)).toMatchObject({
      content: 'back',
      tags_assigned: [maths],
      titles: data.titles,
    })
  })

  it('[CD-8] attaches, detaches and sets tags, and moves updatedAt only where something changed', async () => {
    await fresh()
    const [a, b] = [await tag('a'), await tag('b')]
    const { data } = await note('x', { createdAt: '2020-01-01T00:00:00.000Z' })
    const entity_ids = [data._id]
    const none = accepted(await ada.call(calls.detachTags, { body: { entity_ids, tag_ids: [a] } }))
    expect(await get(data._id)).toEqual(data)
    const attached = accepted(await ada.call(calls.attachTags, { body: { entity_ids, tag_ids: [a, b, a] } }))
    expect(attached).toEqual({ data: { entity_ids, tag_ids: [a, b] }, seq: none.seq + 1 })
    const after = await get(data._id)
    expect(after?.tags_assigned).toEqual([a, b])
    expect(after?.updatedAt).not.toBe(data.updatedAt)
    const set = accepted(
      await ada.call(calls.updateTags, { body: { entity_id: data._id, tags_assigned: [b] } }),
    )
    expect(set.data.tags_assigned).toEqual([b])
    expect(await ada.call(calls.attachTags, { body: { entity_ids, tag_ids: [idOf(99)] } })).toMatchObject({
      error: { status: 404 },
    })
  })

  it('[CD-10] refuses an address that a browser would run, in any spelling', async () => {
    await fresh()
    for (const content of [
      'javascript:alert(1)',
      'see JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
    ])
      expect(
        await ada.send('POST', '/entity/create-one', { newEntity: { type: 'hyperlink', content } }),
      ).toMatchObject({ status: 422 })
    const fine = await ada.send('POST', '/entity/create-one', {
      newEntity: { type: 'hyperlink', content: 'https://example.org' },
    })
    expect(fine.status).toBe(200)
  })

  it('merges two edits of one content, and keeps the one that lost', async () => {
    await fresh()
    const { data, seq } = await note('one\ntwo\nthree')
    const edit = (content: string, base_seq: number | null) =>
      ada.call(calls.updateContent, { body: { entity_id: data._id, content, base_seq } })
    accepted(await edit('ONE\ntwo\nthree', seq))
    expect(accepted(await edit('one\ntwo\nTHREE', seq))).toMatchObject({
      data: { content: 'ONE\ntwo\nTHREE' },
    })
    const lost = accepted(await edit('uno\ntwo\nthree', seq))
    expect(lost).toMatchObject({ data: { content: 'uno\ntwo\nthree' }, kept_revision: 'ONE\ntwo\nTHREE' })
    const revisions = accepted(await ada.call(calls.getRevisions, { body: { entity_id: data._id } }))
    expect(revisions.data.map(({ content }) => content)).toEqual([
      'ONE\ntwo\nTHREE',
      'ONE\ntwo\nthree',
      'one\ntwo\nthree',
    ])
  })

  it('merges two edits of one card, field by field and line by line, and keeps every text', async () => {
    await fresh()
    const [line, other] = [idOf(31), idOf(32)]
    const titles = [
      { _id: line, text: 'flour' },
      { _id: other, text: 'yeast' },
    ]
    const { data } = await note('bread', { titles })
    const edit = (body: object) =>
      ada.call(calls.editOneEntity, { body: { entity_id: data._id, ...body } as never })
    const place = { after: null, index: 0 }
    const write = (after: string) => ({ kind: 'text', title_id: line, before: 'flour', after, place })
    accepted(await edit({ titles: [write('rye flour')], color: 'red' }))
    const merged = accepted(await edit({ titles: [{ kind: 'remove', title_id: line, text: 'flour' }] }))
    expect(merged.data.titles.map(({ text }) => text)).toEqual(['rye flour', 'yeast'])
    const lost = accepted(
      await edit({ titles: [write('spelt')], content: { before: 'bread', after: 'loaf' } }),
    )
    expect(lost).toMatchObject({
      data: { content: 'loaf', color: 'red', titles: [{ text: 'spelt' }, { text: 'yeast' }] },
      kept_revisions: [{ title_id: line, text: 'rye flour' }],
    })
    accepted(await edit({ titles: [{ kind: 'remove', title_id: other, text: 'yeast' }] }))
    const revisions = accepted(await ada.call(calls.getRevisions, { body: { entity_id: data._id } }))
    expect(revisions.data.map(({ content }) => content)).toEqual(['bread'])
    expect(revisions.titles.map(({ title_id, text, is_kept }) => [title_id, text, is_kept])).toEqual([
      [other, 'yeast', false],
      [line, 'rye flour', true],
      [line, 'flour', false],
    ])
  })

  it('tells of texts that lost against another edit, until somebody edits the same text', async () => {
    await fresh()
    const line = idOf(41)
    const { data, seq } = await note('bread', { titles: [{ _id: line, text: 'flour' }] })
    const edit = (body: object) =>
      ada.call(calls.editOneEntity, { body: { entity_id: data._id, ...body } as never })
    const kept = async () => {
      const answer = accepted(await ada.call(calls.getKeptRevisions, { body: {} }))
      return answer.data.map(({ entity_id, title_id, text }) => [entity_id, title_id, text])
    }
    const write = (after: string) => ({
      titles: [{ kind: 'text', title_id: line, before: 'flour', after, place: { after: null, index: 0 } }],
    })
    accepted(await edit({ content: { before: 'bread', after: 'loaf' } }))
    accepted(await edit(write('rye flour')))
    expect(await kept()).toEqual([])
    accepted(await edit({ content: { before: 'bread', after: 'baguette' } }))
    accepted(await edit(write('spelt')))
    expect(new Set(await kept())).toEqual(
      new Set([
        [data._id, line, 'rye flour'],
        [data._id, null, 'loaf'],
      ]),
    )
    const revisions = accepted(await ada.call(calls.getRevisions, { body: { entity_id: data._id } }))
    expect(
      revisions.data.map(({ content }) => content),
      'each text once',
    ).toEqual(['loaf', 'bread'])
    const body = { entity_id: data._id, content: 'bread, later', base_seq: seq }
    const merged = accepted(await ada.call(calls.updateContent, { body }))
    expect(merged.kept_revision, 'what was in force at a sequence number is still known').toBe('baguette')

    accepted(await edit({ content: { before: 'bread, later', after: 'loaf' } }))
    expect(await kept()).toEqual([[data._id, line, 'rye flour']])
    accepted(await ada.call(calls.deleteManyEntities, { body: { entity_ids: [data._id] } }))
    expect(await kept()).toEqual([])
  })

  it('an edit of too many lines is refused', async () => {
    await fresh()
    const { data } = await note('bread')
    const titles = Array.from({ length: 2_501 }, () => ({ kind: 'tick', title_id: idOf(31), isTicked: true }))
    const answer = await ada.send('PATCH', '/entity/edit-one', { entity_id: data._id, titles })
    expect(answer.status).toBe(400)
  })

  it('[HM-2] [HM-3] sorts, pages, and filters by colour and date', async () => {
    await fresh()
    for (let day = 1; day <= 5; day++)
      await note(`n${day}`, {
        createdAt: `2024-03-0${day}T12:00:00.000Z`,
        color: day % 2 === 0 ? 'blue' : null,
      })
    const list = async (body: object) =>
      accepted(await ada.call(calls.getSortedEntities, { body: { type: 'note', ...body } as never }))
    const contents = async (body: object) => (await list(body)).data.map(({ content }) => content)
    expect(await contents({})).toEqual(['n5', 'n4', 'n3', 'n2', 'n1'])
    expect(await contents({ params: { page: 1, limit: 2 } })).toEqual(['n3', 'n2'])
    expect(await contents({ statOption_1: 'alphabetically', statOption_2: 'asc' })).toEqual([
      'n1',
      'n2',
      'n3',
      'n4',
      'n5',
    ])
    expect(await list({ colors: ['blue'] })).toMatchObject({
      total_in_db: 2,
      color_counts: [
        { color: null, count: 3 },
        { color: 'blue', count: 2 },
      ],
    })
    const dates = {
      statOption_1_forDates: 'created',
      date_start: '2024-03-02T00:00:00Z',
      date_end: '2024-03-04T00:00:00Z',
    }
    expect(await contents(dates)).toEqual(['n3', 'n2'])
    expect(
      await ada.send('POST', '/entity/get-sorted-entities', {
        statOption_1: 'recently',
        statOption_2: 'asc',
      }),
    ).toMatchObject({ status: 400 })
  })
})
