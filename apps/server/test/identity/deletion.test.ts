import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { Attempts } from '../../src/identity/provider/attempts.ts'
import { type Person, personWith } from '../support/node.ts'
import { sendFile } from '../support/sent-files.ts'
import { pdfWith } from '../support/sent-pdfs.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'
import { Browser, type IdentityNode, isHome, outcomeOf, startIdentityNode, startOf } from './support.ts'

/** Part of the person's name, and of everything that they write. */
const TRACE = 'qzxtrace'
const PASSWORD = 'analytical engine'

describe.each(DATABASES)(
  '[ID-12] what is left of an account on $name',
  { timeout: 180_000 },
  ({ name, start }) => {
    let database: TestDatabase
    let server: IdentityNode
    beforeAll(async () => {
      database = await start()
      const env = database.databaseUrl === null ? {} : { DATABASE_URL: database.databaseUrl }
      server = await startIdentityNode({ env, dataDir: database.dataDir })
    })
    afterAll(async () => {
      await server.stop()
      await database.stop()
    })

    /** A person with an account at the embedded provider, signed in through its forms. */
    async function signUp(called: string): Promise<Person> {
      const email = `${called}@example.org`
      const browser = new Browser()
      const { address: form } = await browser.follow(startOf(server.origin))
      await browser.post(`${form}/sign-in`, { email, password: 'not this one' })
      const page = await browser.post(`${form}/create`, { name: called, email, password: PASSWORD })
      const end = await browser.follow(page.next ?? '', isHome)
      const credential = outcomeOf(end.address).code
      const answer = await browser.postJson(`${server.origin}/api/user/sign-in`, {
        credential,
        client_id: 'cardinal',
      })
      const { jwt_access_token: token } = answer.body.data
      const [, claims = ''] = token.split('.')
      const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
      return personWith(`${server.origin}/api`, sub, email, token)
    }

    /** Writes into every table that has data of a person. */
    async function fill(person: Person, word: string): Promise<void> {
      const made = async (path: string, body: unknown) => {
        const answer = await person.send('POST', path, body)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        return answer.body.data
      }
      const card = (n: number) => ({
        type: 'note',
        content: `${word} ${n} ${`${word} `.repeat((n * n) % 700)}`,
        titles: [{ text: `${word} subnote` }],
      })
      const first = await made('/entity/create-one', { newEntity: card(30) })
      const keyed = { method: 'POST', path: '/entity/create-one' }
      for (let round = 0; round < 2; round++) {
        const calls = Array.from({ length: 30 }, (_, n) => ({
          ...keyed,
          key: `${word}-${round}-${n}`,
          body: { newEntity: card(round * 30 + n) },
        }))
        await made('/sync/push', calls)
      }
      const tags = await made('/tag/create-many-from-keyword', {
        frontendGeneratedTags: [{ tag_name: word }],
        attachToTheseEntities: [first._id],
        entityType: 'note',
      })
      await made('/tag/create-many-groups-from-searchword', { searchwords: [word], tag_ids: [tags[0]._id] })
      await made('/workspace/create-one', { workspace_name: word })
      await made('/user/update-global-settings', { saved_searches: [word] })
      const [{ _id: workspace_id }] = await made('/workspace/get-workspaces', {})
      const act = { add_tags: [tags[0]._id], color: 'red' }
      await made('/workspace/create-rule', { workspace_id, search: `"${word} in a rule"`, ...act })
      await made('/entity/create-one', { newEntity: { type: 'note', content: `${word} in a rule` } })
      await made('/user/create-token', { name: word, scope: 'read' })
      await made('/import?format=csv', `url,title\nhttps://${word}.example,${word}`)
      const edited = { entity_id: first._id, content: `${word} once more` }
      expect((await person.send('PATCH', '/entity/update-content', edited)).status).toBe(200)
      await made('/entity/delete-many', { entity_ids: [first._id] })
      // Longer than a piece, and readable in the bytes of the database.
      await sendFile(person, Buffer.from(`${word} `.repeat(80_000)))
      await sendFile(person, pdfWith([[`${word} in a PDF`]]))
    }

    it('[ID-12] a deleted account leaves nothing in rows, in the bytes of the database, or in a later backup', async () => {
      const [ada, bob] = [await signUp(`${TRACE}-ada`), await signUp('bob')]
      await Promise.all([fill(ada, TRACE), fill(bob, 'staying')])
      await server.node.services.pdfTexts.runDue()
      const { store } = server.node
      const [account] = (await store.identities.ofUser(ada.userId)).map(({ subject }) => subject)
      const traces = [TRACE, ada.userId, account ?? '']
      const before = await rowsOf(database)
      for (const trace of [...traces, `${TRACE} in a pdf`]) expect(before).toContain(trace)

      expect((await ada.send('POST', '/user/delete-account', { confirm: ada.email })).status).toBe(200)
      const after = await rowsOf(database)
      for (const trace of traces) expect(after).not.toContain(trace)
      expect(after).toContain('staying')
      if (name === 'PostgreSQL') return

      const bytes = filesOf(database.dataDir)
      for (const trace of traces) expect(bytes.includes(trace)).toBe(false)
      expect(bytes.includes('staying')).toBe(true)
      const folder = mkdtempSync(join(tmpdir(), 'cardinal-deletion-'))
      const file = join(folder, 'later.sqlite')
      const backup = await runAdmin(['backup', '--file', file], { CARDINAL_DATA_DIR: database.dataDir })
      expect(backup.ok).toBe(true)
      for (const trace of traces) expect(readFileSync(file).includes(trace)).toBe(false)
      rmSync(folder, { recursive: true, force: true })
    })

    it('[ID-8] for a visitor, the server stores the action, the random number of the browser, and the IP address only if it was sent', async () => {
      const act = (ipAddress: string | null) =>
        fetch(`${server.origin}/api/user/action-taken`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': 'Visiting/1.0' },
          body: JSON.stringify({ user_action: 'landed-1440', unknown_user_id: 'c'.repeat(24), ipAddress }),
        })
      expect((await act(null)).status).toBe(200)
      const silent = await rowsOf(database)
      expect(silent).toContain('c'.repeat(24))
      expect(silent).not.toMatch(/Visiting|127\.0\.0\.1|"::1"/)
      expect((await act('198.51.100.7')).status).toBe(200)
      expect(await rowsOf(database)).toContain('198.51.100.7')
    })

    it('[ID-1] wrong passwords are counted for all nodes together, until the right one or for 15 minutes', async () => {
      const other = await database.open()
      let now = Date.now()
      const nodes = [server.node.store, other].map((store) => new Attempts(store, () => now))
      const attempt = (n: number) => nodes[n % 2]?.begin('eve@example.org', '192.0.2.1')
      const allowedOf = async (count: number) => {
        const answers = await Promise.all(Array.from({ length: count }, (_, n) => attempt(n)))
        return answers.filter((isAllowed) => isAllowed).length
      }
      expect(await allowedOf(9)).toBe(9)
      await nodes[0]?.succeed('eve@example.org', '192.0.2.1')
      expect(await allowedOf(12)).toBe(10)
      // Guesses from one network don't block people from another.
      expect(await nodes[1]?.begin('eve@example.org', '192.0.2.2')).toBe(true)
      now += 15 * 60_000 - 1
      expect(await attempt(1)).toBe(false)
      now += 1
      expect(await attempt(0)).toBe(true)
      await other.close()
    })
  },
)

