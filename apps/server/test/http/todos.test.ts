import { calls } from '@cardinal/contract'
import { describe, expect, it } from 'vitest'
import { accepted, idOf, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'
import { newWriter } from './writer.ts'

describe.each(DATABASES)('todos on $name', ({ start }) => {
  const server = serverFor(start)

  it('a card can be completed and reopened, and an open card has no doneAt', async () => {
    const { ada, note, get } = await newWriter(server)
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

  it('a card stores its due date and recurrence, and completing it on two devices moves it on once', async () => {
    const { ada, note, get } = await newWriter(server)
    const due = { dueAt: '2026-03-02T09:00', startAt: '2026-02-27', recurrence: 'FREQ=WEEKLY;INTERVAL=2' }
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
    expect(moved).toMatchObject({ ...due, dueAt: '2026-03-16T09:00', startAt: '2026-03-13' })
    expect(moved).not.toHaveProperty('doneAt')
    expect(moved?.completions).toHaveLength(1)
    const { doneAt } = (await get(idOf(2))) ?? {}
    expect(doneAt).toBeDefined()
    await complete()
    expect(await get(idOf(1))).toEqual(moved)
    const found = async (search: string) => {
      const body = { userIsTyping_inSearchbar: search, type: null }
      return accepted(await ada.call(calls.getMatchingEntities, { body }))
        .data.map(({ _id }) => _id)
        .sort()
    }
    expect(await found('done:today')).toEqual([idOf(1), idOf(2)])
    expect(await found('done:<yesterday')).toEqual([])
    const removed = moved?.completions ?? []
    accepted(await ada.call(calls.editOneEntity, { body: { entity_id: idOf(1), completed: { removed } } }))
    expect(await get(idOf(1))).not.toHaveProperty('completions')
    expect(await found('done:today')).toEqual([idOf(2)])
    expect(await get(idOf(2))).toMatchObject({ doneAt })
  })

  it('a completion before 1970 or more than a day ahead is refused, and changes nothing', async () => {
    const { ada, note, get } = await newWriter(server)
    const completions = ['2020-01-01T00:00:00.000Z']
    await note('Water', { _id: idOf(1), type: 'todo', recurrence: 'FREQ=DAILY', completions })
    const before = await get(idOf(1))
    expect(before).toMatchObject({ completions })
    for (const time of ['0000-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '2999-01-01T00:00:00Z']) {
      const entity = { _id: idOf(1), content: 'Water', completions: [time] }
      const answers = [
        await ada.send('POST', '/entity/create-one', {
          newEntity: { ...entity, _id: idOf(2), type: 'todo' },
        }),
        await ada.send('POST', '/entity/update-entire', { entity }),
        await ada.send('PATCH', '/entity/edit-one', { entity_id: idOf(1), completed: { added: [time] } }),
      ]
      expect([time, ...answers.map(({ status }) => status)]).toEqual([time, 400, 400, 400])
    }
    expect(await get(idOf(1))).toEqual(before)
    await expect(get(idOf(2))).rejects.toThrow('There is no such entity.')
  })

  it('todos can be listed open, completed or both, sorted by due date and by hand', async () => {
    const { ada, note } = await newWriter(server)
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
      ['best', 'added'],
      ['recently', 'match'],
    ])
      expect(
        (await ada.send('POST', '/entity/get-sorted-entities', { statOption_1: by, statOption_2: of }))
          .status,
      ).toBe(400)
  })

  it.each([
    ['dueAt', '2026-02-30'],
    ['startAt', '2026-02-30'],
    ['startAt', '2026-03-02T09:00'],
    ['dueAt', '2026-03-02T14:00:00Z'],
    ['recurrence', 'FREQ=SECONDLY'],
    ['recurrence', `FREQ=DAILY;BYMONTH=${'1,'.repeat(5_000)}1`],
    ['place', 'V0'],
    ['place', 'V'.repeat(501)],
  ])('a malformed %s is refused: %s', async (field, value) => {
    const { ada } = await newWriter(server)
    const newEntity = { type: 'todo', content: 'Water', [field]: value }
    const refused = await ada.send('POST', '/entity/create-one', { newEntity })
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining(field)])
  })
})
