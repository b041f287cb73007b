import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AnyCall, calls } from '@cardinal/contract'
import { LIMITS } from '@cardinal/domain'
import { afterAll, describe, expect, it } from 'vitest'
import { entityChanges } from '../../src/calls/entity-changes.ts'
import { tagChanges } from '../../src/calls/tag-changes.ts'
import { request, serverFor } from '../support/node.ts'
import { hashOf } from '../support/sent-files.ts'
import { DATABASES } from '../support/stores.ts'

const COMMAND = fileURLToPath(new URL('../../../../packages/command/bin/cardinal.mjs', import.meta.url))

it('[ID-10] every change allowed to the scope add defines its answer for such a token', () => {
  const handlers: Readonly<Record<string, object>> = { ...entityChanges, ...tagChanges }
  const open = Object.entries(calls).filter(
    ([, { access, kind }]: [string, AnyCall]) => access === 'add' && kind === 'change',
  )
  expect(open.length).toBeGreaterThan(0)
  for (const [name] of open) expect(handlers[name], name).toHaveProperty('addOnly')
})

describe.each(DATABASES)('a token that only adds, on $name', ({ start }) => {
  const server = serverFor(start)
  const homes: string[] = []
  afterAll(() => {
    for (const home of homes) rmSync(home, { recursive: true })
  })

  async function personWithCards() {
    const ada = await server.signUp()
    const tags = {
      frontendGeneratedTags: [{ tag_name: 'secret project' }, { tag_name: 'cplusplus', display_name: 'C++' }],
    }
    const made = (await ada.send('POST', '/tag/create-many-from-keyword', tags)).body.data
    const newEntity = {
      type: 'hyperlink',
      content: 'Private words\nhttps://known.example/1',
      tags_assigned: [made[0]._id],
    }
    const card = (await ada.send('POST', '/entity/create-one', { newEntity })).body.data
    const { token } = (await ada.send('POST', '/user/create-token', { name: 'adds', scope: 'add' })).body.data
    const send = (method: string, path: string, body?: unknown) =>
      request(server.api, method, path, body, { authorization: `Bearer ${token}` })
    const read = async () =>
      (await ada.send('POST', '/entity/get-matching-entities', { userIsTyping_inSearchbar: '' })).body.data
    const same = async () =>
      expect((await ada.send('POST', '/entity/get-specific', { entity_ids: [card._id] })).body.data).toEqual([
        card,
      ])
    return { ada, tags: made, card, token, send, read, same }
  }

  it('[ID-10] a token with the scope add gets the same answer for an existing tag as for a new one', async () => {
    const { ada, tags, send, read, same } = await personWithCards()
    const make = async (tag_name: string) =>
      (
        await send('POST', '/tag/create-many-from-keyword', {
          frontendGeneratedTags: [{ _id: tags[1]._id, tag_name }],
        })
      ).body
    const [known, other, fresh] = [
      await make('Secret Project'),
      await make('c'),
      await make('never heard of'),
    ]
    const shapeOf = ({ _id, createdAt, updatedAt, tag_name, ...rest }: Record<string, unknown>) => rest
    for (const answer of [known, other, fresh]) {
      expect(answer.data).toHaveLength(1)
      expect(shapeOf(answer.data[0])).toEqual(shapeOf(fresh.data[0]))
      expect(tags.map(({ _id }: { _id: string }) => _id)).not.toContain(answer.data[0]._id)
    }
    expect(known.data[0].tag_name).toBe('secret project')
    expect(other.seq - known.seq, 'each moves the history by one').toBe(fresh.seq - other.seq)
    const tags_assigned = [known.data[0]._id, fresh.data[0]._id]
    const made = await send('POST', '/entity/create-one', {
      newEntity: { type: 'note', content: 'x', tags_assigned },
    })
    expect(made.body.data.tags_assigned).toEqual(tags_assigned)
    const [card] = (await read()).filter(({ content }: { content: string }) => content === 'x')
    expect(card.tags_assigned, 'the tag that was there is on the card').toContain(tags[0]._id)
    expect((await ada.send('POST', '/tag/get-all-tags', {})).body.count).toBe(4)
    await same()
  })

  it('[ID-10] a token with the scope add can have texts read, and the answer does not reveal which tags exist', async () => {
    const { send } = await personWithCards()
    const texts = [{ content: 'a #C++ #secret_project #new_project' }]
    const [read] = (await send('POST', '/entity/read-texts', { texts })).body.data
    expect(read).toMatchObject({
      content: 'a #C++',
      tags: [
        { tag_name: 'secret project', parents: [] },
        { tag_name: 'new project', parents: [] },
      ],
    })
  })

  it('[ID-10] a token with the scope read can have texts and due dates read, and the answer shows which tags exist', async () => {
    const { ada } = await personWithCards()
    const { token } = (await ada.send('POST', '/user/create-token', { name: 'reads', scope: 'read' })).body
      .data
    const send = (path: string, body: object) =>
      request(server.api, 'POST', path, body, { authorization: `Bearer ${token}` })
    const read = await send('/entity/read-texts', { texts: [{ content: 'a #C++' }] })
    expect(read).toMatchObject({ status: 200, body: { data: [{ content: 'a', tags: [{}] }] } })
    const due = await send('/entity/read-due', { words: 'tomorrow', now: '2026-03-09' })
    expect(due).toMatchObject({ status: 200, body: { data: { dueAt: '2026-03-10' } } })
  })

  it('[ID-10] a token with the scope add can not tag an existing card, or get it by its id', async () => {
    const { tags, card, send, same } = await personWithCards()
    const onto = {
      frontendGeneratedTags: [{ tag_name: 'mine' }],
      attachToTheseEntities: [card._id],
      entityType: 'hyperlink',
    }
    expect((await send('POST', '/tag/create-many-from-keyword', onto)).status).toBe(403)
    const again = { newEntity: { _id: card._id, type: 'note', content: 'x', tags_assigned: [tags[0]._id] } }
    expect((await send('POST', '/entity/create-one', again)).status).toBe(409)
    const list = [
      { key: 'a', method: 'POST', path: '/tag/create-many-from-keyword', body: onto, on_conflict: 'merge' },
      { key: 'b', method: 'POST', path: '/entity/create-one', body: again, on_conflict: 'merge' },
    ]
    const pushed = await send('POST', '/sync/push', list)
    expect(pushed.body.data.map(({ status }: { status: number }) => status)).toEqual([403, 409])
    await same()
  })

  it('[ID-10] a token with the scope add can add through the APIs of Pinboard, linkding and Karakeep, and sees no existing data', async () => {
    const { ada, tags, token, send, read, same } = await personWithCards()
    const root = server.api.replace(/\/api$/, '')
    const asked = async (url: string, more = '') =>
      (
        await request(
          root,
          'GET',
          `/v1/posts/add?auth_token=x:${token}&url=${encodeURIComponent(url)}&description=P${more}`,
        )
      ).body
    expect(await asked('https://known.example/1', '&replace=no')).toEqual(
      await asked('https://new.example/1'),
    )
    for (const path of ['/v1/posts/all', '/v1/posts/get', '/v1/tags/get', '/v1/posts/suggest?url=x'])
      expect(
        (await request(root, 'GET', `${path}${path.includes('?') ? '&' : '?'}auth_token=x:${token}`)).status,
      ).toBe(403)

    const linkding = async (url: string, tag_names: string[]) => {
      const { status, body } = await send('POST', '/bookmarks/', { url, title: 'L', tag_names })
      const {
        id,
        url: _url,
        date_added,
        date_modified,
        web_archive_snapshot_url,
        tag_names: shown,
        ...rest
      } = body
      expect(status).toBe(201)
      return [shown, rest]
    }
    expect(await linkding('https://known.example/1', ['Secret-Project'])).toEqual([
      // The tag as it was sent, not the existing one.
      ['Secret-Project'],
      (await linkding('https://new.example/2', []))[1],
    ])
    const karakeep = async (url: string) => {
      const { status, body } = await send('POST', '/v1/bookmarks', { type: 'link', url, title: 'K' })
      const { id, createdAt, modifiedAt, content, ...rest } = body
      return [status, rest, { ...content, url: null }]
    }
    expect(await karakeep('https://known.example/1')).toEqual(await karakeep('https://new.example/3'))
    for (const [method, path] of [
      ['GET', '/bookmarks/'],
      ['GET', '/tags/'],
      ['POST', '/tags/'],
      ['GET', '/v1/bookmarks'],
      ['GET', `/v1/bookmarks/check-url?url=https://known.example/1`],
      ['PATCH', '/bookmarks/1/'],
      ['DELETE', '/bookmarks/1/'],
    ] as const)
      expect([path, (await send(method, path, method === 'GET' ? undefined : { name: 'x' })).status]).toEqual(
        [path, 403],
      )
    const cards = await read()
    expect(cards).toHaveLength(7)
    const found = cards.filter(({ content }: { content: string }) => content.startsWith('L\n'))
    expect(found.map((card: { tags_assigned: string[] }) => card.tags_assigned)).toContainEqual([tags[0]._id])
    await same()
    expect((await ada.send('POST', '/tag/get-all-tags', {})).body.count).toBe(2)
  })

  it('[ID-10] a token with the scope add can sign in and add with the command line, also files, and reads nothing', async () => {
    const { ada, token, tags, read, same } = await personWithCards()
    const home = mkdtempSync(join(tmpdir(), 'cardinal-add-only-'))
    homes.push(home)
    const run = async (args: readonly string[], input = '') => {
      const env = { PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: home }
      const child = spawn(process.execPath, [COMMAND, ...args], { env })
      child.stdin.end(input)
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part) => {
          said += part
        })
      return { code: await new Promise((resolve) => child.on('close', resolve)), said }
    }
    const root = server.api.replace(/\/api$/, '')
    expect((await run(['login', '--url', root], token)).code).toBe(0)
    const added = await run(
      ['add', '--tags', 'secret project'],
      'Bread #baking\nhttps://known.example/1 Again\n',
    )
    expect(added).toEqual({
      code: 0,
      said: expect.stringMatching(/^Understood in row 1: #baking\n2 of 2 added, 0 here already/),
    })
    expect(added.said).not.toContain('Undo')
    const cards = await read()
    expect(cards.map(({ content }: { content: string }) => content)).toEqual(
      expect.arrayContaining([
        'Bread',
        'Again\nhttps://known.example/1',
        'Private words\nhttps://known.example/1',
      ]),
    )
    for (const card of cards) expect(card.tags_assigned).toContain(tags[0]._id)
    const bytes = randomBytes(LIMITS.filePiece + 5)
    writeFileSync(join(home, 'scan.bin'), bytes)
    const withFile = await run(['add', 'Bread recipe', '--file', join(home, 'scan.bin')])
    expect(withFile).toMatchObject({ code: 0, said: expect.stringContaining('1 of 1 added') })
    const recipe = (await read()).find(({ content }: { content: string }) => content === 'Bread recipe')
    expect(recipe.files).toMatchObject([{ hash: hashOf(bytes), name: 'scan.bin', size: bytes.length }])
    const stored = await fetch(`${server.api}/files/${hashOf(bytes)}`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true)
    for (const words of [['find'], ['export'], ['suggest', 'x'], ['add', 'x', '--dry-run']])
      expect((await run(words)).said, words.join(' ')).toContain('may only add')
    await same()
  })
})