/** Every row of every table, as one text. */
async function rowsOf({ databaseUrl, dataDir }: TestDatabase): Promise<string> {
  if (databaseUrl === null) {
    const { default: SqliteFile } = await import('better-sqlite3')
    const file = new SqliteFile(join(dataDir, 'cardinal.sqlite'), { readonly: true })
    const tables = file.prepare("select name from sqlite_master where type = 'table'").pluck().all()
    const rows = tables.map((table) => file.prepare(`select * from "${table}"`).all())
    file.close()
    return JSON.stringify(rows, withBytes)
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const tables = await client.query("select tablename from pg_tables where schemaname = 'public'")
  const texts: string[] = []
  for (const { tablename } of tables.rows)
    texts.push(JSON.stringify((await client.query(`select * from "${tablename}"`)).rows, withBytes))
  await client.end()
  return texts.join('\n')
}

/** The database file and its log. */
function filesOf(dataDir: string): Buffer {
  const files = ['', '-wal'].map((end) => join(dataDir, `cardinal.sqlite${end}`))
  return Buffer.concat(files.filter((file) => existsSync(file)).map((file) => readFileSync(file)))
}

/** For `JSON.stringify`: bytes as text. */
function withBytes(_key: string, value: unknown): unknown {
  const isBytes = typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
  return isBytes && 'data' in value ? Buffer.from(value.data as number[]).toString('latin1') : value
}
