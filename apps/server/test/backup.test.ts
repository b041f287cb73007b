import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { backUp } from '../src/operations/backup.ts'
import { restore } from '../src/operations/restore.ts'
import { request, startNode } from './support/node.ts'
import type { TestDatabase } from './support/stores.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-backup-'))
const database = { name: 'SQLite', databaseUrl: null, dataDir } as TestDatabase

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('[ID-12] a backup made while the server writes is restored whole, and old cursors do not fit it', async () => {
  const server = await startNode(database)
  const ada = await server.signUp()
  const create = (content: string) =>
    ada.send('POST', '/entity/create-one', { newEntity: { type: 'note', content } })
  for (let i = 0; i < 20; i++) await create(`kept ${i}`)
  const writing = Promise.all(Array.from({ length: 30 }, (_, i) => create(`meanwhile ${i}`)))
  mkdirSync(join(dataDir, 'copies'))
  const file = join(dataDir, 'copies', 'one.sqlite')
  expect(await backUp(dataDir, file, Date.now())).toMatchObject({ ok: true, value: { file, users: 1 } })
  await writing
  expect(await backUp(dataDir, file, Date.now())).toMatchObject({ ok: false })
  const { body } = await ada.send('GET', '/sync/pull')
  const { cursor } = JSON.parse(body.trimEnd().split('\n').at(-1))
  expect(await restore(file, dataDir, Date.now())).toMatchObject({
    ok: false,
    error: expect.stringContaining('stop it'),
  })
  await server.stop()

  expect(await restore(file, dataDir, Date.now())).toMatchObject({ ok: true })
  const again = await startNode(database)
  const headers = { authorization: `Bearer ${ada.token}` }
  const count = await request(
    again.api,
    'POST',
    '/entity/get-matching-entities',
    { userIsTyping_inSearchbar: 'kept' },
    headers,
  )
  expect(count.body.total_in_db).toBe(20)
  expect(await request(again.api, 'GET', `/sync/pull?cursor=${cursor}`, undefined, headers)).toMatchObject({
    status: 410,
    body: { command: 'resync' },
  })
  await again.stop()
})

it('refuses to restore what is no backup, and leaves the database as it was', async () => {
  const junk = join(dataDir, 'junk.sqlite')
  writeFileSync(
    junk,
    'not a database at all, but long enough to have a header of one hundred bytes '.repeat(4),
  )
  expect(await restore(junk, dataDir, Date.now())).toMatchObject({ ok: false })
  expect(await restore(join(dataDir, 'missing'), dataDir, Date.now())).toMatchObject({ ok: false })
  const server = await startNode(database)
  expect((await request(server.api, 'GET', '/ready')).status).toBe(200)
  await server.stop()
})
