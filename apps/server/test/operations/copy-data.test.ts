import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '@cardinal/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { startNode } from '../support/node.ts'
import { hashOf, sendFile } from '../support/sent-files.ts'
import { pdfWith } from '../support/sent-pdfs.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

describe('copying everything to the other kind of database and back', () => {
  let sqlite: TestDatabase
  let postgres: TestDatabase
  /** An empty folder to copy back into. */
  let backDir: string
  beforeAll(async () => {
    const [one, other] = await Promise.all(DATABASES.map(({ start }) => start()))
    if (one === undefined || other === undefined) throw new Error('two databases are needed')
    sqlite = one
    postgres = other
    backDir = mkdtempSync(join(tmpdir(), 'cardinal-back-'))
  })
  afterAll(async () => {
    await Promise.all([sqlite.stop(), postgres.stop()])
    rmSync(backDir, { recursive: true, force: true })
  })

  const copy = (dataDir: string, databaseUrl: string | null, to: string) =>
    runAdmin(['copy-data', '--to', to], {
      CARDINAL_DATA_DIR: dataDir,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    })

  it('after a copy to the other database, a person stays signed in and finds every card, tag and setting', {
    timeout: 180_000,
  }, async () => {
    const before = await startNode(sqlite)
    const ada = await before.signUp()
    const newEntity = {
      type: 'note',
      content: 'Zürich – "quoted" \\ 東京 🐦',
      color: 'red',
      titles: ['one', 'two'],
    }
    for (let n = 0; n < 620; n++)
      await ada.send('POST', '/entity/create-one', {
        newEntity: { ...newEntity, content: `${newEntity.content} ${n}` },
      })
    await ada.send('POST', '/tag/create-many-from-keyword', {
      frontendGeneratedTags: [{ tag_name: 'reise' }],
      attachToTheseEntities: [],
      entityType: 'note',
    })
    await ada.send('POST', '/user/update-global-settings', { saved_searches: ['reise, -zug'] })
    // Fills two pieces, with bytes that are no text.
    const file = randomBytes(LIMITS.filePiece + 700)
    await sendFile(ada, file)
    const pdf = pdfWith([['Carried words']])
    await sendFile(ada, pdf)
    await before.node.services.pdfTexts.runDue()
    const askAll = async (send: typeof ada.send) =>
      Promise.all([
        send('GET', `/files/${hashOf(file)}`).then(({ body }) => hashOf(Buffer.from(body))),
        send('POST', '/files/find', { texts: ['carried words'] }).then(({ body }) => body.data),
        send('POST', '/entity/get-sorted-entities', {}).then(({ body }) => body),
        send('GET', '/user/get-global-settings').then(({ body }) => body),
        send('GET', '/user/export').then(({ body }) => body.workspaces ?? body),
      ])
    const seen = await askAll(ada.send)
    expect(seen[1]).toEqual([[hashOf(pdf)]])
    await before.stop()

    const there = await copy(sqlite.dataDir, null, postgres.databaseUrl ?? '')
    expect(there).toMatchObject({ ok: true })
    const onPostgres = await startNode(postgres)
    const headers = { authorization: `Bearer ${ada.token}` }
    const { request } = await import('../support/node.ts')
    const at =
      (api: string): typeof ada.send =>
      (method, path, body) =>
        request(api, method, path, body, headers)
    expect(await askAll(at(onPostgres.api))).toEqual(seen)
    const another = await at(onPostgres.api)('POST', '/entity/create-one', {
      newEntity: { type: 'todo', content: 'here' },
    })
    expect(another.status).toBe(200)
    const onward = await askAll(at(onPostgres.api))
    await onPostgres.stop()

    expect(await copy(backDir, postgres.databaseUrl, 'sqlite')).toMatchObject({ ok: true })
    const again = await startNode({ ...sqlite, dataDir: backDir })
    expect(await askAll(at(again.api))).toEqual(onward)
    await again.stop()
  })

  it('a copy to the other database overwrites no data, and is refused with the combinations that it supports', async () => {
    const refusals = [
      await copy(sqlite.dataDir, null, postgres.databaseUrl ?? ''),
      await copy(sqlite.dataDir, null, 'sqlite'),
      await copy(sqlite.dataDir, null, 'mysql://x'),
    ]
    expect(refusals).toEqual([
      { ok: false, error: 'There is data in the other database already, and nothing is ever overwritten.' },
      { ok: false, error: 'One of the two must be SQLite, and the other PostgreSQL.' },
      { ok: false, error: '--to must be sqlite, or an address that begins with postgres://.' },
    ])
  })
})
