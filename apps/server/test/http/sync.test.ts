import { calls, changeFromFeedLine, type FeedLine, feedLine } from '@cardinal/contract'
import { NaiveWorkspace } from '@cardinal/engine/reference'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { beginNewEpochs } from '../../src/operations/restore.ts'
import { failFor } from '../support/failing-change.ts'
import { accepted, idOf, type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

/** Blocks all callers of `pass` until it is opened. */
class Gate {
  open: () => void = () => undefined
  readonly passed = new Promise<void>((resolve) => {
    this.open = resolve
  })
}

describe.each(DATABASES)('replication on $name', ({ start }) => {
  const server = serverFor(start)

  const note = async (person: Person, content: string, more: object = {}) =>
    accepted(
      await person.call(calls.createOneEntity, { body: { newEntity: { type: 'note', content, ...more } } }),
    ).data
  const pull = async (person: Person, cursor?: string) => {
    const answer = await person.send(
      'GET',
      `/sync/pull${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
    )
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson')
    const lines = answer.body
      .trimEnd()
      .split('\n')
      .map((line: string) => z.parse(feedLine, JSON.parse(line)))
    const last = lines.pop()
    return { rows: lines as Exclude<FeedLine, { cursor: string }>[], cursor: last.cursor as string }
  }

  it('[OF-5] the feed sends all rows, newest first, and later the changed ones with tombstones', async () => {
    const ada = await server.signUp()
    const [tag] = accepted(
      await ada.call(calls.createManyFromKeyword, { body: { frontendGeneratedTags: [{ tag_name: 't' }] } }),
    ).data
    const tag_ids = [tag?._id ?? '']
    const old = await note(ada, 'old', { createdAt: '2001-01-01T00:00:00.000Z', tags_assigned: tag_ids })
    const young = await note(ada, 'young')
    const gone = await note(ada, 'gone')
    accepted(await ada.call(calls.deleteManyEntities, { body: { entity_ids: [gone._id] } }))
    const first = await pull(ada)
    expect(first.rows.map((line) => line.kind)).toEqual(['workspace', 'tag', 'entity', 'entity'])
    expect(first.rows.slice(2)).toEqual([
      { kind: 'entity', row: young },
      { kind: 'entity', row: old },
    ])
    expect((await pull(ada, first.cursor)).rows).toEqual([])
    accepted(await ada.call(calls.deleteManyEntities, { body: { entity_ids: [young._id] } }))
    accepted(await ada.call(calls.deleteManyTags, { body: { tag_ids } }))
    const second = await pull(ada, first.cursor)
    expect(second.rows).toContainEqual({ kind: 'entity', _id: young._id, deleted: true })
    expect(second.rows).toContainEqual({ kind: 'tag', _id: tag_ids[0], deleted: true })
    expect(second.rows).toContainEqual({ kind: 'entity', row: { ...old, tags_assigned: [] } })
  })

  it('the feed asks for a reload if the cursor is of another history, damaged or from the future', async () => {
    const [ada, grace] = [await server.signUp(), await server.signUp()]
    const { cursor } = await pull(ada)
    const other = (await pull(grace)).cursor
    for (const wrong of [other, 'nonsense', `${cursor}9`, cursor.replace(/^./, '!')])
      expect(await ada.send('GET', `/sync/pull?cursor=${encodeURIComponent(wrong)}`)).toMatchObject({
        status: 410,
        body: { command: 'resync' },
      })
    expect((await ada.send('GET', `/sync/pull?workspace_id=${idOf(1)}`)).status).toBe(404)
  })

  it('[OF-2] an interrupted load continues after the last card that arrived', async () => {
    const ada = await server.signUp()
    for (const text of ['one', 'two', 'three']) await note(ada, text)
    const whole = await ada.send('GET', '/sync/pull')
    const end = whole.headers.get('cardinal-load') ?? ''
    const lines: string[] = whole.body.trimEnd().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ cursor: end })
    const cards = lines.filter((line) => line.startsWith('{"kind":"entity"'))
    const { createdAt, _id } = JSON.parse(cards[0] ?? '').row
    await note(ada, 'made in between')
    const behind = `behind=${Date.parse(createdAt)}.${_id}`
    const rest = await ada.send('GET', `/sync/pull?cursor=${end}&${behind}`)
    const last = JSON.stringify({ cursor: end, has_newer_rows: true })
    expect(rest.body.trimEnd().split('\n')).toEqual([...cards.slice(1), last])
    expect(await ada.send('GET', `/sync/pull?${behind}`)).toMatchObject({ status: 400 })
    expect(await ada.send('GET', `/sync/pull?cursor=${end}&behind=x`)).toMatchObject({ status: 400 })
  })

  it('[OF-2] a push answers each change, and one that fails on the server delays only later changes of its row', async () => {
    const ada = await server.signUp()
    const create = (n: number) => ({
      key: `make-${n}`,
      method: 'POST',
      path: '/entity/create-one',
      body: { newEntity: { _id: idOf(n), type: 'note', content: `card ${n}` } },
    })
    const color = (n: number) => ({
      key: `color-${n}`,
      method: 'PATCH',
      path: '/entity/update-color',
      body: { entity_ids: [idOf(n)], color: 'red' },
    })
    const both = { ...color(1), key: 'both', body: { entity_ids: [idOf(1), idOf(2)], color: 'teal' } }
    const list = [create(1), create(2), color(2), create(3), both, color(1), create(4), color(4)].map(
      (call) => ({
        ...call,
        on_conflict: 'merge',
      }),
    )
    const push = async () => (await ada.send('POST', '/sync/push', list)).body.data
    const mend = failFor(server.node, ({ id }) => id === idOf(2))
    const answered = await push()
    mend()
    expect(answered.map(({ key, status }: { key: string; status: number }) => [key, status])).toEqual([
      ['make-1', 200],
      ['make-2', 500],
      ['color-2', 424],
      ['make-3', 200],
      ['both', 424],
      ['color-1', 424],
      ['make-4', 200],
      ['color-4', 200],
    ])
    expect(answered[1].body).toMatchObject({ msg: expect.any(String), request_id: expect.any(String) })
    expect((await push()).map(({ status }: { status: number }) => status)).toEqual(Array(8).fill(200))
    const { rows } = await pull(ada)
    const colors = rows.flatMap((line) => ('row' in line && line.kind === 'entity' ? [line.row.color] : []))
    expect(colors.filter((color) => color === 'red')).toHaveLength(2)
    expect(colors.filter((color) => color === 'teal')).toHaveLength(1)
  })

  it('[OF-2] a push or load of another epoch is refused as a whole, and one without an epoch is accepted', async () => {
    const ada = await server.signUp()
    const { headers } = await ada.send('POST', '/sync/push', [])
    const epoch = headers.get('cardinal-epoch') ?? ''
    expect((await ada.send('GET', `/sync/pull?epoch=${epoch}`)).headers.get('cardinal-epoch')).toBe(epoch)
    const make = (n: number) => [
      {
        key: `make-${n}`,
        method: 'POST',
        path: '/entity/create-one',
        body: { newEntity: { _id: idOf(n), type: 'note', content: `card ${n}` } },
      },
    ]
    expect(await ada.send('POST', `/sync/push?epoch=${epoch}`, make(11))).toMatchObject({ status: 200 })
    await beginNewEpochs(server.node.store, Date.now())
    for (const answer of [
      await ada.send('POST', `/sync/push?epoch=${epoch}`, make(12)),
      await ada.send('GET', `/sync/pull?epoch=${epoch}`),
    ]) {
      expect(answer).toMatchObject({ status: 410, body: { command: 'resync' } })
      expect(answer.headers.get('cardinal-epoch')).not.toBe(epoch)
    }
    const next = (await ada.send('POST', '/sync/push', make(13))).headers.get('cardinal-epoch') ?? ''
    expect(await ada.send('POST', `/sync/push?epoch=${next}`, make(14))).toMatchObject({ status: 200 })
    // A workspace created later has the same epoch.
    const made = await ada.send('POST', '/workspace/create-one', { workspace_name: 'later' })
    const later = await ada.send('GET', `/sync/pull?workspace_id=${made.body.data._id}&epoch=${next}`)
    expect(later).toMatchObject({ status: 200 })
    const contents = (await pull(ada)).rows.flatMap((line) =>
      'row' in line && line.kind === 'entity' ? [line.row.content] : [],
    )
    expect(contents.toSorted()).toEqual(['card 11', 'card 13', 'card 14'])
    for (const wrong of ['', '-', `${next}, ${next}`])
      expect((await ada.send('POST', `/sync/push?epoch=${wrong}`, [])).status).toBe(410)
  })

  it('the server compresses the feed', async () => {
    const ada = await server.signUp()
    await note(ada, 'zip '.repeat(2000))
    const response = await fetch(`${server.api}/sync/pull`, {
      headers: { authorization: `Bearer ${ada.token}`, 'accept-encoding': 'gzip' },
    })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    // `fetch` unzips by itself: complete text shows that zipping worked.
    expect((await response.text()).trimEnd().split('\n')).toHaveLength(3)
  })

  it.each(['gzip', 'br'])(
    '[OF-5] the feed sends what it has read, compressed as %s, while it reads more',
    async (encoding) => {
      const ada = await server.signUp()
      await note(ada, 'a card')
      const { cards } = server.node.store
      const readNewest = cards.newest
      const gate = new Gate()
      cards.newest = async (...args) => {
        await gate.passed
        return readNewest(...args)
      }
      const response = await fetch(`${server.api}/sync/pull`, {
        headers: { authorization: `Bearer ${ada.token}`, 'accept-encoding': encoding },
      })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      let heard = ''
      for await (const chunk of response.body ?? []) {
        heard += Buffer.from(chunk).toString()
        // The event arrives before any card could be read.
        if (heard.includes('"kind":"workspace"')) gate.open()
      }
      cards.newest = readNewest
      expect(heard).toContain('a card')
    },
  )

  it('[OF-5] the event stream first names the latest change of each workspace, and then each new one', async () => {
    const ada = await server.signUp()
    const stop = new AbortController()
    const response = await fetch(`${server.api}/sync/events`, {
      headers: { authorization: `Bearer ${ada.token}` },
      signal: stop.signal,
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    let heard = ''
    const reading = (async () => {
      for await (const chunk of response.body ?? []) heard += Buffer.from(chunk).toString()
    })().catch(() => undefined)
    await expect.poll(() => heard).toContain('"seq":0')
    await note(ada, 'x')
    await expect.poll(() => heard).toContain('"seq":1')
    await note(await server.signUp(), 'not hers')
    await note(ada, 'y')
    await expect.poll(() => heard).toContain('"seq":2')
    expect(heard.match(/^data:/gm)).toHaveLength(3)
    accepted(await ada.call(calls.updateGlobalSettings, { body: { saved_searches: ['old, other'] } }))
    await expect.poll(() => heard.match(/"workspace_id":null/g)?.length).toBe(1)
    const [tag] = accepted(
      await ada.call(calls.createManyFromKeyword, { body: { frontendGeneratedTags: [{ tag_name: 'old' }] } }),
    ).data
    accepted(await ada.call(calls.renameOneTag, { body: { tag_id: tag?._id ?? '', new_tag_name: 'new' } }))
    // The saved search got the tag's new name.
    await expect.poll(() => heard.match(/"workspace_id":null/g)?.length).toBe(2)
    stop.abort()
    await reading
  })

  it('a client that polls the feed misses no row while many others write', { timeout: 120_000 }, async () => {
    const ada = await server.signUp()
    await server.node.store.transact(async (tx) => {
      await tx.users.update(ada.userId, { plan: 'pro' })
      return { ok: true as const, value: null }
    })
    const seen = new Set<string>()
    const replica = new NaiveWorkspace()
    let cursor: string | undefined
    let isWriting = true
    const poll = async () => {
      const page = await pull(ada, cursor)
      cursor = page.cursor
      for (const line of page.rows) {
        const change = changeFromFeedLine(line)
        if (change === null) continue
        replica.apply([change])
        if (change.kind === 'card') seen.add(change.id)
      }
    }
    const polling = (async () => {
      while (isWriting) await poll()
    })()
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      const ids: string[] = []
      for (let i = 0; i < 20; i++) ids.push((await note(ada, `w${writer} ${i}`))._id)
      return ids
    })
    const written = (await Promise.all(writers)).flat()
    isWriting = false
    await polling
    await poll()
    expect(written.filter((id) => !seen.has(id))).toEqual([])
    expect(replica.ask('countCards', {})).toEqual({ todo: 0, note: 160, link: 0 })
  })
})
