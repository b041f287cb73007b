import { calls } from '@cardinal/contract'
import { describe, expect, it } from 'vitest'
import { accepted, idOf, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'
import { newWriter } from './writer.ts'

describe.each(DATABASES)('entities on $name', ({ start }) => {
  const server = serverFor(start)

  it('several cards are returned in the order of the requested ids, each once, and one deleted card refuses the request', async () => {
    const { ada, note } = await newWriter(server)
    const ids: string[] = []
    for (let n = 0; n < 130; n++) ids.push((await note(`"${n}" \\ ä`)).data._id)
    const asked = [...ids].reverse()
    const all = await ada.send('POST', '/entity/get-specific', { entity_ids: [...asked, asked[0]] })
    expect(all.status).toBe(200)
    expect(Object.keys(all.body)).toEqual(['data'])
    expect(all.body.data.map(({ _id }: { _id: string }) => _id)).toEqual(asked)
    const few = await ada.send('POST', '/entity/get-specific', { entity_ids: asked.slice(0, 40) })
    expect(few.body.data).toEqual(all.body.data.slice(0, 40))
    await ada.send('POST', '/entity/delete-many', { entity_ids: [ids[70]] })
    const refusal = await ada.send('POST', '/entity/get-specific', { entity_ids: asked })
    expect(refusal.status).toBe(404)
  })

  it('[CD-1] [CD-2] an entity can be created with every field, and answers have all of them from then on', async () => {
    const { ada, note, tag, get } = await newWriter(server)
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

  it('[CD-3] an empty entity or one with a taken id is not created', async () => {
    const { ada, note, get } = await newWriter(server)
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

  it('[CD-4] titles of an entity can be added, replaced, ticked, moved and deleted', async () => {
    const { ada, note } = await newWriter(server)
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

  it('[CD-5] [CD-6] an entity can be coloured, and its type changes only if from and to differ', async () => {
    const { ada, note, get } = await newWriter(server)
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

  it('[CD-7] an entity can be deleted, listed as deleted, and restored by a call or by an edit', async () => {
    const { ada, note, tag, get } = await newWriter(server)
    const maths = await tag('maths')
    const { data } = await note('gone', { tags_assigned: [maths], titles: [{ text: 't' }] })
    const entity_ids = [data._id]
    accepted(await ada.call(calls.deleteManyEntities, { body: { entity_ids } }))
    expect(await ada.call(calls.getSpecificEntities, { body: { entity_ids } })).toMatchObject({
      error: { status: 404 },
    })
    expect(accepted(await ada.call(calls.getDeletedEntities, { body: {} }))).toEqual({
      data: [{ ...data, deletedAt: expect.any(String) }],
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

  it('[CD-7] a deleted card can be removed for good, with its earlier texts, and one that was brought back stays', async () => {
    const { ada, note, get } = await newWriter(server)
    const [gone, back, kept] = [
      (await note('gone')).data,
      (await note('back')).data,
      (await note('kept')).data,
    ]
    accepted(await ada.call(calls.updateContent, { body: { entity_id: gone._id, content: 'gone now' } }))
    accepted(
      await ada.call(calls.deleteManyEntities, { body: { entity_ids: [gone._id, back._id, kept._id] } }),
    )
    accepted(await ada.call(calls.restoreManyEntities, { body: { entity_ids: [back._id] } }))
    const emptied = await ada.call(calls.emptyDeleted, {
      body: { entity_ids: [gone._id, back._id, gone._id] },
    })
    expect(accepted(emptied)).toEqual({ data: [gone._id] })
    expect(accepted(await ada.call(calls.emptyDeleted, { body: { entity_ids: [gone._id] } })).data).toEqual(
      [],
    )
    expect(accepted(await ada.call(calls.getDeletedEntities, { body: {} })).data).toMatchObject([
      { content: 'kept' },
    ])
    expect((await get(back._id))?.content).toBe('back')
    for (const again of [
      await ada.call(calls.restoreManyEntities, { body: { entity_ids: [gone._id] } }),
      await ada.call(calls.updateContent, { body: { entity_id: gone._id, content: 'again' } }),
    ])
      expect(again).toMatchObject({ error: { status: 404 } })
    const [stored] = await server.node.store.cards.byIds(ada.userId, [gone._id])
    expect(stored?.row.content).toBe('')
    expect(await server.node.store.revisions.counts(ada.userId, gone._id)).toEqual({
      contents: 0,
      subnotes: 0,
    })
  })

  it('[CD-8] tags can be attached, detached and set, and updatedAt changes only when the tags do', async () => {
    const { ada, note, tag, get } = await newWriter(server)
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

  it('[CD-10] an address that a browser would run is refused in any spelling', async () => {
    const { ada } = await newWriter(server)
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

  it('[HM-2] [HM-3] entities can be sorted, paged, and filtered by colour and date', async () => {
    const { ada, note } = await newWriter(server)
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
    const best = { statOption_1: 'best', statOption_2: 'match' }
    expect(await contents(best)).toEqual(['n5', 'n4', 'n3', 'n2', 'n1'])
    await note('about n1', { createdAt: '2024-02-01T12:00:00.000Z' })
    const matching = { userIsTyping_inSearchbar: 'n1', ...best } as never
    const found = accepted(await ada.call(calls.getMatchingEntities, { body: matching }))
    expect(found.data.map(({ content }) => content)).toEqual(['n1', 'about n1'])
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
