import { randomBytes } from 'node:crypto'
import { LIMITS } from '@cardinal/domain'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { lanes } from '../../src/files/uploads.ts'
import { serverFor } from '../support/node.ts'
import { beginFile, hashOf, piecesOf } from '../support/sent-files.ts'
import { beginPage, sendPage } from '../support/sent-pages.ts'
import { DATABASES } from '../support/stores.ts'

const KARAKEEP = '/v1/bookmarks/singlefile'
const URL_SENT = 'https://page.example/'

describe.each(DATABASES)('uploads of several people, on $name', ({ start }) => {
  const server = serverFor(start)
  afterEach(() => void vi.restoreAllMocks())

  it('many and slow uploads of one person delay another person’s by one piece, and delay no reading of a page', async () => {
    const [mallory, ada, bob] = [await server.signUp(), await server.signUp(), await server.signUp()]
    const send = (token: string, html: string) =>
      sendPage(server.api, KARAKEEP, token, { html, url: URL_SENT + html.length })
    const shown = '<p>shown</p>'.padEnd(2 * LIMITS.filePiece)
    expect((await send(ada.token, shown)).status).toBe(201)
    const bobsFile = randomBytes(100)
    await beginFile(bob, bobsFile)

    /** The owners of the stored pieces, in order. */
    const order: string[] = []
    let asked = 0
    const run = lanes.run.bind(lanes)
    vi.spyOn(lanes, 'run').mockImplementation((lane, work) => {
      asked++
      return run(lane, () => {
        order.push(lane)
        return work()
      })
    })
    let goOn = () => {}
    const held = run('held until all others wait', () => new Promise<void>((go) => (goOn = go)))

    const page = { html: 'x'.repeat(5 * LIMITS.filePiece), url: URL_SENT }
    const slow = [1, 2].map(() =>
      beginPage(server.api, KARAKEEP, mallory.token, page, 1.5 * LIMITS.filePiece),
    )
    const file = randomBytes(18 * LIMITS.filePiece)
    await beginFile(mallory, file)
    const pieces = piecesOf(file)
    const many = pieces.slice(0, 16).map((piece) => piece.send(mallory))
    await expect.poll(() => asked, { timeout: 30_000 }).toBe(18)
    expect((await send(mallory.token, 'a third page')).status).toBe(503)
    expect((await pieces[16]?.send(mallory))?.status).toBe(429)

    const adasPage = send(ada.token, '<p>Ada</p>')
    await expect.poll(() => asked, { timeout: 30_000 }).toBe(19)
    const bobsPiece = piecesOf(bobsFile)[0]?.send(bob)
    await expect.poll(() => asked, { timeout: 30_000 }).toBe(20)
    const { data } = (await ada.send('GET', `/files/${hashOf(Buffer.from(shown))}/page-address`)).body
    expect(await (await fetch(server.api + data.path)).text()).toContain('<p>shown</p>')
    expect(order).toEqual([])

    goOn()
    await held
    expect((await adasPage).status).toBe(201)
    expect((await bobsPiece)?.body.data).toEqual({ is_whole: true })
    for (const piece of many) expect((await piece).status).toBe(200)
    expect(order.slice(0, 3)).toEqual([mallory.userId, ada.userId, bob.userId])
    // Ada's page is stored while pages that were started before it are still arriving.
    const answered = await Promise.race([...slow.map(({ status }) => status), 'none'])
    expect(answered).toBe('none')
    for (const page of slow) page.goOn()
    expect((await Promise.all(slow.map(({ status }) => status))).sort()).toEqual([200, 201])
  })
})
