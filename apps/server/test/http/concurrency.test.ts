import { calls } from '@cardinal/contract'
import { copyId, ok, textsHash } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { beginNewHistory } from '../../src/workspaces/history.ts'
import { accepted, idOf, type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('what waited on another device, on $name', ({ start }) => {
  let ada: Person
  let keys = 0

  const server = serverFor(start)

  interface Answer {
    readonly status: number
    readonly body: {
      readonly data: Record<string, unknown> | Record<string, unknown>[] | null
      msg?: string
      command?: string
    }
  }

  /** Sends calls as an outbox does. */
  async function push(list: readonly [string, string, object][], key?: string): Promise<Answer[]> {
    const body = list.map(([method, path, body]) => ({
      key: key ?? `key-${++keys}`,
      method,
      path,
      body,
      on_conflict: 'merge',
    }))
    const answer = await ada.send('POST', '/sync/push', body)
    expect(answer.status).toBe(200)
    return answer.body.data
  }

  const makeTag = (_id: string, tag_name: string): [string, string, object] => [
    'POST',
    '/tag/create-many-from-keyword',
    { frontendGeneratedTags: [{ _id, tag_name }] },
  ]
  const makeCard = (_id: string, tags_assigned: string[]): [string, string, object] => [
    'POST',
    '/entity/create-one',
    { newEntity: { _id, type: 'note', content: 'stew', tags_assigned } },
  ]
  const card = async (id: string) => {
    const found = accepted(await ada.call(calls.getSpecificEntities, { body: { entity_ids: [id] } }))
    return found.data[0]
  }
  const [FIRST, LATER, THIRD, CARD, OTHER] = [idOf(1), idOf(2), idOf(3), idOf(11), idOf(12)] as const

  it('[HM-18] two devices that move one card make one copy, and edits of a third device reach that copy', async () => {
    ada = await server.signUp()
    const away = accepted(await ada.call(calls.createOneWorkspace, { body: { workspace_name: 'Away' } })).data
      ._id
    const line = idOf(21)
    await push([
      makeTag(FIRST, 'garden'),
      [
        'POST',
        '/entity/create-one',
        {
          newEntity: {
            _id: CARD,
            type: 'todo',
            content: 'stew',
            titles: [{ _id: line, text: 'peel', isTicked: false }],
          },
        },
      ],
    ])
    const copy = copyId(CARD, away)
    const copied = copyId(line, copy)
    const texts = textsHash({
      type: 'note',
      content: 'stew',
      address: null,
      subnotes: [{ id: line, text: 'peel', isTicked: false }],
    })
    const move = (content: string): [string, string, object][] => [
      [
        'POST',
        '/entity/create-one',
        {
          newEntity: {
            _id: copy,
            type: 'todo',
            content,
            titles: [{ _id: copied, text: 'peel', isTicked: false }],
          },
          workspace_id: away,
        },
      ],
      ['POST', '/entity/delete-many', { entity_ids: [CARD], seen: [{ _id: CARD, texts }] }],
    ]
    const [made, deleted] = await push(move('stew'))
    expect([made?.status, deleted?.status]).toEqual([200, 200])
    expect((await push(move('stew and bread'))).map(({ status }) => status)).toEqual([200, 200])
    expect((await card(copy))?.content).toBe('stew')
    const kept = await ada.call(calls.getKeptRevisions, { body: { workspace_id: away } })
    expect(accepted(kept).data).toMatchObject([{ entity_id: copy, text: 'stew and bread' }])

    const late = await push([
      ['PATCH', '/entity/toggle-title-strikethrough', { entity_id: CARD, title_id: line, isTicked: true }],
      ['POST', '/entity/attach-tags', { entity_ids: [CARD], tag_ids: [FIRST] }],
      ['PATCH', '/entity/edit-one', { entity_id: CARD, content: { before: 'stew', after: 'fish stew' } }],
      ['PATCH', '/entity/update-color', { entity_ids: [CARD], color: 'red' }],
    ])
    expect(late.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    // The device waits for these sequence numbers of the workspace in which the card was.
    for (const { body } of late) expect(body).toHaveProperty('seq', Reflect.get(deleted?.body ?? {}, 'seq'))
    const now = await card(copy)
    expect(now).toMatchObject({ content: 'fish stew', color: 'red', titles: [{ isTicked: true }] })
    expect(now?.tags_assigned).toHaveLength(1)
    const gone = await ada.call(calls.getSpecificEntities, { body: { entity_ids: [CARD] } })
    expect(gone.ok).toBe(false)
  })

  it('a moved card is restored in its old workspace when a change names too many cards and workspaces to search', {
    timeout: 60_000,
  }, async () => {
    ada = await server.signUp()
    const away = accepted(await ada.call(calls.createOneWorkspace, { body: { workspace_name: 'Away' } })).data
      ._id
    const many = Array.from({ length: 400 }, (_, n) => idOf(1_000 + n))
    const [first = '', last = ''] = [many[0], many.at(-1)]
    await push(many.map((id) => makeCard(id, [])))
    const copies = [first, last].map((id) => copyId(id, away))
    await push(
      copies.map((_id) => [
        'POST',
        '/entity/create-one',
        { newEntity: { _id, type: 'note', content: 'stew', color: 'green' }, workspace_id: away },
      ]),
    )
    await push([['POST', '/entity/delete-many', { entity_ids: many }]])
    await server.node.store.transact(async (tx) => {
      const rest = { createdAt: 1, updatedAt: 1, seq: 0, epoch: 'e', minSeq: 0, rev: 0 }
      for (let n = 0; n < 300; n++)
        await tx.workspaces.insert(ada.userId, { id: idOf(10_000 + n), name: `w${n}`, ...rest })
      return ok(null)
    })

    const [answer] = await push([['PATCH', '/entity/update-color', { entity_ids: many, color: 'red' }]])
    expect(answer?.status).toBe(200)
    const colors = await Promise.all([...copies, last].map(async (id) => (await card(id))?.color))
    // The first card's duplicate is changed. The last card is restored, and its duplicate is unchanged.
    expect(colors).toEqual(['red', 'green', 'red'])
    const gone = await ada.call(calls.getSpecificEntities, { body: { entity_ids: [first] } })
    expect(gone.ok).toBe(false)
  })

  it('a tag that two devices created is one tag on every device from then on', async () => {
    ada = await server.signUp()
    await push([makeTag(FIRST, 'garden')])
    const [made, added] = await push([makeTag(LATER, 'Garden'), makeCard(CARD, [LATER])])
    expect([made?.status, added?.status]).toEqual([200, 200])
    expect(made?.body.data).toMatchObject([{ _id: FIRST }])
    expect((await card(CARD))?.tags_assigned).toEqual([FIRST])
    // Another device knows the second device's id from a pull, and a plain client may use it too.
    const attached = await push([['POST', '/entity/attach-tags', { entity_ids: [CARD], tag_ids: [LATER] }]])
    expect(attached[0]?.status).toBe(200)
    accepted(
      await ada.call(calls.createOneEntity, {
        body: { newEntity: { _id: OTHER, type: 'note', content: 'x', tags_assigned: [LATER] } },
      }),
    )
    expect((await card(OTHER))?.tags_assigned).toEqual([FIRST])
  })

  it('a push that was cut off and sent again with the same keys takes effect once', async () => {
    ada = await server.signUp()
    await push([makeTag(FIRST, 'garden')])
    await push([makeTag(LATER, 'garden')], 'cut-1')
    await push([makeTag(LATER, 'garden')], 'cut-1')
    const first = await push([makeCard(CARD, [LATER])], 'cut-2')
    expect(await push([makeCard(CARD, [LATER])], 'cut-2')).toEqual(first)
    expect((await card(CARD))?.tags_assigned).toEqual([FIRST])
  })

  it('the feed says which tag the id of a merged tag stands for', async () => {
    ada = await server.signUp()
    await push([makeTag(FIRST, 'garden')])
    const lines = async (cursor: string) => {
      const { body } = await ada.send('GET', `/sync/pull?cursor=${encodeURIComponent(cursor)}`)
      return body
        .trimEnd()
        .split('\n')
        .map((line: string) => JSON.parse(line))
    }
    const [end] = (await ada.send('GET', '/sync/pull')).body.trimEnd().split('\n').slice(-1)
    await push([makeTag(LATER, 'garden')])
    expect(await lines(JSON.parse(end).cursor)).toContainEqual({
      kind: 'tag',
      _id: LATER,
      deleted: true,
      merged_into: FIRST,
    })
  })

  it('a rename to a name that was taken meanwhile merges the two tags, and saved searches follow', async () => {
    ada = await server.signUp()
    await push([makeTag(FIRST, 'garden'), makeTag(LATER, 'plot'), makeCard(CARD, [LATER])])
    accepted(
      await ada.call(calls.updateGlobalSettings, { body: { saved_searches: ['plot, -home'] } as never }),
    )
    const rename = { tag_id: LATER, new_tag_name: 'garden' }
    expect(await ada.send('POST', '/tag/rename-one', rename)).toMatchObject({
      status: 409,
      body: { command: 'tag-name-taken' },
    })
    const [renamed] = await push([['POST', '/tag/rename-one', rename]])
    expect(renamed).toMatchObject({ status: 200, body: { data: { _id: FIRST, tag_name: 'garden' } } })
    expect((await card(CARD))?.tags_assigned).toEqual([FIRST])
    const settings = accepted(await ada.call(calls.getGlobalSettings, {}))
    expect(settings.data.saved_searches).toEqual(['garden, -home'])
  })

  it('a change that uses a deleted tag or group restores it, and no card is refused because of a tag', async () => {
    ada = await server.signUp()
    await push([
      makeTag(FIRST, 'garden'),
      [
        'POST',
        '/tag/create-many-groups-from-searchword',
        { searchwords: ['travel'], _ids: [THIRD], tag_ids: [FIRST] },
      ],
    ])
    accepted(await ada.call(calls.deleteManyTags, { body: { tag_ids: [FIRST] } }))
    accepted(await ada.call(calls.deleteManyGroups, { body: { group_ids: [THIRD] } }))
    const answers = await push([
      makeCard(CARD, [FIRST, idOf(99)]),
      ['POST', '/tag/attach-groups', { tag_ids: [FIRST], group_ids: [THIRD] }],
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await card(CARD))?.tags_assigned).toEqual([FIRST])
    const tags = accepted(await ada.call(calls.getAllTags, { body: {} as never }))
    expect(tags.data.map(({ tag_name }) => tag_name)).toEqual(['garden'])
    const groups = accepted(await ada.call(calls.getAllGroups, { body: {} as never }))
    expect(groups.data).toMatchObject([{ title: 'travel', tags: [FIRST] }])
  })

  it('a change of a card that is gone for good is skipped, but its words stay with their author', async () => {
    ada = await server.signUp()
    const answers = await push([
      ['PATCH', '/entity/update-color', { entity_ids: [CARD], color: 'red' }],
      [
        'PATCH',
        '/entity/toggle-title-strikethrough',
        { entity_id: CARD, title_id: idOf(31), isTicked: true },
      ],
      ['POST', '/tag/rename-one', { tag_id: FIRST, new_tag_name: 'x' }],
      ['POST', '/tag/delete-many', { tag_ids: [FIRST] }],
      ['PATCH', '/entity/edit-one', { entity_id: CARD, content: { before: 'a', after: 'b' } }],
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404])
  })

  it('[HM-19] changes in a workspace that another device deleted or renamed are accepted', async () => {
    ada = await server.signUp()
    const [first] = await server.node.store.workspaces.ofUser(ada.userId)
    const [home, gone] = [idOf(41), idOf(42)]
    const made = (_id: string, workspace_name: string): [string, string, object] => [
      'POST',
      '/workspace/create-one',
      { _id, workspace_name },
    ]
    const deleted = (workspace_id: string, confirm: string): [string, string, object] => [
      'POST',
      '/workspace/delete-one',
      { workspace_id, confirm },
    ]
    const statuses = async (list: readonly [string, string, object][]) =>
      (await push(list)).map(({ status }) => status)
    const renamed = ['POST', '/workspace/rename-one', { workspace_id: gone, workspace_name: 'x' }] as const
    const opened = ['POST', '/user/update-global-settings', { currentWorkspace: gone }] as const
    await push([made(home, 'home'), made(gone, 'gone'), deleted(gone, 'gone')])
    expect(await statuses([[...renamed], [...opened], deleted(gone, 'gone')])).toEqual([200, 200, 200])
    expect(await statuses([deleted(home, 'the name before')])).toEqual([200])
    expect(await statuses([deleted(first?.id ?? '', first?.name ?? '')])).toEqual([200])
    const left = await server.node.store.workspaces.ofUser(ada.userId)
    expect(
      left.map(({ id }) => id),
      'the last one stays',
    ).toEqual([first?.id])
    expect((await ada.send('POST', '/workspace/rename-one', renamed[2])).status, 'alone').toBe(404)
  })

  it('[OF-2] a change of an unknown tag is answered without a sequence number of another workspace', async () => {
    ada = await server.signUp()
    await push([makeCard(CARD, [])])
    const colour = ['POST', '/tag/edit-color', { tag_ids: [FIRST], color_name: 'red' }] as const
    const [made, unknown] = await push([makeCard(OTHER, []), [...colour]])
    expect(made?.body).toMatchObject({ seq: 2 })
    expect(unknown).toMatchObject({ status: 200, body: { seq: 0 } })
  })

  it('[OF-2] after a restore, a change of a lost card waits up to a month for the device that made the card', async () => {
    ada = await server.signUp()
    await push([makeCard(OTHER, [])])
    const restoredAt = (ms: number) => beginNewHistory(server.node.store, ada.userId, ms)
    const statuses = async (calls: readonly [string, string, object][]) =>
      (await push(calls)).map(({ status, body }) => [status, body.command])
    const edit = (entity_id: string): [string, string, object] => [
      'PATCH',
      '/entity/edit-one',
      { entity_id, content: { before: 'stew', after: 'stew and bread' } },
    ]
    const colour: [string, string, object] = [
      'PATCH',
      '/entity/update-color',
      { entity_ids: [OTHER, CARD], color: 'red' },
    ]
    expect(await statuses([edit(CARD)])).toEqual([[404, undefined]])
    await restoredAt(Date.now())
    const attach: [string, string, object] = [
      'POST',
      '/entity/attach-tags',
      { entity_ids: [OTHER], tag_ids: [FIRST] },
    ]
    const complete: [string, string, object] = [
      'POST',
      '/entity/complete-many',
      { entities: [{ _id: CARD }] },
    ]
    expect(await statuses([complete])).toEqual([[404, 'awaited']])
    const whole: [string, string, object] = [
      'POST',
      '/entity/update-entire',
      { entity: { _id: CARD, content: 'stew' } },
    ]
    expect(await statuses([whole])).toEqual([[404, 'awaited']])
    expect(await statuses([edit(CARD), colour, attach, edit(OTHER), makeCard(idOf(13), [FIRST])])).toEqual([
      [404, 'awaited'],
      [404, 'awaited'],
      [404, 'awaited'],
      [404, 'awaited'],
      [200, undefined],
    ])
    const plain = { key: 'plain-2', method: 'POST', path: '/entity/attach-tags', body: attach[2] }
    expect((await ada.send('POST', '/sync/push', [plain])).body.data[0].body.command).toBeUndefined()
    await push([makeTag(FIRST, 'garden'), makeCard(CARD, [])])
    expect(await statuses([edit(CARD), colour, attach])).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ])
    await push([['POST', '/tag/delete-many', { tag_ids: [FIRST] }]])
    expect(await statuses([attach]), 'what was deleted leaves a tombstone').toEqual([[200, undefined]])
    await restoredAt(Date.now() - 31 * 86_400_000)
    expect(await statuses([edit(idOf(14))])).toEqual([[404, undefined]])
    const [restored] = await server.node.store.workspaces.ofUser(ada.userId)
    const cursor = `${restored?.epoch}.9999`
    expect((await ada.send('GET', `/sync/pull?cursor=${cursor}`)).status).toBe(410)
    expect(await statuses([edit(idOf(14))]), 'the file was replaced by an older one').toEqual([
      [404, 'awaited'],
    ])
  })

  it('[OF-2] a server without the change that a device saw acknowledged last begins a new history, once', async () => {
    ada = await server.signUp()
    await push([makeCard(OTHER, [])])
    const [workspace] = await server.node.store.workspaces.ofUser(ada.userId)
    const entry = (key: string) => {
      const [method, path, body] = makeCard(idOf(Number(key)), [])
      return [{ key, method, path, body }]
    }
    expect((await ada.send('POST', '/sync/push', entry('71'))).status).toBe(200)
    const token = await ada.call(calls.createToken, { body: { name: 'reader', scope: 'read' } })
    const authorization = `Bearer ${accepted(token).data.token}`
    const cursor = `&cursor=${workspace?.epoch}.1`
    for (const [way, status] of [
      ['last_key=71', 200],
      ['last_key=never', 410],
    ] as const) {
      const asToken = await ada.send('GET', `/sync/pull?${way}${cursor}`, undefined, { authorization })
      expect(asToken.status, 'an API client').toBe(200)
      expect((await ada.send('GET', `/sync/pull?${way}${cursor}`)).status).toBe(status)
    }
    const epochs = async () =>
      (await server.node.store.workspaces.ofUser(ada.userId)).map(({ epoch }) => epoch)
    const first = await epochs()
    expect(first).not.toEqual([workspace?.epoch])
    expect(
      (await ada.send('GET', `/sync/pull?last_key=never${cursor}`)).status,
      'its cursor is of the history before',
    ).toBe(410)
    expect(await epochs()).toEqual(first)
    const refusal = await ada.send('POST', '/sync/push?last_key=never', entry('72'))
    expect(refusal).toMatchObject({ status: 410, body: { command: 'resync' } })
    expect(await epochs()).not.toEqual(first)
    expect(
      await server.node.store.operations.byKey(ada.userId, '72'),
      'nothing is carried out',
    ).toBeUndefined()
    expect((await ada.send('POST', '/sync/push?last_key=71', entry('72'))).status).toBe(200)
  })

  it('[OF-2] after a restore, a later change of a card waits behind an earlier one in the same push', async () => {
    ada = await server.signUp()
    await push([makeCard(OTHER, []), makeCard(THIRD, [])])
    await beginNewHistory(server.node.store, ada.userId, Date.now())
    const colour = (color: string, ...entity_ids: string[]): [string, string, object] => [
      'PATCH',
      '/entity/update-color',
      { entity_ids, color },
    ]
    const acts = [colour('red', CARD, OTHER), colour('teal', OTHER), colour('lime', THIRD)]
    const commands = (await push(acts)).map(({ status, body }) => [status, body.command])
    expect(commands).toEqual([
      [404, 'awaited'],
      [404, 'awaited'],
      [200, undefined],
    ])
    await push([makeCard(CARD, [])])
    await push(acts.slice(0, 2))
    expect([(await card(CARD))?.color, (await card(OTHER))?.color]).toEqual(['red', 'teal'])
  })

  it('[OF-2] after a restore, changes also wait if a device created the workspace again', async () => {
    ada = await server.signUp()
    await beginNewHistory(server.node.store, ada.userId, Date.now())
    const made = await ada.send('POST', '/workspace/create-one', { workspace_name: 'Made again' })
    await ada.send('POST', '/user/update-global-settings', { currentWorkspace: made.body.data._id })
    const edit = { entity_id: CARD, content: { before: 'stew', after: 'stew and bread' } }
    const [answer] = await push([['PATCH', '/entity/edit-one', edit]])
    expect(answer).toMatchObject({ status: 404, body: { command: 'awaited' } })
  })

  it('[OF-2] after a restore, changes in a lost workspace wait until it is created again, unless it was deleted', async () => {
    ada = await server.signUp()
    const [id, deletedId] = [idOf(41), idOf(42)]
    await ada.send('POST', '/workspace/create-one', { _id: deletedId, workspace_name: 'Deleted' })
    await ada.send('POST', '/workspace/delete-one', { workspace_id: deletedId, confirm: 'Deleted' })
    const makeIn = (workspace_id: string): [string, string, object] => {
      const [method, path, body] = makeCard(idOf(43), [])
      return [method, path, { ...body, workspace_id }]
    }
    const command = async (workspaceId: string) => (await push([makeIn(workspaceId)]))[0]?.body.command
    expect(await command(id), 'nothing was restored').toBeUndefined()
    await beginNewHistory(server.node.store, ada.userId, Date.now())
    expect(await command(deletedId)).toBeUndefined()
    expect(await command(id)).toBe('awaited')
    await ada.send('POST', '/workspace/create-one', { _id: id, workspace_name: 'Made again' })
    expect((await push([makeIn(id)]))[0]?.status).toBe(200)
  })

  it('a change of an id that never existed is answered with 404, alone and in a push', async () => {
    ada = await server.signUp()
    const body = { entity_ids: [CARD], tag_ids: [FIRST] }
    expect(await ada.send('POST', '/entity/attach-tags', body)).toMatchObject({ status: 404 })
    const call = { key: 'plain-1', method: 'POST', path: '/entity/attach-tags', body }
    const list = await ada.send('POST', '/sync/push', [call])
    expect(list.body.data[0].status).toBe(404)
  })

  it('update-entire keeps every text that it overwrites, and merges the content from base_seq', async () => {
    ada = await server.signUp()
    const made = accepted(
      await ada.call(calls.createOneEntity, {
        body: {
          newEntity: {
            _id: CARD,
            type: 'note',
            content: 'one\ntwo\nthree',
            titles: [{ _id: idOf(31), text: 'flour' }],
          },
        },
      }),
    )
    const replace = (content: string, more: object) =>
      ada.send('POST', '/entity/update-entire', { entity: { _id: CARD, content, titles: [] }, ...more })
    expect((await replace('ONE\ntwo\nthree', {})).status).toBe(200)
    const merged = await replace('one\ntwo\nTHREE', { base_seq: made.seq })
    expect(merged.body.data.content).toBe('ONE\ntwo\nTHREE')
    const lost = await replace('uno\ntwo\nthree', { base_seq: made.seq })
    expect(lost.body).toMatchObject({
      data: { content: 'uno\ntwo\nthree' },
      kept_revision: 'ONE\ntwo\nTHREE',
    })
    const kept = accepted(await ada.call(calls.getRevisions, { body: { entity_id: CARD } }))
    expect(kept.titles).toMatchObject([{ title_id: idOf(31), text: 'flour', is_kept: false }])
    expect(kept.data.map(({ content }) => content)).toEqual([
      'ONE\ntwo\nTHREE',
      'ONE\ntwo\nthree',
      'one\ntwo\nthree',
    ])
  })

  it('a card dated in the future gets the current time, so that a wrong clock keeps no card on top', async () => {
    ada = await server.signUp()
    const before = Date.now()
    const newEntity = { type: 'note', content: 'x', createdAt: '2999-01-01T00:00:00.000Z' }
    const { body } = await ada.send('POST', '/entity/create-one', { newEntity })
    const createdAt = Date.parse(body.data.createdAt)
    expect(createdAt).toBeGreaterThanOrEqual(before)
    expect(createdAt).toBeLessThanOrEqual(Date.now())
  })

  it('create-one and update-entire keep equal lines', async () => {
    ada = await server.signUp()
    const titles = [{ text: 'milk' }, { text: 'Milk' }]
    const newEntity = { type: 'note', content: 'x', titles }
    const { body } = await ada.send('POST', '/entity/create-one', { newEntity })
    expect(body.data.titles.map(({ text }: { text: string }) => text)).toEqual(['milk', 'Milk'])
  })
})
