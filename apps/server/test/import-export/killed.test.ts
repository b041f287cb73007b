import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import { RealServer } from '../support/server-process.ts'
import { DATABASES } from '../support/stores.ts'

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
 * Numbers of cards at which the server is killed, twice. Most of the file is still left then, even on a slow
 * machine.
 */
const kills = fc.tuple(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 601, max: 1_200 }))

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
          const { userId, send } = await server.signUp()
          const job = () => store.imports.byId(userId, IMPORT_ID)
          await server.start()
          const sent = send('POST', `/import?import_id=${IMPORT_ID}`, FILE, {
            'content-type': 'text/html',
          }).catch(() => null)
          for (const moment of moments) {
            await expect
              .poll(async () => (await job())?.created ?? 0, { interval: 2, timeout: 60_000 })
              .toBeGreaterThanOrEqual(moment)
            await server.end('SIGKILL')
            await server.start()
          }
          expect(await sent, 'the request ends with its server').toBeNull()
          await expect.poll(async () => (await job())?.state, { timeout: 60_000 }).toBe('done')
          const receipt = (await send('GET', `/import/${IMPORT_ID}`)).body.data
          expect(receipt).toMatchObject({
            rows: LINKS + TWICE,
            created: LINKS,
            duplicates: TWICE,
            failed: [],
          })
          const csv: string = (await send('GET', '/export?format=csv')).body
          const found = (csv.match(/Link \d+/g) ?? []).sort()
          expect(found).toEqual(Array.from({ length: LINKS }, (_, n) => `Link ${n}`).sort())
          const undo = send('POST', `/import/${IMPORT_ID}/undo`).catch(() => null)
          await expect
            .poll(async () => (await store.cards.counts(userId)).link, { interval: 2, timeout: 60_000 })
            .toBeLessThan(LINKS)
          await server.end('SIGKILL')
          await undo
          await server.start()
          await expect.poll(async () => (await job())?.state, { timeout: 60_000 }).toBe('undone')
          const counts: { count: number }[] = (await send('POST', '/entity/get-count', {})).body.data
          expect(counts.every(({ count }) => count === 0)).toBe(true)
        } finally {
          await server.end('SIGKILL')
          await store.close()
          await database.stop()
        }
      }),
      { numRuns: Number(process.env.CARDINAL_KILLED_IMPORTS ?? 1) },
    )
  })
})
