import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { freePort } from '../scripts/lib/free-port.mjs'
import { type BrowserStorage, readStorage, writeStorage } from './support/browser-storage.ts'
import { bar, cards, syncState } from './support/offline.ts'
import { expect, openHomeAs, signIn, test } from './support/person.ts'
import { startServer } from './support/server.ts'
import { serverRows } from './support/server-rows.ts'

/** The data that each release stored, made by `npm run release-data`. */
const RELEASES = fileURLToPath(new URL('releases', import.meta.url))
const RELEASED = readdirSync(RELEASES, { withFileTypes: true }).flatMap((each) =>
  each.isDirectory() ? each.name : [],
)

for (const release of RELEASED)
  test(`[OF-8] a device and a database of release ${release} are upgraded: waiting changes are sent, and nothing is lost`, async ({
    page,
  }) => {
    const kept = (name: string) => gunzipSync(readFileSync(join(RELEASES, release, `${name}.gz`)))
    const account = JSON.parse(String(kept('account.json')))
    const storage: BrowserStorage = JSON.parse(String(kept('browser.json')))
    const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-e2e-release-'))
    writeFileSync(join(dataDir, 'cardinal.sqlite'), kept('cardinal.sqlite'))
    const port = String(await freePort())
    const origin = `http://localhost:${port}`
    const server = await startServer([port, 'localhost', dataDir])
    try {
      await page.goto(`${origin}/robots.txt`)
      await writeStorage(page, storage)
      expect(await readStorage(page)).toEqual(storage)
      const person = await signIn({ ...account, name: 'Ada' }, origin)
      await openHomeAs(page, person, origin)
      await expect(syncState(page)).toHaveText('Saved')
      await bar(page).fill('roses')
      await expect(cards(page).filter({ hasText: 'Water the roses' })).toHaveCount(1)
      const { cards: held } = await serverRows(page.request, person.accessToken, origin)
      const texts = held.map(({ content }) => content)
      expect(texts).toEqual(expect.arrayContaining([...account.waiting, 'Sent by the device']))
      const exported: { content: string }[] = account.exported.workspaces[0].entities
      expect(texts).toEqual(expect.arrayContaining(exported.map(({ content }) => content)))
      expect(held).toHaveLength(exported.length + account.waiting.length)
    } finally {
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
