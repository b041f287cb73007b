import { calls } from '@cardinal/contract'
import { describe, expect, it } from 'vitest'
import { accepted, idOf, type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('workspaces, settings and the plan on $name', ({ start }) => {
  const server = serverFor(start)

  const list = async (person: Person) => accepted(await person.call(calls.getWorkspaces, {})).data

  it('[HM-18] workspaces can be listed, created, renamed, switched and deleted', async () => {
    const ada = await server.signUp()
    const [first] = await list(ada)
    const made = accepted(
      await ada.call(calls.createOneWorkspace, { body: { workspace_name: ' Work ', _id: idOf(5) } }),
    )
    expect(made.data).toMatchObject({ _id: idOf(5), workspace_name: 'Work' })
    expect(
      (await ada.send('POST', '/workspace/create-one', { workspace_name: 'x', _id: idOf(5) })).status,
    ).toBe(409)
    const workspace_id = idOf(5)
    accepted(await ada.call(calls.renameOneWorkspace, { body: { workspace_id, workspace_name: 'Job' } }))
    expect((await list(ada)).map((w) => w.workspace_name)).toEqual([first?.workspace_name, 'Job'])
    accepted(await ada.call(calls.updateGlobalSettings, { body: { currentWorkspace: workspace_id } }))
    const newEntity = { type: 'note', content: 'in the job' } as const
    accepted(await ada.call(calls.createOneEntity, { body: { newEntity } }))
    const count = async (id: string | null) =>
      accepted(await ada.call(calls.getCount, { body: { workspace_id: id } })).data.find(
        (c) => c.type === 'note',
      )?.count
    expect([await count(null), await count(workspace_id), await count(first?._id ?? '')]).toEqual([1, 1, 0])
    expect((await ada.send('POST', '/workspace/delete-one', { workspace_id, confirm: 'job' })).status).toBe(
      400,
    )
    expect((await ada.send('POST', '/workspace/delete-one', { confirm: 'Job' })).status).toBe(400)
    accepted(await ada.call(calls.deleteOneWorkspace, { body: { workspace_id, confirm: 'Job' } }))
    expect((await list(ada)).map((w) => w._id)).toEqual([first?._id])
    expect(accepted(await ada.call(calls.getGlobalSettings, {})).data.currentWorkspace).toBe(null)
    expect(await ada.call(calls.getCount, { body: { workspace_id } })).toMatchObject({
      error: { status: 404 },
    })
    const last = { workspace_id: first?._id ?? '', confirm: first?.workspace_name ?? '' }
    expect((await ada.send('POST', '/workspace/delete-one', last)).status).toBe(400)
  })

  it('[HM-18] cards, tags and groups of one workspace are not in another', async () => {
    const ada = await server.signUp()
    const workspace_id = accepted(await ada.call(calls.createOneWorkspace, { body: { workspace_name: 'b' } }))
      .data._id
    const tagIn = async (id: string | null) =>
      accepted(
        await ada.call(calls.createManyFromKeyword, {
          body: { frontendGeneratedTags: [{ tag_name: 'same' }], workspace_id: id },
        }),
      ).data[0]?._id ?? ''
    const [here, there] = [await tagIn(null), await tagIn(workspace_id)]
    expect(here).not.toBe(there)
    const newEntity = { _id: idOf(9), type: 'note', content: 'x' } as const
    accepted(await ada.call(calls.createOneEntity, { body: { newEntity } }))
    const attach = (tag_ids: string[]) =>
      ada.send('POST', '/entity/attach-tags', { entity_ids: [idOf(9)], tag_ids })
    expect((await attach([there])).status).toBe(404)
    expect((await attach([here, there])).status).toBe(404)
    expect((await attach([here])).status).toBe(200)
    const again = { newEntity: { _id: idOf(9), type: 'note', content: 'y' }, workspace_id }
    expect((await ada.send('POST', '/entity/create-one', again)).status).toBe(409)
    const bad = { newEntity: { type: 'note', content: 'z', tags_assigned: [here] }, workspace_id }
    expect((await ada.send('POST', '/entity/create-one', bad)).status).toBe(404)
  })

  it('[HM-6] a workspace keeps the last ten saved searches', async () => {
    const ada = await server.signUp()
    const saved_searches = Array.from({ length: 12 }, (_, i) => `s${i}`)
    const answer = accepted(
      await ada.call(calls.updateGlobalSettings, { body: { saved_searches, showHelpers: false } }),
    )
    expect(answer.data).toEqual({
      saved_searches: saved_searches.slice(2),
      showHelpers: false,
      currentWorkspace: null,
    })
    expect(accepted(await ada.call(calls.getGlobalSettings, {}))).toEqual(answer)
    expect(
      (await ada.send('POST', '/user/update-global-settings', { currentWorkspace: idOf(1) })).status,
    ).toBe(404)
  })

  it('[HM-6] [OF-5] a change of the saved searches is applied to the list that the server has when it arrives', async () => {
    const ada = await server.signUp()
    const change = (saved_searches_before: string[], saved_searches: string[]) =>
      ada.call(calls.updateGlobalSettings, { body: { saved_searches_before, saved_searches } })
    accepted(await change([], ['phone']))
    const { data } = accepted(await change([], ['laptop']))
    expect(data.saved_searches).toEqual(['phone', 'laptop'])
    expect(accepted(await change(['phone'], [])).data.saved_searches).toEqual(['laptop'])
    expect(accepted(await ada.call(calls.getGlobalSettings, {})).data.saved_searches).toEqual(['laptop'])
    const whole = { saved_searches: ['plain client'] }
    expect(accepted(await ada.call(calls.updateGlobalSettings, { body: whole })).data).toMatchObject(whole)
  })

  it('[HM-6] a saved search belongs to the workspace that it is saved in, follows its tags alone, and goes with it', async () => {
    const ada = await server.signUp()
    const { data: first } = (await ada.send('POST', '/workspace/create-one', { workspace_name: 'first' }))
      .body
    const { data: second } = (await ada.send('POST', '/workspace/create-one', { workspace_name: 'second' }))
      .body
    const save = (saved_searches_workspace: string, saved_searches: string[], before: string[] = []) =>
      ada.send('POST', '/user/update-global-settings', {
        saved_searches_workspace,
        saved_searches,
        saved_searches_before: before,
      })
    const settings = async () => accepted(await ada.call(calls.getGlobalSettings, {})).data
    await save(first._id, ['home', 'plot'])
    expect((await save(second._id, ['home'])).status).toBe(200)
    expect(await settings()).toMatchObject({
      saved_searches: ['plot', 'home'],
      saved_searches_by_workspace: { [first._id]: ['home', 'plot'], [second._id]: ['home'] },
    })
    const frontendGeneratedTags = [{ _id: idOf(9), tag_name: 'home' }]
    const tags = { frontendGeneratedTags, workspace_id: second._id }
    expect((await ada.send('POST', '/tag/create-many-from-keyword', tags)).status).toBe(200)
    const renamed = { tag_id: idOf(9), new_tag_name: 'house' }
    expect((await ada.send('POST', '/tag/rename-one', renamed)).status).toBe(200)
    expect((await settings()).saved_searches_by_workspace).toEqual({
      [first._id]: ['home', 'plot'],
      [second._id]: ['house'],
    })
    await save(first._id, ['plot'], ['home', 'plot'])
    expect((await settings()).saved_searches).toEqual(['house', 'plot'])
    const gone = { workspace_id: second._id, confirm: 'second' }
    expect((await ada.send('POST', '/workspace/delete-one', gone)).status).toBe(200)
    expect(await settings()).toMatchObject({
      saved_searches: ['plot'],
      saved_searches_by_workspace: { [first._id]: ['plot'] },
    })
    expect((await save(second._id, ['late'])).status).toBe(404)
  })

  const fill = async (person: Person, n: number) => {
    const body = Array.from({ length: n }, (_, i) => ({
      key: `fill-${i}`,
      method: 'POST',
      path: '/entity/create-one',
      body: { newEntity: { _id: idOf(1000 + i), type: i % 2 === 0 ? 'note' : 'todo', content: `c${i}` } },
    }))
    for (let from = 0; from < n; from += 500)
      expect((await person.send('POST', '/sync/push', body.slice(from, from + 500))).status).toBe(200)
  }
  const limit = 'You have total 250 notes, 250 todos, 0 links. Upgrade for more.'

  it('[CD-9] [ID-11] of 20 simultaneous creations with 499 cards, exactly one is accepted', async () => {
    const ada = await server.signUp()
    const other = accepted(await ada.call(calls.createOneWorkspace, { body: { workspace_name: 'other' } }))
      .data._id
    await fill(ada, 499)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        ada.send('POST', '/entity/create-one', {
          newEntity: { type: 'todo', content: `p${i}` },
          workspace_id: i % 2 === 0 ? null : other,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(19)
    expect(answers.find(({ status }) => status === 403)?.body.msg).toBe(limit)
    const pushed = await ada.send('POST', '/sync/push', [
      {
        key: 'k1',
        method: 'POST',
        path: '/entity/create-one',
        body: { newEntity: { type: 'note', content: 'n' } },
      },
      { key: 'k2', method: 'POST', path: '/entity/delete-many', body: { entity_ids: [idOf(1000)] } },
      {
        key: 'k3',
        method: 'POST',
        path: '/entity/create-one',
        body: { newEntity: { type: 'note', content: 'n' } },
      },
      { key: 'k4', method: 'POST', path: '/entity/restore-many', body: { entity_ids: [idOf(1000)] } },
      {
        key: 'k5',
        method: 'PATCH',
        path: '/entity/update-content',
        body: { entity_id: idOf(1000), content: 'x' },
      },
    ])
    expect(pushed.body.data.map((one: { status: number }) => one.status)).toEqual([403, 200, 200, 403, 403])
    const edit = await ada.send('PATCH', '/entity/update-content', {
      entity_id: idOf(1001),
      content: 'edited',
    })
    expect(edit.status).toBe(200)
  })

  it('[ID-11] a paid plan has no card limit until it expires', async () => {
    const ada = await server.signUp()
    await fill(ada, 500)
    const create = () =>
      ada.send('POST', '/entity/create-one', { newEntity: { type: 'note', content: 'more' } })
    const { store } = server.node
    const setPlan = (planExpiresAt: number) =>
      store.transact(async (tx) => {
        await tx.users.update(ada.userId, { plan: 'pro', planExpiresAt })
        return { ok: true as const, value: null }
      })
    expect((await create()).status).toBe(403)
    await setPlan(Date.now() + 60_000)
    expect((await create()).status).toBe(200)
    await setPlan(Date.now() - 1)
    expect((await create()).status).toBe(403)
    expect(
      accepted(await ada.call(calls.getCount, { body: {} })).data.find((c) => c.type === 'note')?.count,
    ).toBe(251)
  })
})
