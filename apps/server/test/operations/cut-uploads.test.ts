import { randomBytes } from 'node:crypto'
import { filesOf, LIMITS, ok } from '@cardinal/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sweepFiles } from '../../src/files/sweep.ts'
import { FILE_ROW } from '../../src/files/uploads.ts'
import type { Store } from '../../src/store/index.ts'
import { beginFile, hashOf, piecesOf, sendFile } from '../support/sent-files.ts'
import { beginPage, beginRequest, sendPage } from '../support/sent-pages.ts'
import { RealServer } from '../support/server-process.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

const KARAKEEP = '/v1/bookmarks/singlefile'
const DAY = 86_400_000
const pageOf = (pieces: number) =>
  Buffer.from(`<p>${randomBytes(9).toString('hex')}`.padEnd(pieces * LIMITS.filePiece, '.'))
const urlOf = (bytes: Buffer) => `https://page.example/${hashOf(bytes)}`

describe.each(DATABASES)(
  'uploads under way when their server ends, on $name',
  { timeout: 180_000 },
  ({ start }) => {
    let database: TestDatabase
    let store: Store
    let server: RealServer
    let ada: Awaited<ReturnType<RealServer['signUp']>>
    beforeEach(async () => {
      database = await start()
      store = await database.open()
      server = new RealServer(database)
      ada = await server.signUp()
      await server.start()
    })
    afterEach(async () => {
      await server.end('SIGKILL')
      await store.close()
      await database.stop()
    })

    const send = (html: Buffer) => sendPage(server.api, KARAKEEP, ada.token, { html, url: urlOf(html) })
    const begin = (html: Buffer, begun: number) =>
      beginPage(server.api, KARAKEEP, ada.token, { html, url: urlOf(html) }, begun)
    const rows = () => store.files.after(ada.userId, '', 1_000)
    const bytesOf = async (id: string) => {
      const numbers = await store.files.pieceNumbers(id)
      return Buffer.concat(
        await Promise.all(numbers.map(async (n) => (await store.files.piece(id, n)) as Buffer)),
      )
    }
    const arrivingPieces = async () => {
      const arriving = (await rows()).filter(({ hash }) => hash.startsWith('arriving-'))
      return Promise.all(arriving.map(async ({ id }) => (await store.files.pieceNumbers(id)).length))
    }
    const hashesOnCards = async () =>
      (await store.files.cardsWithFiles(ada.userId, '', 1_000)).flatMap(({ files }) =>
        filesOf(files).map(({ hash }) => hash),
      )
    /** Bytes by which the account's count is larger than what it stores. */
    const miscounted = async () => {
      const user = await store.users.byId(ada.userId)
      const counted = await store.transact<number, never>(async (tx) =>
        ok(await tx.users.countStoredBytes(ada.userId)),
      )
      return (user?.storedBytes ?? 0) - (counted.ok ? counted.value : 0)
    }

    it('a server that is asked to stop keeps a page that goes on to arrive, and leaves nothing of one that does not', async () => {
      const [kept, going, silent] = [pageOf(1), pageOf(5), pageOf(6)]
      expect((await send(kept)).status).toBe(201)
      const file = randomBytes(2 * LIMITS.filePiece)
      await beginFile(ada, file)
      await piecesOf(file)[0]?.send(ada)
      const piece = file.subarray(LIMITS.filePiece)
      const pieceSent = beginRequest(
        `${server.api}/files/${hashOf(file)}/pieces/1?sha256=${hashOf(piece)}`,
        { authorization: `Bearer ${ada.token}`, 'content-type': 'application/octet-stream' },
        piece,
        1_000,
      )
      const goingSent = begin(going, 3 * LIMITS.filePiece)
      const silentSent = begin(silent, 3 * LIMITS.filePiece)
      await expect.poll(arrivingPieces, { timeout: 30_000 }).toEqual([2, 2])

      const ended = server.end('SIGTERM')
      const isRefused = () =>
        ada.send('GET', '/ready').then(
          ({ status }) => status === 503,
          () => true,
        )
      await expect.poll(isRefused, { timeout: 30_000 }).toBe(true)
      goingSent.goOn()
      expect(await goingSent.status).toBe(201)
      // 0: it exited by itself, before it would have been killed.
      expect(await ended).toBe(0)
      expect([await silentSent.status, await pieceSent.status]).toEqual([null, null])

      const whole = (await rows()).filter((row) => row.whole_at !== null)
      expect(whole.map(({ hash }) => hash).sort()).toEqual([kept, going].map(hashOf).sort())
      for (const { id, hash } of whole) expect(hashOf(await bytesOf(id))).toBe(hash)
      const half = (await rows()).filter((row) => row.whole_at === null)
      expect(half.map(({ hash }) => hash)).toEqual([hashOf(file)])
      expect(await store.files.pieceNumbers(half[0]?.id ?? '')).toEqual([0])
      expect((await store.files.looseIds('')).ids).toEqual([])
      expect(Math.abs(await miscounted())).toBeLessThan(FILE_ROW)
      expect((await hashesOnCards()).sort()).toEqual([kept, going].map(hashOf).sort())
    })

    it('a server that is killed keeps each page and file that it acknowledged, and of the others nothing stays', async () => {
      const acknowledged = { pages: [] as Buffer[], files: [] as Buffer[] }
      const unanswered: Buffer[] = []
      const statuses = new Set<number>()
      const silent = begin(pageOf(6), 3 * LIMITS.filePiece)
      const sendPages = async () => {
        for (let n = 0; ; n++) {
          const html = pageOf(n % 3)
          const answer = await send(html).catch(() => null)
          if (answer === null) return void unanswered.push(html)
          statuses.add(answer.status)
          acknowledged.pages.push(html)
        }
      }
      const sendFiles = async () => {
        for (let n = 1; ; n++) {
          const bytes = randomBytes((n % 3) * LIMITS.filePiece + 9)
          const isSent = await sendFile(ada, bytes).then(
            () => true,
            () => false,
          )
          if (!isSent) return void unanswered.push(bytes)
          acknowledged.files.push(bytes)
        }
      }
      const sending = Promise.all([sendPages(), sendFiles()])
      const counts = () => Math.min(acknowledged.pages.length, acknowledged.files.length)
      await expect.poll(counts, { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(5)
      expect(Math.max(...(await arrivingPieces()))).toBeGreaterThan(1)
      await server.end('SIGKILL')
      await sending
      expect([...statuses]).toEqual([201])
      expect(await silent.status).toBeNull()
      await server.start()
      const found = new Map((await rows()).map((row) => [row.hash, row]))
      for (const bytes of [...acknowledged.pages, ...acknowledged.files])
        expect(found.get(hashOf(bytes))?.whole_at).toBeTypeOf('number')
      for (const row of found.values())
        if (row.whole_at !== null) expect(hashOf(await bytesOf(row.id))).toBe(row.hash)
      const onCards = await hashesOnCards()
      for (const hash of onCards) expect(found.get(hash)?.whole_at).toBeTypeOf('number')
      expect(new Set(onCards)).toEqual(new Set([...onCards, ...acknowledged.pages.map(hashOf)]))

      await sweepFiles(store, Date.now() + 2 * 3_600_000)
      expect(await arrivingPieces()).toEqual([])
      for (const bytes of [...acknowledged.files, ...unanswered]) {
        await sendFile(ada, bytes)
        const download = await fetch(`${server.api}/files/${hashOf(bytes)}`, {
          headers: { authorization: `Bearer ${ada.token}` },
        })
        expect(hashOf(new Uint8Array(await download.arrayBuffer()))).toBe(hashOf(bytes))
      }
      await sweepFiles(store, Date.now() + 31 * DAY)
      expect((await rows()).map(({ hash }) => hash).sort()).toEqual(onCards.sort())
      expect((await store.files.looseIds('')).ids).toEqual([])
    })
  },
)
