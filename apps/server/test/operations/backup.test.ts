import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { type Person, personWith, request, startNode, type TestNode } from '../support/node.ts'
import { hashOf, sendFile } from '../support/sent-files.ts'
import { pdfWith } from '../support/sent-pdfs.ts'

describe('backup and restore of SQLite', () => {
  let dataDir: string
  let place: string
  let node: TestNode | null
  const env = () => ({ CARDINAL_DATA_DIR: dataDir })
  const database = () => join(dataDir, 'cardinal.sqlite')

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'cardinal-backup-'))
    place = mkdtempSync(join(tmpdir(), 'cardinal-backups-'))
    node = null
  })

  afterEach(async () => {
    await node?.stop()
    for (const folder of [dataDir, place]) rmSync(folder, { recursive: true, force: true })
  })

  const start = async () => {
    node = await startNode({ name: 'SQLite', databaseUrl: null, dataDir, open: never, stop: never })
    return node
  }
  const stop = async () => {
    await node?.stop()
    node = null
  }
  const admin = async (...words: string[]) => runAdmin(words, env())
  const answerOf = async (...words: string[]) => {
    const answer = await admin(...words)
    if (!answer.ok) throw new Error(answer.error)
    return JSON.parse(answer.value[0] ?? '')
  }

  it('a backup copies all committed rows while writers continue, and a restored copy has every one of them', async () => {
    const server = await start()
    const ada = await server.signUp()
    const acknowledged: string[] = []
    let isOver = false
    const writers = [1, 2, 3].map(async (writer) => {
      for (let i = 0; !isOver; i++) {
        const content = `writer ${writer} card ${i}`
        expect((await create(ada, content)).status).toBe(200)
        acknowledged.push(content)
      }
    })
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(150)
    const before = [...acknowledged]
    const file = join(place, 'one.sqlite')
    const made = await answerOf('backup', '--file', file)
    isOver = true
    await Promise.all(writers)
    const after = new Set(acknowledged)

    expect(made).toMatchObject({ file, users: 1, workspaces: 1 })
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(existsSync(`${file}-wal`)).toBe(false)
    const contents = cardsIn(file)
    expect(made.cards).toBe(contents.length)
    for (const content of before) expect(contents).toContain(content)
    for (const content of contents) expect(after).toContain(content)

    await stop()
    const { keptAside } = await answerOf('restore', '--file', file)
    expect(cardsIn(keptAside).sort()).toEqual([...after].sort())
    expect(tablesOf(database())).toEqual(tablesOf(file))
  })

  it('a restored backup begins new epochs, so that devices reload and send their changes again', async () => {
    const ada = await (await start()).signUp()
    await create(ada, 'kept', 'key-1')
    const cursor = await cursorOf(ada)
    const file = join(place, 'older.sqlite')
    await answerOf('backup', '--file', file)
    const lost = await create(ada, 'lost', 'key-2')
    await stop()
    await answerOf('restore', '--file', file)

    const again = await start()
    const later = personWith(again.api, ada.userId, ada.email, ada.token)
    expect(await later.send('GET', `/sync/pull?cursor=${cursor}`)).toMatchObject({
      status: 410,
      body: { command: 'resync' },
    })
    const pushed = await later.send('POST', '/sync/push', [
      pushOf('key-1', 'kept'),
      { ...pushOf('key-2', 'lost'), body: { newEntity: { _id: lost.body.data._id, ...note('lost') } } },
    ])
    expect(pushed.body.data.map((one: { status: number }) => one.status)).toEqual([200, 200])
    expect(cardsIn(database()).sort()).toEqual(['kept', 'lost'])
  })

  it('a restored backup has the words of PDFs that were read, and PDFs that were not are read then', {
    timeout: 180_000,
  }, async () => {
    const server = await start()
    const ada = await server.signUp()
    const [early, late] = [pdfWith([['Read before']]), pdfWith([['Read after']])]
    await sendFile(ada, early)
    await server.node.services.pdfTexts.runDue()
    await sendFile(ada, late)
    const file = join(place, 'words.sqlite')
    await answerOf('backup', '--file', file)
    await stop()
    await answerOf('restore', '--file', file)

    const again = await start()
    const later = personWith(again.api, ada.userId, ada.email, ada.token)
    const find = () => later.send('POST', '/files/find', { texts: ['read before', 'read after'] })
    expect((await find()).body.data).toEqual([[hashOf(early)], []])
    await again.node.services.pdfTexts.runDue()
    expect((await find()).body.data).toEqual([[hashOf(early)], [hashOf(late)]])
  })

  it('a backup or restore refuses to overwrite a file, to run beside a server, and to use a damaged backup', async () => {
    await create(await (await start()).signUp(), 'here')
    const file = join(place, 'one.sqlite')
    await answerOf('backup', '--file', file)
    const bytes = readFileSync(file)
    expect(await admin('backup', '--file', file)).toMatchObject({
      error: expect.stringMatching(/overwrites/),
    })
    expect(await admin('restore', '--file', file)).toMatchObject({ error: expect.stringMatching(/stop it/) })
    expect(readFileSync(file).equals(bytes)).toBe(true)
    await stop()

    const before = cardsIn(database())
    const text = join(place, 'text')
    writeFileSync(text, 'This is no database, however long it is. '.repeat(200))
    const damaged = join(place, 'damaged.sqlite')
    writeFileSync(damaged, Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(bytes.length - 8192, 7)]))
    const newer = join(place, 'newer.sqlite')
    copyFileSync(file, newer)
    const db = new SqliteFile(newer)
    db.exec("insert into migration values ('9999-tomorrow', 0, null)")
    db.close()
    for (const [bad, why] of [
      [text, /no database of Cardinal/],
      [damaged, /damaged|no database/],
      [newer, /9999-tomorrow/],
      [join(place, 'missing'), /There is no file/],
    ] as const)
      expect(await admin('restore', '--file', bad)).toMatchObject({ error: expect.stringMatching(why) })
    expect(cardsIn(database())).toEqual(before)
    expect(await admin('backup', '--file', join(place, 'no', 'folder'))).toMatchObject({
      error: expect.stringMatching(/There is no folder/),
    })
  })

  it('a backup without a path is made in the data folder, and can be restored where there is no database', async () => {
    await create(await (await start()).signUp(), 'here')
    await stop()
    const { file } = await answerOf('backup')
    expect(file).toMatch(/backups\/cardinal-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/)
    const elsewhere = join(place, 'new-home')
    const answer = await runAdmin(['restore', '--file', file], { CARDINAL_DATA_DIR: elsewhere })
    expect(answer).toMatchObject({ ok: true })
    expect(cardsIn(join(elsewhere, 'cardinal.sqlite'))).toEqual(['here'])
    expect(await runAdmin(['backup'], { CARDINAL_DATA_DIR: place })).toMatchObject({
      error: expect.stringMatching(/There is no database/),
    })
  })

  it('a backup can replace a damaged database, which is kept beside it', async () => {
    await create(await (await start()).signUp(), 'here')
    await stop()
    const { file } = await answerOf('backup')
    writeFileSync(database(), 'This was a database once. '.repeat(500))
    const { keptAside } = await answerOf('restore', '--file', file)
    expect(cardsIn(database())).toEqual(['here'])
    expect(readFileSync(keptAside, 'utf8')).toMatch(/^This was a database once/)
    expect((await request((await start()).api, 'GET', '/ready')).status).toBe(200)
  })

  it('a backup of PostgreSQL is refused with the tool to use instead', async () => {
    const postgres = { DATABASE_URL: 'postgres://localhost:1/none' }
    expect(await runAdmin(['backup'], postgres)).toMatchObject({ error: expect.stringMatching(/pg_dump/) })
    expect(await runAdmin(['restore', '--file', 'x'], postgres)).toMatchObject({
      error: expect.stringMatching(/new-epoch/),
    })
  })
})

