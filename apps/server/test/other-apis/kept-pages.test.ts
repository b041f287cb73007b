import { connect } from 'node:net'
import { LIMITS } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { sweepFiles } from '../../src/files/sweep.ts'
import { NOTHING_MADE } from '../../src/store/index.ts'
import { type Person, serverFor, startNode } from '../support/node.ts'
import { hashOf } from '../support/sent-files.ts'
import { beginPage, hostilePage, sendPage } from '../support/sent-pages.ts'
import { DATABASES } from '../support/stores.ts'

const URL_SENT = 'https://example.com/behind-a-wall'
const KARAKEEP = '/v1/bookmarks/singlefile'
const LINKDING = '/bookmarks/singlefile/'
const pageOf = (text: string) =>
  `<!doctype html><html><head><title>${text}</title></head><body>${text}</body></html>`
/** More than two pieces. */
const LONG = pageOf('é'.repeat(LIMITS.filePiece))

describe.each(DATABASES)('whole pages of SingleFile, on $name', { timeout: 120_000 }, ({ start }) => {
  let now = Date.now()
  const server = serverFor(start, { now: () => now })
  const send = (person: Person, path: string, html: string | Uint8Array, url = URL_SENT) =>
    sendPage(server.api, path, person.token, { html, url })
  const personal = async (person: Person, scope = 'write'): Promise<string> =>
    (await person.send('POST', '/user/create-token', { name: scope, scope })).body.data.token
  const cardsOf = async (person: Person) =>
    (await person.send('POST', '/entity/get-matching-entities', { userIsTyping_inSearchbar: '' })).body
      .data as {
      _id: string
      files?: { hash: string; name: string; type: string; size: number; keptAt?: number }[]
    }[]
  const bytesOf = async (person: Person, hash: string) => {
    const answer = await fetch(`${server.api}/files/${hash}`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const storedFiles = (person: Person) => server.node.store.files.after(person.userId, '', 100)

  it('a page sent as SingleFile sends it to Karakeep becomes a link with the page as its file, byte by byte', async () => {
    const ada = await server.signUp()
    const answer = await send(ada, KARAKEEP, LONG)
    const body = (await answer.json()) as Record<string, unknown>
    expect(answer.status, JSON.stringify(body)).toBe(201)
    const hash = hashOf(Buffer.from(LONG))
    const name = 'A page (3_9_2026).html'
    expect(body).toMatchObject({
      alreadyExists: false,
      content: { type: 'link', url: URL_SENT },
      assets: [{ id: hash, assetType: 'precrawledArchive', fileName: name }],
    })
    const [card] = await cardsOf(ada)
    expect(card?.files).toEqual([
      { hash, name, type: 'text/html', size: Buffer.byteLength(LONG), keptAt: now },
    ])
    const { answer: download, bytes } = await bytesOf(ada, hash)
    expect(bytes.toString() === LONG).toBe(true)
    expect(download.headers.get('content-disposition')).toMatch(/^attachment/)
    const asset = await fetch(`${server.api}/v1/assets/${hash}`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    expect([asset.status, hashOf(Buffer.from(await asset.arrayBuffer()))]).toEqual([200, hash])
  })

  it('an address that is a card already keeps, adds or replaces the page as `ifexists` of Karakeep says', async () => {
    const ada = await server.signUp()
    const texts = async () => {
      const [card, ...others] = await cardsOf(ada)
      expect(others).toEqual([])
      const files = card?.files ?? []
      return Promise.all(files.map(async ({ hash }) => (await bytesOf(ada, hash)).bytes.toString()))
    }
    const [one, two, three] = ['one', 'two', 'three'].map(pageOf) as [string, string, string]
    expect((await send(ada, KARAKEEP, one)).status).toBe(201)
    const skipped = await send(ada, KARAKEEP, two)
    expect([skipped.status, await skipped.json()]).toMatchObject([200, { alreadyExists: true }])
    expect(await texts()).toEqual([one])
    expect(await storedFiles(ada)).toHaveLength(1)
    expect((await send(ada, `${KARAKEEP}?ifexists=append`, two)).status).toBe(200)
    expect(await texts()).toEqual([one, two])
    now += 1_000
    expect((await send(ada, `${KARAKEEP}?ifexists=overwrite-recrawl`, three)).status).toBe(200)
    expect(await texts()).toEqual([one, three])
    expect((await send(ada, `${KARAKEEP}?ifexists=maybe`, one)).status).toBe(400)
  })

  it('a page sent to linkding joins the link with its address in any spelling, and the same page again gets the new date', async () => {
    const ada = await server.signUp()
    for (const url of [URL_SENT, `${URL_SENT}/`, URL_SENT.replace('example', 'www.example')]) {
      now += 1_000
      const answer = await send(ada, LINKDING, pageOf('same'), url)
      expect([answer.status, await answer.json()]).toEqual([
        201,
        { message: 'Snapshot uploaded successfully.' },
      ])
    }
    const cards = await cardsOf(ada)
    expect(cards).toHaveLength(1)
    expect(cards[0]?.files).toMatchObject([{ keptAt: now }])
    expect(await storedFiles(ada)).toHaveLength(1)
  })

  it('[ID-10] a token that only adds makes a new link for its page each time, and learns nothing of the one that exists', async () => {
    const ada = await server.signUp()
    const token = await personal(ada, 'add')
    for (const path of [KARAKEEP, LINKDING, `${KARAKEEP}?ifexists=overwrite`]) {
      const answer = await sendPage(server.api, path, token, { html: pageOf('mine'), url: URL_SENT })
      expect([path, answer.status]).toEqual([path, 201])
      expect(JSON.stringify(await answer.json())).not.toContain('"alreadyExists":true')
    }
    expect(await cardsOf(ada)).toHaveLength(3)
    const read = await personal(ada, 'read')
    expect((await sendPage(server.api, KARAKEEP, read, { html: 'x', url: URL_SENT })).status).toBe(403)
    expect((await sendPage(server.api, LINKDING, 'wrong', { html: 'x', url: URL_SENT })).status).toBe(401)
  })

  it('what can’t be kept is refused with a sentence, and leaves neither a card nor bytes', async () => {
    const ada = await server.signUp()
    const refusals: [number, string][] = []
    const note = async (answer: Response) =>
      refusals.push([answer.status, ((await answer.json()) as { error: string }).error])
    const form = new FormData()
    form.set('url', URL_SENT)
    const headers = { authorization: `Bearer ${ada.token}` }
    const post = (body: RequestInit['body'], type?: string) =>
      fetch(server.api + LINKDING, {
        method: 'POST',
        body: body ?? null,
        headers: { ...headers, ...(type && { 'content-type': type }) },
      })
    await note(await post(form))
    await note(await send(ada, LINKDING, ''))
    await note(await send(ada, LINKDING, pageOf('x'), 'no address'))
    await note(await send(ada, LINKDING, Buffer.from('%PDF-1.7')))
    await note(await send(ada, KARAKEEP, Buffer.alloc(LIMITS.pageBytes + 1, 'a')))
    await note(await post(undefined))
    await note(await post('{}', 'application/json'))
    await note(
      await post(
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
        'multipart/form-data; boundary=x',
      ),
    )
    expect(refusals).toEqual([
      [400, "Both 'url' and 'file' parameters are required."],
      [400, "Both 'url' and 'file' parameters are required."],
      [400, expect.stringContaining('address')],
      [400, 'file: this is a picture or a PDF, and no page.'],
      [413, 'A page has at most 30 MB on this server.'],
      [400, 'body: this is not a well-formed form.'],
      [400, 'body: this is not a well-formed form.'],
      [400, 'body: this is not a well-formed form.'],
    ])
    expect(await cardsOf(ada)).toEqual([])
    expect(await storedFiles(ada)).toEqual([])
    expect((await send(ada, KARAKEEP, Buffer.alloc(LIMITS.pageBytes, 'a'))).status).toBe(201)
  })

  it('a full account and a server without files refuse a page in both APIs', async () => {
    for (const [env, expected] of [
      [{ CARDINAL_QUOTA_MB: '1' }, /^This account is full/],
      [{ CARDINAL_FILE_MB: '0' }, /^Asset upload is disabled\.$/],
    ] as const) {
      const node = await startNode(server.database, { env })
      const ada = await node.signUp()
      for (const path of [KARAKEEP, LINKDING]) {
        const html = Buffer.alloc(2 * 1024 * 1024, 'a')
        const answer = await sendPage(node.api, path, ada.token, { html, url: URL_SENT })
        expect(answer.status).toBe(403)
        expect(((await answer.json()) as { error: string }).error).toMatch(expected)
      }
      await node.stop()
    }
  })

  it('an upload that breaks off leaves nothing, and the bytes of a killed server are removed an hour later', async () => {
    const ada = await server.signUp()
    const { hostname, port } = new URL(server.api)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /api${LINKDING} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.html"\r\n\r\n${'a'.repeat(600_000)}`,
    )
    await expect.poll(async () => (await storedFiles(ada)).length).toBe(1)
    socket.destroy()
    await expect.poll(() => storedFiles(ada)).toEqual([])
    const { store } = server.node
    const id = 'a'.repeat(24)
    await store.transact(async (tx) => {
      const times = { created_at: now, whole_at: null, unused_since: now, ...NOTHING_MADE }
      await tx.files.insert({ id, user_id: ada.userId, hash: `arriving-${id}`, size: 9, type: '', ...times })
      await tx.files.putPiece(id, 0, Buffer.from('killed'))
      return { ok: true, value: null }
    })
    await sweepFiles(store, now + 3_000_000)
    expect(await storedFiles(ada)).toHaveLength(1)
    await sweepFiles(store, now + 3_700_000)
    expect([await storedFiles(ada), await store.files.pieceNumbers(id)]).toEqual([[], []])
  })

  it('pages that stop in the middle keep out nobody else: where all places are taken, the slowest gives way', async () => {
    const html = 'x'.repeat(1_000_000)
    const begin = (person: Person, begun: number) =>
      beginPage(server.api, KARAKEEP, person.token, { html, url: URL_SENT }, begun)
    const arriving = async (person: Person) => (await storedFiles(person)).length
    const slowest = await server.signUp()
    const pages = [begin(slowest, 20_000)]
    const people = [slowest]
    for (let n = 0; n < 7; n++) {
      const person = await server.signUp()
      people.push(person)
      pages.push(begin(person, 200_000), begin(person, 200_000))
    }
    pages.push(begin(slowest, 200_000))
    for (const person of people) await expect.poll(() => arriving(person), { timeout: 30_000 }).toBe(2)
    const ada = await server.signUp()
    expect((await send(ada, KARAKEEP, pageOf('early'))).status).toBe(503)
    now += 11_000
    expect((await send(ada, KARAKEEP, pageOf('late'))).status).toBe(201)
    expect(await pages[0]?.status).toBeNull()
    await expect.poll(() => arriving(slowest)).toBe(1)
    for (const { goOn } of pages.slice(1)) goOn()
    const statuses = await Promise.all(pages.slice(1).map(({ status }) => status))
    expect(statuses.every((status) => status === 200 || status === 201)).toBe(true)
  })

  it('a kept page is shown with a ticket of its own for a minute, sandboxed, without its links, and to nobody else', async () => {
    const [ada, eve] = [await server.signUp(), await server.signUp()]
    const html = hostilePage('https://evil.example')
    await send(ada, KARAKEEP, html)
    const hash = hashOf(Buffer.from(html))
    const path = `/files/${hash}/page-address`
    expect((await eve.send('GET', path)).status).toBe(404)
    const { data } = (await ada.send('GET', path)).body
    const show = (address: string) => fetch(server.api + address)
    const answer = await show(data.path)
    const shown = await answer.text()
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox; default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(shown).not.toMatch(/<link|srcdoc/i)
    expect(shown).toContain('<h1>Hostile</h1>')
    expect(shown.endsWith('</html><base target="_blank">')).toBe(true)
    for (const wrong of [
      data.path.replace(hash, hashOf(Buffer.from('another'))),
      data.path.replace(ada.userId, eve.userId),
      `${data.path.slice(0, -1)}${data.path.endsWith('A') ? 'E' : 'A'}`,
      `/kept-pages/${hash}?ticket=x`,
    ])
      expect((await show(wrong)).status, wrong).toBe(404)
    now += 61_000
    expect((await show(data.path)).status).toBe(404)
  })

  it('no element that opens a connection is left in a shown page, wherever the pieces of storage part it', async () => {
    const ada = await server.signUp()
    const marks = ['<link rel=preconnect>', '<LiNk>', ' srcdoc=x', ' SRCDOC=y']
    for (const before of [1, 2, 3, 4, 5, 6]) {
      const parts = marks.map((mark) =>
        mark.padStart(LIMITS.filePiece - before + mark.length, 'a').padEnd(LIMITS.filePiece, 'b'),
      )
      const html = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(parts.join('').slice(2))])
      await send(ada, `${KARAKEEP}?ifexists=append`, html)
      const { data } = (await ada.send('GET', `/files/${hashOf(html)}/page-address`)).body
      const shown = Buffer.from(await (await fetch(server.api + data.path)).arrayBuffer())
      expect(shown.toString('latin1').match(/<link|srcdoc/gi)).toBeNull()
      expect(shown[0]).toBe(0x20)
      expect(shown).toHaveLength(1 + html.length + '<base target="_blank">'.length)
    }
  })
})
