import { describe, expect, it } from 'vitest'
import { DATABASES } from '../support/stores.ts'
import { article, copying } from './copying.ts'

describe.each(DATABASES)('rules of copies on $name', ({ start }) => {
  const { server, sites, now, run, add, ask, remove, found, addTag, soon } = copying(start)

  it('a rule that keeps copies of all links applies to older links, and a removed copy stays removed', async () => {
    const ada = await server.signUp()
    for (const name of ['a', 'b', 'c']) sites.pages.set(`${name}.example/`, article(name.repeat(4)))
    const a = await add(ada, 'https://a.example/')
    const b = await add(ada, 'https://b.example/')
    await run()
    await remove(ada, [b])
    soon()
    expect(await ask(ada, '/user/update-copy-rule', { keeps: 'all' })).toMatchObject({
      keeps: 'all',
      copies: 0,
    })
    const c = await add(ada, 'https://c.example/')
    await run()
    expect((await found(ada, 'has:copy')).sort()).toEqual([a, c].sort())
    const { body } = await ada.send('GET', '/user/copy-rule')
    expect(body.data).toMatchObject({ keeps: 'all', tag_ids: [], is_on: true, copies: 2 })
    expect(body.data.bytes).toBeGreaterThan(1_000)
  })

  it('a rule that keeps copies of links with chosen tags applies from the time of tagging', async () => {
    const ada = await server.signUp()
    sites.pages.set('x.example/', article('xylophone'))
    sites.pages.set('y.example/', article('yoghurt'))
    const x = await add(ada, 'https://x.example/')
    const y = await add(ada, 'https://y.example/')
    await run()
    const tag = await addTag(ada, 'archive', [x])
    soon()
    await ask(ada, '/user/update-copy-rule', { keeps: 'tags', tag_ids: [tag] })
    await run()
    expect(await found(ada, 'has:copy')).toEqual([x])
    soon()
    await ask(ada, '/entity/attach-tags', { entity_ids: [y], tag_ids: [tag] })
    await run()
    expect((await found(ada, 'has:copy')).sort()).toEqual([x, y].sort())
    const nobodys = { keeps: 'tags', tag_ids: ['f'.repeat(24)] }
    expect((await ada.send('POST', '/user/update-copy-rule', nobodys)).status).toBe(404)
  })

  it('a rule of a search keeps a copy of what begins to match it, acts on what is fetched, and its effect can be undone', async () => {
    const ada = await server.signUp()
    sites.pages.set('x.example/', article('xylophone'))
    sites.pages.set('y.example/', article('yoghurt'))
    const tag = await addTag(ada, 'music')
    const [{ _id: workspace_id }] = await ask(ada, '/workspace/get-workspaces', {})
    await ask(ada, '/workspace/create-rule', { workspace_id, search: 'site:x.example', keep_copy: true })
    await ask(ada, '/workspace/create-rule', { workspace_id, search: 'has:copy', add_tags: [tag] })
    const x = await add(ada, 'https://x.example/')
    await add(ada, 'https://y.example/')
    await run()
    expect(await found(ada, 'has:copy')).toEqual([x])
    expect(await found(ada, 'tag:music')).toEqual([x])
    const [rule] = await ask(ada, '/workspace/get-rules', {})
    expect(rule).toMatchObject({ effect_count: 1, effects: [{ entity_id: x, keep_copy: true }] })
    await ask(ada, '/workspace/undo-rule-effect', { workspace_id, rule_id: rule._id, number: 1 })
    soon()
    await run()
    expect(await found(ada, 'has:copy')).toEqual([])
  })

  it('the rule for copies follows a tag that is renamed or merged, and names the first tag again when a merge is undone', async () => {
    const ada = await server.signUp()
    for (const name of ['x', 'y', 'z']) sites.pages.set(`${name}.example/`, article(name))
    const tag = await addTag(ada, 'archive')
    const other = await addTag(ada, 'library')
    await ask(ada, '/user/update-copy-rule', { keeps: 'tags', tag_ids: [tag] })
    const ruleTags = async () => (await ada.send('GET', '/user/copy-rule')).body.data.tag_ids
    await ask(ada, '/tag/rename-one', { tag_id: tag, new_tag_name: 'attic' })
    expect(await ruleTags()).toEqual([tag])
    await ask(ada, '/tag/merge-many', { tag_ids: [tag], into_tag_id: other })
    expect(await ruleTags()).toEqual([other])
    const x = await add(ada, 'https://x.example/', { tags_assigned: [other] })
    await add(ada, 'https://y.example/')
    await run()
    expect(await found(ada, 'has:copy')).toEqual([x])
    const at = new Date(now()).toISOString()
    const before = { tag_name: 'attic', color_name: null, click_count: 0, lastClickedAt: null }
    await ask(ada, '/tag/unmerge-many', {
      tags: [{ _id: tag, ...before, createdAt: at, updatedAt: at, entity_ids: [], tag_groups: [] }],
      into: { _id: other, tag_name: 'library', lastClickedAt: null, entity_ids: [x], tag_groups: [] },
    })
    expect(await ruleTags()).toEqual([tag])
    await ask(ada, '/tag/delete-many', { tag_ids: [tag] })
    expect(await ruleTags()).toEqual([])
  })
})
