import * as fc from 'fast-check'
import { describe, it, vi } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { freePort } from '../support/free-port.ts'
import { request } from '../support/node.ts'
import { runServer } from '../support/server-process.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

const LINKS = 2_000
const TWICE = 40
const IMPORT_ID = 'd'.repeat(24)

/** Links with tags, some of them duplicates. */
const FILE = [
  '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n',
  ...Array.from({ length: LINKS + TWICE }, (_, n) => {
    const link = n % LINKS
    return `<DT><A HREF="https://x.example/${link}" TAGS="tag ${link % 7}">Link ${link}</A>\n`
  }),
].join('')

/**
 * The numbers of cards at which the server is killed, once and again. Most of the file is left then, even on a slow machine.
 */
const kills = fc.tuple(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 601, max: 1_200 }))

/** A server process over a database, with state that survives restarts. */
class RealServer {
  readonly #env: Record<string, string>
  #running: ReturnType<typeof runServer> | null = null
  #api = ''
  #token = ''

  constructor({ databaseUrl, dataDir }: TestDatabase) {
    this.#env = {
      CARDINAL_DATA_DIR: dataDir,
      CARDINAL_HOST: '127.0.0.1',
      CARDINAL_FREE_CARD_LIMIT: '0',
      CARDINAL_RATE_LIMIT: 'off',
      CARDINAL_FETCH_PAGES: 'off',
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    }
  }

  /** @returns the id of a new user, who makes all requests */
  async signUp(): Promise<string> {
    await runAdmin(['create-user', '--email', 'ada@example.org', '--name', 'Ada'], this.#env)
    const issued = await runAdmin(['issue-token', '--email', 'ada@example.org'], this.#env)
    if (!issued.ok) throw new Error(issued.error)
    this.#token = JSON.parse(issued.value[0] ?? '').jwt_access_token
    return JSON.parse(Buffer.from(this.#token.split('.')[1] ?? '', 'base64url').toString()).sub
  }

  async start(): Promise<void> {
    const port = await freePort()
    this.#api = `http://127.0.0.1:${port}/api`
    const running = runServer({ ...this.#env, CARDINAL_PORT: String(port) })
    this.#running = running
    await vi.waitFor(
      () => {
        if (!running.output().includes('Open http')) throw new Error(running.output())
      },
      { timeout: 60_000 },
    )
  }

  async kill(): Promise<void> {
    this.#running?.child.kill('SIGKILL')
    await this.#running?.exit
  }

  send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return request(this.#api, method, path, body, { authorization: `Bearer ${this.#token}`, ...headers })
  }
}

describe.concurrent.each(DATABASES)('an import whose server is killed, on $name', ({ start }) => {
  it('[HM-19] [TG-7] an import whose server was killed continues after a restart with each link once, and so does its undo', {
    timeout: 180_000,
  }, async ({ expect }) => {
    await fc.assert(
      fc.asyncProperty(kills, async (moments) => {
        const database = await start()
        const store = await database.open()
        const server = new RealServer(database)
        try {
          const userId = await server.signUp()
          const job = () => store.imports.byId(userId, IMPORT_ID)
          await server.start()
          const sent = server
            .send('POST', `/import?import_id=${IMPORT_ID}`, FILE, { 'content-type': 'text/html' })
            .catch(() => null)
          for (const moment of moments) {
            await expect
              .poll(async () => (await job())?.created ?? 0, { interval: 2, timeout: 60_000 })
              .toBeGreaterThanOrEqual(moment)
            await server.kill()
            await server.start()
          }
          expect(await sent, 'the request ends with its server').toBeNull()
          await expect.poll(async () => (await job())?.state, { timeout: 60_000 }).toBe('done')
          const receipt = (await server.send('GET', `/import/${IMPORT_ID}`)).body.data
          expect(receipt).toMatchObject({
            rows: LINKS + TWICE,
            created: LINKS,
            duplicates: TWICE,
            failed: [],
          })
          const csv: string = (await server.send('GET', '/export?format=csv')).body
          const found = (csv.match(/Link \d+/g) ?? []).sort()
          expect(found).toEqual(Array.from({ length: LINKS }, (_, n) => `Link ${n}`).sort())
          const undo = server.send('POST', `/import/${IMPORT_ID}/undo`).catch(() => null)
          await expect
            .poll(async () => (await store.cards.counts(userId)).link, { interval: 2, timeout: 60_000 })
            .toBeLessThan(LINKS)
          await server.kill()
          await undo
          await server.start()
          await expect.poll(async () => (await job())?.state, { timeout: 60_000 }).toBe('undone')
          const counts: { count: number }[] = (await server.send('POST', '/entity/get-count', {})).body.data
          expect(counts.every(({ count }) => count === 0)).toBe(true)
        } finally {
          await server.kill()
          await store.close()
          await database.stop()
        }
      }),
      { numRuns: Number(process.env.CARDINAL_KILLED_IMPORTS ?? 1) },
    )
  })
})
