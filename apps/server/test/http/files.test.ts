import { randomBytes } from 'node:crypto'
import { LIMITS } from '@cardinal/domain'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { NOTHING_MADE } from '../../src/store/index.ts'
import { type Person, personWith, serverFor, startNode } from '../support/node.ts'
import { beginFile, hashOf, piecesOf, sendFile } from '../support/sent-files.ts'
import { DATABASES } from '../support/stores.ts'

const DAY = 86_400_000
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(DATABASES)('files of cards, on $name', { timeout: 120_000 }, ({ start }) => {
  let now = Date.now()
  const server = serverFor(start, { now: () => now })
  const fileOf = (bytes: Buffer, name = 'a.bin') => ({
    hash: hashOf(bytes),
    name,
    type: 'application/octet-stream',
    size: bytes.length,
  })
  const get = (person: Person, hash: string, headers: Record<string, string> = {}) =>
    fetch(`${server.api}/files/${hash}`, { headers: { authorization: `Bearer ${person.token}`, ...headers } })
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
  const make = async (person: Person, files: readonly object[]): Promise<string> => {
    const made = await person.send('POST', '/entity/create-one', {
      newEntity: { type: 'note', content: 'with files', files },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    return made.body.data._id
  }
  const cardOf = async (person: Person, id: string) =>
    (await person.send('POST', '/entity/get-specific', { entity_ids: [id] })).body.data[0]
  const again = async (person: Person) => {
    const { accessToken } = await server.node.identity.sessions.issue(person.userId, undefined)
    return personWith(server.api, person.userId, person.email, accessToken)
  }
  const storedIds = (person: Person) => server.node.store.files.idsOf(person.userId)
  const pieceNumbers = (id: string) => server.node.store.files.pieceNumbers(id)

  it('a file is uploaded in pieces, continues where it stopped, and is downloaded with the same bytes', async () => {
    const ada = await server.signUp()
    const bytes = randomBytes(3 * LIMITS.filePiece + 1_234)
    const begun = await beginFile(ada, bytes)
    const sizes = { piece_size: LIMITS.filePiece, pieces_together: 4 }
    expect(begun.body.data).toEqual({ is_whole: false, ...sizes, missing: [0, 1, 2, 3] })
    const [first, second, third, last] = piecesOf(bytes)
    for (const piece of [second, last])
      expect((await piece?.send(ada))?.body.data).toEqual({ is_whole: false })
    expect((await get(ada, hashOf(bytes))).status).toBe(404)
    expect((await beginFile(ada, bytes)).body.data.missing).toEqual([0, 2])
    expect((await second?.send(ada))?.body.data).toEqual({ is_whole: false })
    await first?.send(ada)
    expect((await third?.send(ada))?.body.data).toEqual({ is_whole: true })
    expect((await beginFile(ada, bytes)).body.data).toMatchObject({ is_whole: true, missing: [] })
    const answer = await get(ada, hashOf(bytes))
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    expect((await bytesOf(answer)).equals(bytes)).toBe(true)
    expect(await storedIds(ada)).toHaveLength(1)
  })

  it('pieces that follow each other go up in one request, at most four, with the hash of its body', async () => {
    const ada = await server.signUp()
    const bytes = randomBytes(6 * LIMITS.filePiece + 7)
    await beginFile(ada, bytes)
    const send = (from: number, until: number, body = bytes.subarray(from * LIMITS.filePiece, until)) =>
      ada.send('POST', `/files/${hashOf(bytes)}/pieces/${from}?sha256=${hashOf(body)}`, body)
    expect((await send(0, 5 * LIMITS.filePiece)).status).toBe(413)
    expect((await send(1, 3 * LIMITS.filePiece - 1)).body.msg).toMatch(/262,144 bytes, but 524,287 arrived/)
    expect((await send(4, 0, randomBytes(2 * LIMITS.filePiece + 8))).status).toBe(422)
    expect((await send(1, 5 * LIMITS.filePiece)).status).toBe(200)
    expect((await beginFile(ada, bytes)).body.data.missing).toEqual([0, 5, 6])
    expect((await send(0, 2 * LIMITS.filePiece)).status).toBe(200)
    expect((await send(5, bytes.length)).body.data).toEqual({ is_whole: true })
    expect((await bytesOf(await get(ada, hashOf(bytes)))).equals(bytes)).toBe(true)
  })

  it('damaged, too long and foreign pieces are refused, and wrong bytes never become a file', async () => {
    const ada = await server.signUp()
    const bytes = randomBytes(LIMITS.filePiece + 10)
    const path = (number: number, sha: string) => `/files/${hashOf(bytes)}/pieces/${number}?sha256=${sha}`
    const piece = bytes.subarray(0, LIMITS.filePiece)
    expect((await ada.send('POST', path(0, hashOf(piece)), piece)).status).toBe(404)
    for (const number of ['0x0', '00', '1e0', '+1', '-1', '0.0']) {
      const other = path(0, hashOf(piece)).replace('/pieces/0', `/pieces/${number}`)
      expect([number, (await ada.send('POST', other, piece)).status]).toEqual([number, 400])
    }
    await beginFile(ada, bytes)
    expect((await ada.send('POST', path(0, 'a'.repeat(64)), piece)).body.msg).toMatch(/Send it again/)
    const short = piece.subarray(1)
    expect((await ada.send('POST', path(0, hashOf(short)), short)).status).toBe(422)
    expect((await ada.send('POST', path(2, hashOf(short)), short)).status).toBe(404)
    const long = randomBytes(LIMITS.filePiece + 1)
    expect((await ada.send('POST', path(0, hashOf(long)), long)).status).toBe(422)
    const other = randomBytes(LIMITS.filePiece)
    expect((await ada.send('POST', path(0, hashOf(other)), other)).status).toBe(200)
    const rest = bytes.subarray(LIMITS.filePiece)
    const ended = await ada.send('POST', path(1, hashOf(rest)), rest)
    expect(ended).toMatchObject({ status: 422, body: { msg: expect.stringMatching(/Begin again/) } })
    expect(await storedIds(ada)).toEqual([])
    await sendFile(ada, bytes)
    expect((await bytesOf(await get(ada, hashOf(bytes)))).equals(bytes)).toBe(true)
  })

  it('wrong bytes that several requests complete at once leave the quota once', async () => {
    const ada = await server.signUp()
    const storedBytes = async () => (await server.node.store.users.byId(ada.userId))?.storedBytes
    const before = await storedBytes()
    const bytes = randomBytes(3 * LIMITS.filePiece)
    const wrong = piecesOf(randomBytes(bytes.length), hashOf(bytes))
    await beginFile(ada, bytes)
    for (const piece of wrong.slice(1)) await piece.send(ada)
    const answers = await Promise.all(Array.from({ length: 6 }, () => wrong[0]?.send(ada)))
    expect(answers.some((answer) => answer?.status === 422)).toBe(true)
    expect(await storedIds(ada)).toEqual([])
    expect(await storedBytes()).toBe(before)
  })

  it('of many pieces sent at once some are refused for now, and the file is whole when they were sent again', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const bytes = randomBytes(30 * LIMITS.filePiece)
    await beginFile(ada, bytes)
    const statuses: number[] = []
    const flood = () =>
      Promise.all(piecesOf(bytes).map(async (piece) => statuses.push((await piece.send(ada)).status)))
    // SQLite has one writer: while another change is written, 16 pieces of one person are under way, and 14 are refused.
    const flooding = await server.node.store.transact(async () => {
      const sent = flood()
      if (server.database.name === 'SQLite') await expect.poll(() => statuses).toEqual(Array(14).fill(429))
      return { ok: true as const, value: { sent } }
    })
    if (flooding.ok) await flooding.value.sent
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
    await sendFile(bob, randomBytes(100))
    await sendFile(ada, bytes)
    expect((await bytesOf(await get(ada, hashOf(bytes)))).equals(bytes)).toBe(true)
  })

  it('ranges and entity tags are answered as players and resumed downloads need them', async () => {
    const ada = await server.signUp()
    const bytes = randomBytes(LIMITS.filePiece + 100)
    const { hash } = fileOf(bytes)
    await sendFile(ada, bytes)
    const at = LIMITS.filePiece
    const cases: readonly [range: string, start: number, end: number][] = [
      ['bytes=0-0', 0, 1],
      [`bytes=${at - 5}-${at + 4}`, at - 5, at + 5],
      [`bytes=${at}-`, at, bytes.length],
      ['bytes=-7', bytes.length - 7, bytes.length],
      ['bytes=5-999999999', 5, bytes.length],
    ]
    for (const [range, first, end] of cases) {
      const answer = await get(ada, hash, { range })
      expect(answer.status, range).toBe(206)
      expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${end - 1}/${bytes.length}`)
      expect((await bytesOf(answer)).equals(bytes.subarray(first, end)), range).toBe(true)
    }
    const behind = await get(ada, hash, { range: `bytes=${bytes.length}-` })
    expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
    expect((await get(ada, hash, { range: 'bytes=-00' })).status).toBe(416)
    for (const range of ['bytes=3-1', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-'])
      expect((await get(ada, hash, { range })).status, range).toBe(200)
    expect((await get(ada, hash, { 'if-none-match': `"${hash}"` })).status).toBe(304)
    expect((await get(ada, hash, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
  })

  it('only files whose content is a picture or PDF are shown; SVG and HTML are downloaded, in a sandbox', async () => {
    const ada = await server.signUp()
    const headersOf = async (bytes: Buffer, name: string) => {
      await sendFile(ada, bytes)
      const answer = await get(ada, `${hashOf(bytes)}?name=${encodeURIComponent(name)}`)
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      return [answer.headers.get('content-type'), answer.headers.get('content-disposition')]
    }
    expect(await headersOf(PNG, 'evil.html')).toEqual([
      'image/png',
      `inline; filename="evil.html"; filename*=UTF-8''evil.html`,
    ])
    expect(await headersOf(PNG, 'nul.png')).toEqual([
      'image/png',
      `inline; filename="nul_.png"; filename*=UTF-8''nul_.png`,
    ])
    const saved = 'application/octet-stream'
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    expect(await headersOf(svg, 'a.svg')).toEqual([
      saved,
      `attachment; filename="a.svg"; filename*=UTF-8''a.svg`,
    ])
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    const [type, disposition] = await headersOf(html, 'Bild "ü"\r\nx: y.png')
    expect(type).toBe(saved)
    expect(disposition).toBe(
      `attachment; filename="Bild ux y.png"; filename*=UTF-8''Bild%20%22%C3%BC%22x%3A%20y.png`,
    )
    // A direction mark would make this program look like a picture.
    expect((await headersOf(html, 'annexe\u202egpj.exe'))[1]).toContain("filename*=UTF-8''annexegpj.exe")
  })

  it('nobody else can read a file or add to it, even with its hash or the same file', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const bytes = randomBytes(100)
    await sendFile(ada, bytes)
    expect((await get(bob, hashOf(bytes))).status).toBe(404)
    const [piece] = piecesOf(bytes)
    expect((await piece?.send(bob))?.status).toBe(404)
    expect((await beginFile(bob, bytes)).body.data.missing).toEqual([0])
    expect((await get(bob, hashOf(bytes))).status).toBe(404)
    expect((await fetch(`${server.api}/files/${hashOf(bytes)}`)).status).toBe(401)
  })

  it('[ID-10] a token with the scope add can send a file and can not read it, and one with the scope read can only read it', async () => {
    const ada = await server.signUp()
    const withToken = async (scope: string) => {
      const { token } = (await ada.send('POST', '/user/create-token', { name: scope, scope })).body.data
      return personWith(server.api, ada.userId, ada.email, token)
    }
    const [adder, reader] = [await withToken('add'), await withToken('read')]
    const bytes = randomBytes(LIMITS.filePiece + 7)
    const [first, last] = piecesOf(bytes)
    expect((await beginFile(reader, bytes)).status).toBe(403)
    expect((await beginFile(adder, bytes)).body.data).toMatchObject({ is_whole: false, missing: [0, 1] })
    expect((await first?.send(reader))?.status).toBe(403)
    expect((await first?.send(adder))?.body.data).toEqual({ is_whole: false })
    expect((await last?.send(adder))?.body.data).toEqual({ is_whole: true })
    expect((await get(adder, hashOf(bytes))).status).toBe(403)
    expect((await bytesOf(await get(reader, hashOf(bytes)))).equals(bytes)).toBe(true)
    expect(await storedIds(ada)).toHaveLength(1)
  })

  it('a file over the limit, or for a full account, is refused before a byte is sent', async () => {
    const small = await startNode(server.database, { env: { CARDINAL_FILE_MB: '1', CARDINAL_QUOTA_MB: '1' } })
    const ada = await small.signUp()
    const size = 1024 * 1024
    const begin = (hash: string, bytes: number) => ada.send('POST', '/files', { hash, size: bytes })
    expect(await begin('a'.repeat(64), size + 1)).toMatchObject({
      status: 413,
      body: { msg: 'size: a file has at most 1 MB on this server.' },
    })
    expect((await begin('a'.repeat(64), 900_000)).status).toBe(200)
    expect((await begin('a'.repeat(64), 900_001)).status).toBe(200)
    expect(await begin('b'.repeat(64), 900_000)).toMatchObject({
      status: 403,
      body: { msg: expect.stringMatching(/account is full/) },
    })
    const counted = await small.node.store.users.countStoredBytes(ada.userId)
    expect((await small.node.store.users.byId(ada.userId))?.storedBytes).toBe(counted)
    await small.stop()
  })

  it('files that two devices attach are both kept, and each removal removes only one', async () => {
    const ada = await server.signUp()
    const [one, two, three] = ['1', '2', '3'].map((text) => fileOf(Buffer.from(text), `${text}.txt`))
    const id = await make(ada, [one as object])
    const edit = (attached: object) => ada.send('PATCH', '/entity/edit-one', { entity_id: id, attached })
    await edit({ added: [two] })
    await edit({ added: [three], removed: [one?.hash] })
    expect((await cardOf(ada, id)).files).toEqual([two, three])
    await edit({ removed: [two?.hash, three?.hash] })
    expect(await cardOf(ada, id)).not.toHaveProperty('files')
    const many = Array.from({ length: LIMITS.filesPerCard + 1 }, (_, n) => fileOf(Buffer.from(`${n}`)))
    expect((await edit({ added: many })).status).toBe(400)
  })

  it('a file is deleted 30 days after its last card, and not before', async () => {
    let ada = await server.signUp()
    const bytes = randomBytes(LIMITS.filePiece + 5)
    await sendFile(ada, bytes)
    const [fileId = ''] = await storedIds(ada)
    const card = await make(ada, [fileOf(bytes)])
    const pass = async (days: number) => {
      now += days * DAY
      await server.node.housekeeping.run()
      ada = await again(ada)
    }
    await pass(40)
    expect((await get(ada, hashOf(bytes))).status).toBe(200)
    await ada.send('POST', '/entity/delete-many', { entity_ids: [card] })
    await pass(0)
    await pass(29)
    expect((await ada.send('POST', '/entity/restore-many', { entity_ids: [card] })).status).toBe(200)
    await pass(2)
    expect((await get(ada, hashOf(bytes))).status).toBe(200)
    await ada.send('POST', '/entity/delete-many', { entity_ids: [card] })
    await pass(0)
    await pass(31)
    expect((await get(ada, hashOf(bytes))).status).toBe(404)
    expect([await storedIds(ada), await pieceNumbers(fileId)]).toEqual([[], []])
    await beginFile(ada, bytes)
    await pass(31)
    expect(await storedIds(ada)).toEqual([])
  })

  it('pieces without a file, left by a killed server, are deleted by the next housekeeping', async () => {
    const ada = await server.signUp()
    await sendFile(ada, randomBytes(LIMITS.filePiece + 5))
    const [fileId = ''] = await storedIds(ada)
    await server.node.store.transact(async (tx) => {
      await tx.files.remove([fileId])
      return { ok: true, value: null }
    })
    expect(await pieceNumbers(fileId)).toEqual([0, 1])
    await server.node.housekeeping.run()
    expect(await pieceNumbers(fileId)).toEqual([])
  })

  const thumbnail = (person: Person, bytes: Buffer, size = 'small', headers = {}) =>
    get(person, `${hashOf(bytes)}/thumbnail?size=${size}`, headers)
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c08' } })
      .jpeg()
      .withMetadata({ orientation: 6, exif: { IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } } })
      .toBuffer()

  it('a picture has thumbnails in two sizes, upright and without its location, that are made once and counted', async () => {
    const ada = await server.signUp()
    const bytes = await photo(1_600, 1_200)
    expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) })
    expect((await thumbnail(ada, bytes)).status).toBe(404)
    await sendFile(ada, bytes)
    const first = await thumbnail(ada, bytes)
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const made = await bytesOf(first)
    const { width, height, exif, orientation } = await sharp(made).metadata()
    expect([width, height, exif, orientation]).toEqual([144, 192, undefined, undefined])
    const large = await sharp(await bytesOf(await thumbnail(ada, bytes, 'large'))).metadata()
    expect([large.width, large.height]).toEqual([600, 800])
    const [fileId = ''] = await storedIds(ada)
    expect(await pieceNumbers(fileId)).toEqual([-2, -1, 0])
    const stored = (await server.node.store.users.byId(ada.userId))?.storedBytes
    expect(stored).toBe(await server.node.store.users.countStoredBytes(ada.userId))
    expect(stored).toBeGreaterThan(bytes.length + made.length)
    const tag = first.headers.get('etag') ?? ''
    const known = await thumbnail(ada, bytes, 'small', { 'if-none-match': tag })
    expect([tag, known.status]).toEqual([`"${hashOf(bytes)}-small"`, 304])
    expect((await bytesOf(await thumbnail(ada, bytes))).equals(made)).toBe(true)
    expect((await bytesOf(await get(ada, hashOf(bytes)))).equals(bytes)).toBe(true)
    expect((await thumbnail(ada, bytes, 'huge')).status).toBe(400)
    expect((await thumbnail(await server.signUp(), bytes)).status).toBe(404)
  })

  it('twenty requests for one thumbnail store it once, and a full account still gets it', async () => {
    const small = await startNode(server.database, { env: { CARDINAL_QUOTA_MB: '1' } })
    const ada = await small.signUp()
    const bytes = await sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
      .png()
      .toBuffer()
    await sendFile(ada, bytes)
    const ask = async (size: string) => {
      const headers = { authorization: `Bearer ${ada.token}` }
      const answer = await fetch(`${small.api}/files/${hashOf(bytes)}/thumbnail?size=${size}`, { headers })
      await answer.arrayBuffer()
      return answer.status
    }
    expect(await Promise.all(Array.from({ length: 20 }, () => ask('small')))).toEqual(Array(20).fill(200))
    const counted = await small.node.store.users.countStoredBytes(ada.userId)
    expect((await small.node.store.users.byId(ada.userId))?.storedBytes).toBe(counted)
    const rest = 1024 * 1024 - counted - 1_000
    expect((await ada.send('POST', '/files', { hash: 'a'.repeat(64), size: rest })).status).toBe(200)
    expect(await ask('large')).toBe(200)
    const [fileId = ''] = (await small.node.store.files.idsOf(ada.userId)).slice(0, 1)
    expect(await small.node.store.files.pieceNumbers(fileId)).not.toContain(-2)
    await small.stop()
  })

  it('files that are no picture, are damaged or claim too many pixels have no thumbnail', async () => {
    const ada = await server.signUp()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const pdf = Buffer.from('%PDF-1.4 ')
    const cut = (await photo(300, 300)).subarray(0, 400)
    const bomb = Buffer.from(PNG)
    bomb.writeUInt32BE(100_000, 16)
    bomb.writeUInt32BE(100_000, 20)
    for (const bytes of [svg, pdf, cut, bomb]) {
      await sendFile(ada, bytes)
      for (let n = 0; n < 2; n++) expect((await thumbnail(ada, bytes)).status).toBe(404)
    }
    expect(await (await thumbnail(ada, svg)).json()).toMatchObject({ msg: 'Only pictures have thumbnails.' })
  })

  it('[ID-12] deleting an account deletes its files', async () => {
    const ada = await server.signUp()
    const bytes = await photo(900, 900)
    await sendFile(ada, bytes)
    await thumbnail(ada, bytes)
    const [fileId = ''] = await storedIds(ada)
    expect(await pieceNumbers(fileId)).toEqual([-1, 0])
    await server.node.identity.deleteUser(ada.userId)
    expect([await storedIds(ada), await pieceNumbers(fileId)]).toEqual([[], []])
  })

  it('an unfinished upload with a wrong size gives way to the right one, and a whole file does not', async () => {
    const ada = await server.signUp()
    const bytes = randomBytes(LIMITS.filePiece + 5)
    const begin = (size: number) => ada.send('POST', '/files', { hash: hashOf(bytes), size })
    await begin(LIMITS.filePiece)
    const [wrongId = ''] = await storedIds(ada)
    await server.node.store.transact(async (tx) => ({
      ok: true,
      value: await tx.files.putPiece(wrongId, 0, bytes.subarray(0, LIMITS.filePiece)),
    }))
    await sendFile(ada, bytes)
    expect(await pieceNumbers(wrongId)).toEqual([])
    expect((await begin(5)).status).toBe(422)
    expect((await bytesOf(await get(ada, hashOf(bytes)))).equals(bytes)).toBe(true)
    const counted = await server.node.store.users.countStoredBytes(ada.userId)
    expect((await server.node.store.users.byId(ada.userId))?.storedBytes).toBe(counted)
  })

  it('an account holds a limited number of files, which the sweep and the deletion remove in short steps', async () => {
    let ada = await server.signUp()
    const { store } = server.node
    const hash = (n: number) => n.toString(16).padStart(64, '0')
    const times = { created_at: now, whole_at: null, unused_since: now }
    const row = { user_id: ada.userId, size: 1, type: '', ...NOTHING_MADE, ...times }
    const fill = async () => {
      for (let start = 0; start < LIMITS.filesPerAccount; start += 500)
        await store.transact(async (tx) => {
          for (let n = start; n < start + 500; n++)
            await tx.files.insert({ ...row, id: n.toString(16).padStart(24, '0'), hash: hash(n) })
          return { ok: true, value: null }
        })
    }
    const begin = (n: number) => ada.send('POST', '/files', { hash: hash(n), size: 1 })
    /** Counts the changes of others that are made while `work` runs. */
    const changesDuring = async (work: Promise<unknown>) => {
      let isOver = false
      let changes = 0
      const ended = work.finally(() => (isOver = true))
      while (!isOver) {
        await store.transact(async () => ({ ok: true, value: null }))
        changes++
        await new Promise((resolve) => setTimeout(resolve, 3))
      }
      await ended
      return changes
    }
    await fill()
    expect(await begin(LIMITS.filesPerAccount)).toMatchObject({
      status: 403,
      body: { msg: expect.stringMatching(/at most 10,000 files/) },
    })
    expect((await begin(1)).status).toBe(200)
    now += 31 * DAY
    expect(await changesDuring(server.node.housekeeping.run())).toBeGreaterThan(30)
    expect((await storedIds(ada)).length).toBeLessThanOrEqual(1)
    ada = await again(ada)
    expect((await begin(LIMITS.filesPerAccount)).status).toBe(200)
    await store.transact(async (tx) => ({ ok: true, value: await tx.files.remove(await storedIds(ada)) }))
    await fill()
    expect(await changesDuring(server.node.identity.deleteUser(ada.userId))).toBeGreaterThan(10)
    expect(await storedIds(ada)).toEqual([])
  })

  it('an upload that stopped after its last piece is finished when it is started again', async () => {
    const ada = await server.signUp()
    const bytes = randomBytes(10)
    await beginFile(ada, bytes)
    const [fileId = ''] = await storedIds(ada)
    await server.node.store.transact(async (tx) => {
      await tx.files.putPiece(fileId, 0, bytes)
      return { ok: true, value: null }
    })
    expect((await beginFile(ada, bytes)).body.data.is_whole).toBe(true)
    expect((await bytesOf(await get(ada, hashOf(bytes)))).equals(bytes)).toBe(true)
  })
})
