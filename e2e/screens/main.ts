import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { BROWSER_ARGS, ensureBrowser } from '../../scripts/lib/browser.mjs'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { openHomeAs, signUp } from '../support/person.ts'
import { sow } from '../support/seed.ts'
import { PUBLIC_SCREENS, type Screen, type Subjects, signedInScreens } from './screens.ts'
import { GROUPS, livedInWorkspace, SAVED_SEARCHES } from './workspace.ts'

/**
 * `npm run screens -- [folder] [words in names of screens]`: pictures of every screen and popup over a workspace in use, at
 * three widths, in both themes. Exit code 1: a screen could not be reached.
 */
const [folder = 'test-results/screens', ...wanted] = process.argv.slice(2)
/** A desktop with a mouse, a tablet and a phone with touch. */
const DEVICES = [
  { viewport: { width: 1440, height: 900 }, hasTouch: false },
  { viewport: { width: 820, height: 1180 }, hasTouch: true },
  { viewport: { width: 390, height: 844 }, hasTouch: true },
]
const THEMES = ['light', 'dark'] as const
const START_SERVER = fileURLToPath(new URL('../start-server.mjs', import.meta.url))

await ensureBuilt()
const executablePath = await ensureBrowser()
mkdirSync(folder, { recursive: true })
const port = await freePort()
const server = spawn(process.execPath, [START_SERVER, String(port)], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
const browser = await chromium.launch({ args: BROWSER_ARGS, executablePath })
try {
  const failed = await takeAll(browser, `http://localhost:${port}`)
  process.exitCode = failed.length === 0 ? 0 : 1
  for (const line of failed) console.error(line)
} finally {
  await browser.close()
  await stop(server)
}

async function takeAll(browser: Browser, baseURL: string): Promise<string[]> {
  await untilReady(baseURL)
  const failed: string[] = []
  for (const device of DEVICES) {
    const options = { baseURL, reducedMotion: 'reduce' as const, ...device }
    const visitor = await browser.newContext(options)
    failed.push(...(await takeEach(await visitor.newPage(), PUBLIC_SCREENS)))
    await visitor.close()
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const subjects = await liveIn(page, baseURL)
    failed.push(...(await takeEach(page, signedInScreens(subjects))))
    await context.close()
  }
  return failed
}

/** Makes an account with a workspace in use. Resolves with a note of many tags, a link, a tag and a group. */
async function liveIn(page: Page, baseURL: string): Promise<Subjects> {
  const person = await signUp(baseURL)
  await openHomeAs(page, person, baseURL)
  await sow(person, livedInWorkspace())
  const headers = { authorization: `Bearer ${person.accessToken}` }
  const post = async (path: string, data: object) => (await page.request.post(path, { headers, data })).json()
  const [workspace] = (await post('/api/workspace/get-workspaces', {})).data as { _id: string }[]
  const workspace_id = workspace?._id
  const { data: tags } = await post('/api/tag/get-all-tags', { workspace_id })
  for (const [title, names] of Object.entries(GROUPS)) {
    const tag_ids = (tags as { _id: string; tag_name: string }[])
      .filter((tag) => names.includes(tag.tag_name))
      .map((tag) => tag._id)
    await post('/api/tag/create-many-groups-from-searchword', {
      searchwords: [title],
      tag_ids,
      workspace_id,
    })
  }
  const { data: groups } = await post('/api/tag/get-all-groups', { workspace_id })
  await post('/api/user/update-global-settings', { saved_searches: SAVED_SEARCHES })
  const tag = (tags as { _id: string; tag_name: string }[]).find((each) => each.tag_name === 'cardiology')
  return {
    cardId: await firstWith(page, 'note'),
    linkId: await firstWith(page, 'hyperlink'),
    tagId: tag?._id ?? '',
    groupId: (groups as { _id: string }[])[0]?._id ?? '',
  }
}

/** Id of the first card of this kind about cardiology. */
async function firstWith(page: Page, kind: 'note' | 'hyperlink'): Promise<string> {
  await page.goto(`/home?primary_opt=${kind}`)
  await page.getByRole('article').first().waitFor()
  await page.getByRole('combobox').first().fill('cardiology')
  await page.waitForTimeout(500)
  return (await page.getByRole('article').first().getAttribute('data-card')) ?? ''
}

async function takeEach(page: Page, screens: readonly Screen[]): Promise<string[]> {
  const failed: string[] = []
  for (const screen of screens) {
    if (wanted.length > 0 && !wanted.some((word) => screen.name.includes(word))) continue
    for (const theme of THEMES) {
      const name = `${screen.name}-${page.viewportSize()?.width}-${theme}`
      try {
        await take(page, screen, theme, resolve(folder, `${name}.png`))
      } catch (error) {
        failed.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
      }
    }
  }
  return failed
}

async function take(page: Page, screen: Screen, theme: (typeof THEMES)[number], path: string): Promise<void> {
  page.setDefaultTimeout(15_000)
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  // A tab keeps its search; clear it before each picture.
  await page.evaluate(() => sessionStorage.clear()).catch(() => {})
  await page.goto(screen.path)
  await page.locator('h1, main').first().waitFor()
  if (screen.path.startsWith('/home'))
    await page.locator('article, [role=listitem], dialog, main > *').first().waitFor()
  await screen.arrange?.(page)
  if (screen.isWhole) await lookDown(page)
  // For lists and pictures that come after the first frame.
  await page.waitForTimeout(350)
  await page.screenshot({ path, fullPage: screen.isWhole ?? false })
}

/** Scrolls to the end and back: pictures load when they come into view. */
async function lookDown(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForTimeout(300)
  await page.evaluate(() => window.scrollTo(0, 0))
}

async function untilReady(baseURL: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const isReady = await fetch(`${baseURL}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('The server does not get ready.')
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.on('exit', () => done())
    child.kill('SIGTERM')
  })
}
