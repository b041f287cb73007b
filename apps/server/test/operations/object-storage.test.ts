import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '@cardinal/domain'
import S3rver from 's3rver'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sweepFiles } from '../../src/files/sweep.ts'
import { copyStore } from '../../src/store/index.ts'
import { type Person, personWith, startNode, type TestNode } from '../support/node.ts'
import { beginFile, hashOf, piecesOf, sendFile } from '../support/sent-files.ts'
import { sendPage } from '../support/sent-pages.ts'
import { DATABASES, startPostgres, startSqlite, type TestDatabase } from '../support/stores.ts'

const DAY = 86_400_000

/** An independent S3 server, which checks signatures. */
class Bucket {
  readonly #folder = mkdtempSync(join(tmpdir(), 'cardinal-s3-'))
  #server = this.#made(0)
  #port = 0

  #made(port: number) {
    const configureBuckets = [{ name: 'cardinal', configs: [] }]
    return new S3rver({ port, address: '127.0.0.1', silent: true, directory: this.#folder, configureBuckets })
  }

  async start(): Promise<void> {
    this.#server = this.#made(this.#port)
    this.#port = (await this.#server.run()).port
  }

  stop(): Promise<void> {
    return this.#server.close()
  }

  get address(): string {
    return `http://S3RVER:S3RVER@127.0.0.1:${this.#port}/cardinal/files`
  }

  /** Names of the objects, without the prefix. */
  objects(): readonly string[] {
    return readdirSync(join(this.#folder, 'cardinal'), { recursive: true })
      .map(String)
      .filter((path) => path.endsWith('_object'))
      .map((path) => path.slice(path.indexOf('files/') + 6, path.indexOf('._S3rver')))
      .sort()
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

describe.each(DATABASES)('files in a storage of objects, on $name', { timeout: 120_000 }, ({ start }) => {
  let bucket: Bucket
  let database: TestDatabase
  let node: TestNode
  let ada: Person
  let now = Date.now()
  const env = () => ({ CARDINAL_FILES_URL: bucket.address })
  beforeEach(async () => {
    now = Date.now()
    bucket = new Bucket()
    await bucket.start()
    database = await start()
    await (await database.open()).close()
    node = await startNode(database, { env: env(), now: () => now })
    ada = await node.signUp()
  })
  afterEach(async () => {
    await node.stop()
    await database.stop()
    await bucket.stop()
    bucket.remove()
  })

  /** The same person at a node that was started later. */
  const at = ({ api }: TestNode) => personWith(api, ada.userId, ada.email, ada.token)
  const store = () => node.node.store
  const rowOf = (bytes: Uint8Array) => store().files.byHash(ada.userId, hashOf(bytes))
  const download = async (person: Person, bytes: Uint8Array, api = node.api) => {
    const headers = { authorization: `Bearer ${person.token}` }
    const answer = await fetch(`${api}/files/${hashOf(bytes)}`, { headers })
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  it('a file goes there in pieces, comes back whole and in ranges, has thumbnails, and leaves with its account', async () => {
    const picture = await sharp({
      create: {
        width: 900,
        height: 700,
        channels: 3,
        background: '#c41e3a',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    })
      .png()
      .toBuffer()
    await sendFile(ada, picture)
    const file = await rowOf(picture)
    const pieces = Math.ceil(picture.length / LIMITS.filePiece)
    expect(pieces).toBeGreaterThan(2)
    expect(bucket.objects()).toEqual(
      Array.from({ length: pieces }, (_, number) => `${file?.id}/${number}`).sort(),
    )
    expect(await download(ada, picture)).toEqual({ status: 200, bytes: picture })
    const ranged = await fetch(`${node.api}/files/${hashOf(picture)}`, {
      headers: { authorization: `Bearer ${ada.token}`, range: 'bytes=262140-262150' },
    })
    expect([ranged.status, Buffer.from(await ranged.arrayBuffer())]).toEqual([
      206,
      picture.subarray(262_140, 262_151),
    ])
    expect((await ada.send('GET', `/files/${hashOf(picture)}/thumbnail`)).status).toBe(200)
    const html = Buffer.from(`<p>${randomBytes(9).toString('hex')}`.padEnd(2 * LIMITS.filePiece, '.'))
    const url = 'https://page.example/kept'
    expect((await sendPage(node.api, '/v1/bookmarks/singlefile', ada.token, { html, url })).status).toBe(201)
    expect(await download(ada, html)).toEqual({ status: 200, bytes: html })
    expect(bucket.objects()).toHaveLength(pieces + 2)

    await node.node.identity.deleteUser(ada.userId)
    expect(bucket.objects()).toEqual([])
  })

  it('while it is away nothing is half: a piece is refused with a sentence and sent later, and what is removed goes with the next sweep', async () => {
    const bytes = randomBytes(2 * LIMITS.filePiece)
    await beginFile(ada, bytes)
    const [first, second] = piecesOf(bytes)
    expect((await first!.send(ada)).status).toBe(200)
    await bucket.stop()
    expect(await second!.send(ada)).toMatchObject({
      status: 503,
      body: { msg: 'The storage of files can’t be reached. Send the piece again.' },
    })
    expect((await beginFile(ada, bytes)).body.data).toMatchObject({ is_whole: false, missing: [1] })
    await bucket.start()
    await sendFile(ada, bytes)
    expect((await download(ada, bytes)).bytes).toEqual(bytes)

    await sweepFiles(store(), now)
    await bucket.stop()
    await sweepFiles(store(), now + 31 * DAY)
    expect(await rowOf(bytes)).toBeUndefined()
    await bucket.start()
    expect(bucket.objects()).toHaveLength(2)
    await sweepFiles(store(), now + 31 * DAY)
    expect(bucket.objects()).toEqual([])
  })

  it('files from before lie in the database and are read as ever, and a server without the address says what is missing', async () => {
    await node.stop()
    node = await startNode(database)
    const before = randomBytes(1_000)
    await sendFile(at(node), before)
    await node.stop()
    node = await startNode(database, { env: env() })
    const after = randomBytes(LIMITS.filePiece + 1)
    await sendFile(at(node), after)
    expect((await download(ada, before)).bytes).toEqual(before)
    expect((await download(ada, after)).bytes).toEqual(after)
    expect(bucket.objects()).toHaveLength(2)
    const file = await rowOf(after)
    await node.stop()
    node = await startNode(database)
    expect((await download(ada, before)).bytes).toEqual(before)
    await expect(store().files.piece(file?.id ?? '', 0)).rejects.toThrow('CARDINAL_FILES_URL')
  })

  it('a copy of the data to another database finds the files where they lie', async () => {
    const bytes = randomBytes(LIMITS.filePiece + 1)
    await sendFile(ada, bytes)
    await node.stop()
    const other = await (database.name === 'SQLite' ? startPostgres() : startSqlite())
    const copied = await copyStore(database, other)
    expect(copied.ok).toBe(true)
    node = await startNode(other, { env: env() })
    expect((await download(ada, bytes)).bytes).toEqual(bytes)
    await node.stop()
    await other.stop()
    node = await startNode(database, { env: env() })
  })
})