const note = (content: string) => ({ type: 'note', content })

const create = (person: Person, content: string, key?: string) =>
  person.send(
    'POST',
    '/entity/create-one',
    { newEntity: note(content) },
    key === undefined ? {} : { 'idempotency-key': key },
  )

const pushOf = (key: string, content: string) => ({
  key,
  method: 'POST',
  path: '/entity/create-one',
  body: { newEntity: note(content) },
})

async function cursorOf(person: Person): Promise<string> {
  const { body } = await person.send('GET', '/sync/pull')
  return JSON.parse(body.trimEnd().split('\n').at(-1)).cursor
}

function cardsIn(file: string): string[] {
  const db = new SqliteFile(file, { readonly: true })
  const contents = db.prepare('select content from card').pluck().all() as string[]
  db.close()
  return contents
}

/** Every row of every table, without the values that a restore changes on purpose. */
function tablesOf(file: string): Record<string, unknown[]> {
  const db = new SqliteFile(file, { readonly: true })
  const names = db.prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[]
  const rows = Object.fromEntries(
    names.map((name) => [
      name,
      db
        .prepare(`select * from "${name}"`)
        .all()
        .map((row) => ({ ...(row as object), epoch: undefined, restored_at: undefined }))
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ]),
  )
  db.close()
  return rows
}

async function never(): Promise<never> {
  throw new Error('This database is opened by the server alone.')
}
