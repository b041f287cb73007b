import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { BROWSER_ARGS, ensureBrowser } from '../../scripts/lib/browser.mjs'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { at, Stop } from '../../scripts/lib/project.mjs'
import { GROUPS, livedInWorkspace, SAVED_SEARCHES } from '../screens/workspace.ts'
import { readStorage } from '../support/browser-storage.ts'
import { add, bar, cards, syncState } from '../support/offline.ts'
import { expect, openHomeAs, type Person, signUp } from '../support/person.ts'
import { serverFor, sow } from '../support/seed.ts'
import { startServer } from '../support/server.ts'

/**
 * `npm run release-data -- postgres://…`: uses the built product as a person does, and stores the data of
 * this version in `e2e/releases/<version>/`. The address is that of an empty PostgreSQL; its version of
 * `pg_dump` must be installed.
 */
const [databaseUrl] = process.argv.slice(2)
if (databaseUrl === undefined) throw new Stop('Use: npm run release-data -- postgres://…, an empty database')
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const folder = at(`e2e/releases/${version}`)
const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-release-data-'))

await ensureBuilt()
const port = String(await freePort())
const origin = `http://localhost:${port}`
const server = await startServer([port, 'localhost', dataDir])
const browser = await chromium.launch({ args: BROWSER_ARGS, executablePath: await ensureBrowser() })
try {
  const person = await signUp(origin)
  const token = await liveIn(person)
  const page = await (await browser.newContext({ baseURL: origin })).newPage()
  // tsx names functions by a helper that the page lacks.
  await page.addInitScript('globalThis.__name = (named) => named')
  const waiting = await useDevice(page, person)
  const storage = await readStorage(page)
  await page.close()
  const exported = await fetch(`${origin}/api/export?scope=account`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const account = {
    email: person.email,
    password: person.password,
    token,
    waiting,
    exported: await exported.json(),
  }
  await server.close()
  mkdirSync(folder, { recursive: true })
  keep('account.json', JSON.stringify(account))
  keep('browser.json', JSON.stringify(storage))
  const run = (args: string[], env: Record<string, string>) =>
    execFileSync(process.execPath, [at('apps/server/dist/admin.js'), ...args], {
      env: { PATH: process.env.PATH, ...env },
    })
  run(['backup', '--file', join(dataDir, 'copy.sqlite')], { CARDINAL_DATA_DIR: dataDir })
  keep('cardinal.sqlite', readFileSync(join(dataDir, 'copy.sqlite')))
  run(['copy-data', '--to', databaseUrl], { CARDINAL_DATA_DIR: dataDir })
  const dump = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', databaseUrl], {
    encoding: 'utf8',
  })
  // Lines that begin with \ are commands of psql.
  keep('postgres.sql', dump.replace(/^\\.*\n/gm, ''))
} finally {
  await browser.close()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
}

function keep(name: string, content: string | Buffer): void {
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
}

/** Fills the account by calls. Resolves with a personal token that never ends. */
async function liveIn(person: Person): Promise<string> {
  const api = await serverFor(person)
  const post = async (path: string, data: object | string) => {
    const answer = await api.post(`/api${path}`, { data })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()).data
  }
  const ids = await sow(person, livedInWorkspace())
  await sow(person, [
    { type: 'todo', content: 'Water the roses', tags: ['allotment'], dueAt: '2026-12-01T09:00' },
    {
      type: 'note',
      content: '# Bread\n\n- [ ] flour\n- [x] water\n\n| a | b |\n|---|---|\n| 1 | 2 |',
      tags: ['sourdough'],
    },
  ])
  const [{ _id: workspace_id }] = await post('/workspace/get-workspaces', {})
  const tags: { _id: string; tag_name: string }[] = await post('/tag/get-all-tags', { workspace_id })
  for (const [title, names] of Object.entries(GROUPS)) {
    const tag_ids = tags.filter((tag) => names.includes(tag.tag_name)).map((tag) => tag._id)
    await post('/tag/create-many-groups-from-searchword', { searchwords: [title], tag_ids, workspace_id })
  }
  await post('/tag/edit-color', { tag_ids: [tags[0]?._id], color_name: 'teal' })
  await post('/tag/rename-one', { tag_id: tags[1]?._id, new_tag_name: 'renamed once' })
  await post('/entity/delete-many', { entity_ids: ids.slice(0, 2) })
  await post('/entity/restore-many', { entity_ids: ids.slice(0, 1) })
  await post('/workspace/create-one', { workspace_name: 'Second' })
  await post('/import', '<DL><DT><A HREF="https://example.org/imported" TAGS="from a file">Imported</A></DL>')
  await post('/user/update-global-settings', { saved_searches: SAVED_SEARCHES })
  const { token } = await post('/user/create-token', { name: 'Of the release', scope: 'write' })
  await api.dispose()
  return token
}

/** Uses the app online and then offline. Resolves with the texts that wait on the device. */
async function useDevice(page: Page, person: Person): Promise<string[]> {
  await openHomeAs(page, person, origin)
  await add(page, 'Sent by the device')
  await bar(page).fill('roses')
  await cards(page).filter({ hasText: 'Water the roses' }).first().waitFor()
  await bar(page).fill('')
  await expect(syncState(page)).toHaveText('Saved')
  await page.context().setOffline(true)
  const waiting = ['Written on the train', 'Call Ann']
  for (const text of waiting) await add(page, text)
  await expect(syncState(page)).toHaveText('Offline, 2 changes waiting')
  return waiting
}
