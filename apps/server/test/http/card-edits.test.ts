import { calls } from '@cardinal/contract'
import { describe, expect, it } from 'vitest'
import { accepted, idOf, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'
import { newWriter } from './writer.ts'

describe.each(DATABASES)('edits of cards on $name', ({ start }) => {
  const server = serverFor(start)

  it('the server merges two edits of one content, and keeps the displaced one', async () => {
    const { ada, note } = await newWriter(server)
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

  it('the server merges two edits of one card, field by field and line by line, and keeps every text', async () => {
    const { ada, note } = await newWriter(server)
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

  it('the server keeps no revision within one sitting, unless another person wrote in between', async () => {
    const { ada, note } = await newWriter(server)
    const { data } = await note('a')
    const write = async (before: string, after: string, same_sitting = true) =>
      accepted(
        await ada.call(calls.editOneEntity, {
          body: { entity_id: data._id, content: { before, after }, ...(same_sitting && { same_sitting }) },
        }),
      )
    const versions = async () =>
      accepted(await ada.call(calls.getRevisions, { body: { entity_id: data._id } })).data.map(
        ({ content }) => content,
      )
    await write('a', 'a b', false)
    await write('a b', 'a b c')
    // More changes than those after which a card's revisions are thinned.
    for (let n = 0; n < 30; n++) await write(`a b c${'!'.repeat(n)}`, `a b c${'!'.repeat(n + 1)}`)
    expect(await versions()).toEqual(['a'])
    const last = `a b c${'!'.repeat(30)}`
    await write(last, `${last}\nby another device`, false)
    await write(last, `${last} d`)
    expect(await versions()).toEqual([`${last}\nby another device`, last, 'a'])
  })

  it('the server lists texts displaced by another edit until somebody edits the same text', async () => {
    const { ada, note } = await newWriter(server)
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
    const { ada, note } = await newWriter(server)
    const { data } = await note('bread')
    const titles = Array.from({ length: 2_501 }, () => ({ kind: 'tick', title_id: idOf(31), isTicked: true }))
    const answer = await ada.send('PATCH', '/entity/edit-one', { entity_id: data._id, titles })
    expect(answer.status).toBe(400)
  })
})
