import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ok } from '@cardinal/domain'
import SqliteFile from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { projectRoot, VERSION } from '../../src/config.ts'
import { serve } from '../../src/operations/serve.ts'
import { bringUpToDate } from '../../src/operations/upgrade.ts'
import { inspectFile, openStore } from '../../src/store/index.ts'
import { request, startNode } from '../support/node.ts'
import { hashOf, sendFile } from '../support/sent-files.ts'
import { pdfWith } from '../support/sent-pdfs.ts'
import { DATABASES, startSqlite, type TestDatabase } from '../support/stores.ts'

/** Data of each release, made by `npm run release-data`. */
const RELEASES = join(projectRoot(), 'e2e/releases')
const RELEASED = readdirSync(RELEASES).filter((name) => statSync(join(RELEASES, name)).isDirectory())
const kept = (release: string, name: string) =>
  gunzipSync(readFileSync(join(RELEASES, release, `${name}.gz`)))

/** Runs one statement on the database, as another release would. */
async function run({ databaseUrl, dataDir }: TestDatabase, statement: string): Promise<void> {
  if (databaseUrl === null) {
    const file = new SqliteFile(join(dataDir, 'cardinal.sqlite'))
    file.exec(statement)
    file.close()
    return
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function migrated(database: TestDatabase): Promise<void> {
  const store = await openStore(database)
  await store.migrate()
  await store.close()
}

it('the tests have data of an earlier release', () => expect(RELEASED).toContain('1.0.0'))

describe.each(DATABASES)('upgrading on $name', ({ start }) => {
  it.each(RELEASED)(
    'the database of release %s is upgraded, and all its data can be read and changed',
    async (release) => {
      const database = await start()
      const { databaseUrl, dataDir } = database
      if (databaseUrl === null)
        writeFileSync(join(dataDir, 'cardinal.sqlite'), kept(release, 'cardinal.sqlite'))
      else await run(database, String(kept(release, 'postgres.sql')))
      const { token, exported } = JSON.parse(String(kept(release, 'account.json')))
      const node = await startNode(database)
      const call = (method: string, path: string, body?: object) =>
        request(node.api, method, path, body, { authorization: `Bearer ${token}` })
      expect((await call('GET', '/ready')).status).toBe(200)
      const found = (await call('GET', '/export?scope=account')).body
      for (const each of [found, exported]) delete each.exported_at
      expect(found).toMatchObject(exported)
      const added = { newEntity: { type: 'note', content: 'After the upgrade' } }
      expect((await call('POST', '/entity/create-one', added)).status).toBe(200)
      await node.stop()
      await database.stop()
    },
  )

  it('PDFs that were sent before words were read are found by them after the upgrade', {
    timeout: 180_000,
  }, async () => {
    const database = await start()
    const before = await startNode(database)
    const ada = await before.signUp()
    const pdf = pdfWith([['Sent long ago']])
    await sendFile(ada, pdf)
    await before.stop()
    await run(database, 'drop index file_unread')
    for (const name of ['state', 'due_at', 'attempts', 'bytes'])
      await run(database, `alter table file drop column text_${name}`)
    await run(database, "delete from migration where name = '0086-file-texts'")

    const after = await startNode(database)
    const headers = { authorization: `Bearer ${ada.token}` }
    const find = () => request(after.api, 'POST', '/files/find', { texts: ['long ago'] }, headers)
    expect((await find()).body.data).toEqual([[]])
    await after.node.services.pdfTexts.runDue()
    expect((await find()).body.data).toEqual([[hashOf(pdf)]])
    await after.stop()
    await database.stop()
  })

  const environment = ({ databaseUrl, dataDir }: TestDatabase) => ({
    CARDINAL_DATA_DIR: dataDir,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  })

  it('a server refuses a database that a later release migrated, and says which release and what to do', async () => {
    const database = await start()
    await migrated(database)
    await run(
      database,
      "insert into migration (name, run_at, release) values ('0999-later', 1800000000000, '9.8.7')",
    )
    const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
    await serve({ ...environment(database), CARDINAL_PORT: '0' })
    const text = said.mock.calls.map(([part]) => String(part)).join('')
    said.mockRestore()
    process.exitCode = 0
    expect(text).toContain('brought into a newer form by Cardinal 9.8.7 on 2027-01-15 (0999-later)')
    expect(text).toContain('npm run restore')

    const answer = await runAdmin(['tidy'], environment(database))
    expect(answer).toMatchObject({ ok: false, error: expect.stringContaining('Cardinal 9.8.7') })
    await database.stop()
  })

  it('a running server is no longer ready when a later release has migrated its database', async () => {
    const database = await start()
    const store = await openStore(database)
    await store.migrate()
    expect(await store.isReady()).toBe(true)
    await run(database, "insert into migration (name, run_at) values ('0999-later', 1)")
    expect(await store.isReady()).toBe(false)
    await store.close()
    await database.stop()
  })

  it('an upgrade names the release that ran each migration, or its date for early releases', async () => {
    const database = await start()
    await migrated(database)
    await run(database, "update migration set name = '0999-later', run_at = 0 where name = '0072-release'")
    const store = await openStore(database)
    await expect(store.migrate()).rejects.toThrow('Cardinal of a later release on 1970-01-01 (0999-later)')
    await run(database, "update migration set name = '0072-release' where name = '0999-later'")
    await run(database, "update migration set name = '0999-later' where name = '0064-card-tag-cards'")
    await expect(store.migrate()).rejects.toThrow(`by Cardinal ${VERSION} on `)
    await store.close()
    await database.stop()
  })

  it('SQLite is copied before a migration and the copy can be restored; PostgreSQL needs pg_dump', async () => {
    const database = await start()
    const { databaseUrl, dataDir } = database
    const isFile = databaseUrl === null
    const now = Date.parse('2026-11-28T10:00:00Z')
    const store = await openStore(database)
    expect(await bringUpToDate(store, database, now), 'a new database').toBeNull()
    expect(existsSync(join(dataDir, 'backups'))).toBe(false)
    await store.transact(async (tx) => ok(await tx.serverKeys.removeAll()))
    await store.close()
    await run(database, "delete from migration where name = '0072-release'")
    await run(database, 'alter table migration drop column release')
    const later = await openStore(database)
    const said = await bringUpToDate(later, database, now)
    expect(said).toContain('The database was migrated (0072-release).')
    expect(await bringUpToDate(later, database, now), 'again').toBeNull()
    await later.close()
    if (isFile) {
      const folder = join(dataDir, 'backups')
      const [name = ''] = readdirSync(folder)
      expect(name).toBe('before-0072-release-2026-11-28T10-00-00Z.sqlite')
      expect(said).toContain(join(folder, name))
      expect(inspectFile(join(folder, name))).toMatchObject({ ok: true })
      expect(await runAdmin(['restore', '--file', join(folder, name)], environment(database))).toMatchObject({
        ok: true,
      })
      utimesSync(join(folder, name), 0, 0)
      const last = await openStore(database)
      await bringUpToDate(last, database, now)
      await last.close()
      expect(readdirSync(folder), 'after thirty days').toEqual([])
    } else expect(said).toContain('pg_dump')
    await database.stop()
  })
})

it('a server whose copy of SQLite fails says why and migrates nothing, and migrates once it can make the copy', async () => {
  const database = await startSqlite()
  const { dataDir } = database
  await migrated(database)
  await run(database, "delete from migration where name = '0072-release'")
  await run(database, 'alter table migration drop column release')
  const pending = async () => {
    const store = await openStore(database)
    const names = await store.pendingMigrations()
    await store.close()
    return names
  }
  const folder = join(dataDir, 'backups')
  // The folder is on a disk that is not mounted.
  symlinkSync(join(dataDir, 'away/backups'), folder)
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
  await serve({ CARDINAL_DATA_DIR: dataDir, CARDINAL_PORT: '0' })
  const text = said.mock.calls.map(([part]) => String(part)).join('')
  said.mockRestore()
  expect(process.exitCode).toBe(1)
  process.exitCode = 0
  expect(text).toMatch(/^The database needs 0072-release, but no backup could be made in .*backups: ENOENT/)
  expect(text).toContain('It is as it was.')
  expect(await pending()).toEqual(['0072-release'])

  const now = Date.parse('2026-11-28T10:00:00Z')
  const upgrade = async () => {
    const store = await openStore(database)
    return bringUpToDate(store, database, now).finally(() => store.close())
  }
  mkdirSync(join(dataDir, 'away/backups'), { recursive: true })
  const taken = join(folder, 'before-0072-release-2026-11-28T10-00-00Z.sqlite')
  writeFileSync(taken, 'of somebody')
  await expect(upgrade()).rejects.toThrow(
    'is there already, and a backup never overwrites anything. It is as it was.',
  )
  expect(readFileSync(taken, 'utf8')).toBe('of somebody')
  expect(await pending()).toEqual(['0072-release'])
  rmSync(taken)
  expect(await upgrade()).toContain('The database was migrated (0072-release).')
  expect(inspectFile(taken)).toMatchObject({ ok: true })
  await database.stop()
})
