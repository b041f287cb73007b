import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { byContent, checkNames, nameByContent } from '../apps/web/build/content-names.mjs'
import { type Gateway, openBeyond, openGateway } from './support/gateway.ts'
import { holding } from './support/holding.ts'
import { add, bar, cards, syncState, untilServiceWorkerAnswers } from './support/offline.ts'
import { test as base, expect } from './support/person.ts'
import { serverRows } from './support/server-rows.ts'

const DIST = join(import.meta.dirname, '../apps/web/dist')
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const PORTAL = '<h1>Welcome to the hotel</h1>'
const MENDED = 'Some files of Cardinal were damaged, so they were fetched anew.'

const test = base.extend<{ gateway: Gateway }>({
  gateway: async ({ baseURL }, use) => {
    const gateway = await openGateway(baseURL ?? '')
    await use(gateway)
    await gateway.close()
  },
})

test.use({ serviceWorkers: 'allow' })

/** Kinds of damage to a file, each with the text of the damaged file. */
const WAYS = {
  missing: () => null,
  cut: (path) => textOf(path).slice(0, textOf(path).length / 2),
  swapped: (path) => (path.endsWith('.css') ? 'body { display: none }' : 'export const nothing = 1'),
  'a page of the network': () => PORTAL,
} as const satisfies Record<string, (path: string) => string | null>

test('[OF-3] a first visit downloads each file of the first screen once', async ({
  page,
  person,
  gateway,
}) => {
  const beyond = await openBeyond(page, person, gateway)
  await untilServiceWorkerAnswers(beyond)
  expect(await damagedIn(beyond, precachedBy(DIST))).toEqual([])
  for (const path of firstScreen())
    expect(
      gateway.asked.filter((asked) => asked.slice(1).split('?', 1)[0] === path),
      path,
    ).toHaveLength(1)
})

test('[OF-3] a precache with wrong contents under every name is replaced by the files of the build', async ({
  page,
  context,
}) => {
  await page.goto('/robots.txt')
  const files = precachedBy(DIST)
  expect(files.length).toBeGreaterThan(100)
  await page.evaluate(
    async ([entries, body]) => {
      const cache = await caches.open(`workbox-precache-v2-${location.origin}/`)
      // With and without revision: an earlier release cached hashed names without one.
      for (const { url, revision } of entries)
        for (const key of [
          `/${url}`,
          `/${url}?__WB_REVISION__=${encodeURIComponent(revision ?? 'of-an-earlier-build')}`,
        ])
          await cache.put(key, new Response(body, { headers: { 'content-type': 'text/javascript' } }))
    },
    [files, 'export const ofAnotherBuild = 1'] as const,
  )
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await expect(syncState(page)).toHaveText('Saved')
  await expect.poll(() => damagedIn(page, files)).toEqual([])
  await context.setOffline(true)
  await page.reload()
  await expect(bar(page)).toBeVisible()
})

for (const [way, damage] of Object.entries(WAYS))
  test(`[OF-3] the page downloads a file again that is ${way} in the precache, and keeps waiting changes`, async ({
    page,
    context,
  }) => {
    test.setTimeout(240_000)
    await page.goto('/home')
    await untilServiceWorkerAnswers(page)
    await context.setOffline(true)
    await add(page, 'Waits all the while')
    await expect(syncState(page)).toHaveText('Offline, 1 change waiting')
    await context.route('**/api/sync/push*', (route) => route.abort())
    await context.setOffline(false)
    // For missing exports, it matters which modules import the file, so each file is damaged. For other
    // damage, one file of each kind is enough.
    for (const path of way === 'swapped' ? firstScreen() : oneOfEachKind(firstScreen())) {
      await untilServiceWorkerAnswers(page)
      await page.evaluate(() => sessionStorage.clear())
      await put(page, path, damage(path))
      await page.reload()
      await expect(cards(page), path).toHaveText([/Waits all the while/])
      await expect(bar(page), path).toBeVisible()
    }
    await context.unrouteAll()
    await page.reload()
    await expect(syncState(page)).toHaveText('Saved')
    await expect.poll(() => missingIn(page, precachedBy(DIST)), { timeout: 30_000 }).toEqual([])
    expect(await damagedIn(page, precachedBy(DIST))).toEqual([])
  })

test('[OF-3] the page says that it downloaded its files again', async ({ page }) => {
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  const [app = ''] = firstScreen().filter((path) => path.includes('/app-') && path.endsWith('.js'))
  await put(page, app, 'export const nothing = 1')
  await page.evaluate(() => localStorage.setItem('of-the-test', 'kept'))
  await page.reload()
  const notice = page.getByRole('alert').filter({ hasText: MENDED })
  await expect(notice).toBeVisible()
  await expect(bar(page)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('of-the-test'))).toBe('kept')
  await notice.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(bar(page)).toBeVisible()
  await expect(syncState(page)).toHaveText('Saved')
  await expect(notice, 'told once').toHaveCount(0)
})

for (const [way, damage] of Object.entries(WAYS))
  test(`[OF-3] a file that arrives ${way} is not kept, and waiting changes are offered as a file until the app starts`, async ({
    page,
    context,
    person,
    gateway,
  }) => {
    const beyond = await openBeyond(page, person, gateway)
    await untilServiceWorkerAnswers(beyond)
    await context.setOffline(true)
    await add(beyond, 'Waits to be sent')
    await expect(syncState(beyond)).toHaveText('Offline, 1 change waiting')
    const app = firstScreen().find((path) => path.includes('/app-') && path.endsWith('.js')) ?? ''
    await put(beyond, app, 'export const nothing = 1')
    gateway.intervenes = ({ path }) => {
      if (path.startsWith('/api/sync/push')) return 'cuts'
      if (!path.startsWith('/assets/')) return null
      const body = damage(path.slice(1).split('?', 1)[0] ?? '')
      const type = body === PORTAL ? 'text/html' : TYPES[extname(path)]
      return body === null ? { status: 404 } : { status: 200, body, ...(type && { type }) }
    }
    // Chromium's HTTP cache still has the files of the first visit and would hide the damage.
    await (await context.newCDPSession(beyond)).send('Network.clearBrowserCache')
    await context.setOffline(false)
    await beyond.reload()
    const offer = beyond.getByRole('alert').filter({ hasText: 'Cardinal could not start.' })
    const saving = beyond.waitForEvent('download')
    await offer.getByRole('button', { name: 'Download what waits' }).click()
    const saved = readFileSync(await (await saving).path(), 'utf8')
    expect(saved).toContain('Waits to be sent')
    expect(await damagedIn(beyond, precachedBy(DIST)), 'nothing of it is kept').toEqual([])

    gateway.intervenes = null
    await offer.getByRole('button', { name: 'Try again' }).click()
    await expect(syncState(beyond)).toHaveText('Saved')
    await expect(offer).toHaveCount(0)
    const { cards: held } = await serverRows(page.request, person.accessToken)
    expect(held.map(({ content }) => content)).toEqual(['Waits to be sent'])
  })

test('[OF-3] a damaged app without a network says so, offers waiting changes as a file, and deletes nothing', async ({
  page,
  context,
}) => {
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  const app = firstScreen().find((path) => path.includes('/app-') && path.endsWith('.js')) ?? ''
  await put(page, app, 'export const nothing = 1')
  await context.setOffline(true)
  await page.reload()
  const offer = page.getByRole('alert').filter({ hasText: 'the server cannot be reached' })
  await offer.getByRole('button', { name: 'Download what waits' }).click()
  await expect(offer.getByRole('button', { name: 'No changes wait on this device' })).toBeVisible()
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1)
  await context.setOffline(false)
  await offer.getByRole('button', { name: 'Try again' }).click()
  await expect(bar(page)).toBeVisible()
})

test('[OF-3] an app that has not started after 10 s is downloaded again once by itself, and keeps cards, changes and settings', async ({
  page,
  context,
}) => {
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await add(page, 'On the server')
  await expect(syncState(page)).toHaveText('Saved')
  await context.setOffline(true)
  await add(page, 'Waits to be sent')
  await expect(syncState(page)).toHaveText('Offline, 1 change waiting')
  await page.evaluate(() => localStorage.setItem('of-the-test', 'kept'))
  // A module that never finishes: no request fails, and nothing is drawn.
  const app = firstScreen().find((path) => path.includes('/app-') && path.endsWith('.js')) ?? ''
  await put(page, app, 'await new Promise(() => {})')
  const release = await holding(context, /\/api\/sync\/push/)
  await context.setOffline(false)
  await page.clock.install()
  const starts: string[] = []
  page.on('framenavigated', (frame) => starts.push(frame.url()))
  await page.reload()
  await page.clock.runFor(9_000)
  expect(await page.evaluate(async () => (await caches.keys()).length), 'not before').toBe(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.clock.runFor(1_000)
  await expect.poll(() => starts, 'the reload of the test, and one by itself').toHaveLength(2)
  await expect(bar(page)).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(page.getByRole('alert').filter({ hasText: MENDED })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('of-the-test'))).toBe('kept')
  await expect(cards(page)).toHaveCount(2)
  release()
  await expect(syncState(page)).toHaveText('Saved')
  expect(starts).toHaveLength(2)
})

test('[OF-3] an app that does not start after its files were downloaded again offers waiting changes, and is left alone', async ({
  page,
  context,
}) => {
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await context.setOffline(true)
  await add(page, 'Waits to be sent')
  await expect(syncState(page)).toHaveText('Offline, 1 change waiting')
  const app = firstScreen().find((path) => path.includes('/app-') && path.endsWith('.js')) ?? ''
  await put(page, app, 'await new Promise(() => {})')
  // Hold pushes back, because the worker of each start would send the change.
  const release = await holding(context, /\/api\/sync\/push/)
  await context.setOffline(false)
  await context.route(`**/${app}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'await new Promise(() => {})' }),
  )
  await page.clock.install()
  const starts: string[] = []
  page.on('framenavigated', (frame) => starts.push(frame.url()))
  await page.reload()
  await page.clock.runFor(10_000)
  await expect.poll(() => starts).toHaveLength(2)
  await page.waitForLoadState('domcontentloaded')
  await page.clock.runFor(10_000)
  const offer = page.getByRole('alert').filter({ hasText: 'Cardinal could not start.' })
  const saving = page.waitForEvent('download')
  await offer.getByRole('button', { name: 'Download what waits' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toContain('Waits to be sent')
  await page.clock.runFor(60_000)
  expect(starts, 'once by itself').toHaveLength(2)
  release()
})

test('[OF-3] a part that can not be loaded at first, without a network, does not count as a failed start', async ({
  page,
}) => {
  await page.route('**/sw.js', (route) => route.abort())
  await page.addInitScript(() => {
    // The event that the build's loader fires for a missing module, as soon as something is drawn.
    new MutationObserver((_, observer) => {
      if (!document.getElementById('root')?.firstElementChild) return
      observer.disconnect()
      dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/home')
  await expect(syncState(page)).toHaveText('Saved')
  // Wait for two checks of the start watch, which runs once a second.
  await page.waitForTimeout(2_500)
  await expect(page.getByText('Cardinal could not start.')).toHaveCount(0)
})

test('[OF-3] a network that fails while a part is downloaded again does not remove the app', async ({
  page,
}) => {
  await page.goto('/home')
  await expect(syncState(page)).toHaveText('Saved')
  let questions = 0
  // The server answers the first question whether it can be reached, and none after it.
  await page.route('**/sw.js', (route) => (++questions === 1 ? route.continue() : route.abort()))
  const reloads: string[] = []
  page.on('framenavigated', (frame) => reloads.push(frame.url()))
  await page.evaluate(() => dispatchEvent(new Event('vite:preloadError', { cancelable: true })))
  await expect.poll(() => questions).toBe(2)
  await expect(page.getByText('They are fetched anew')).toHaveCount(0)
  await expect(bar(page)).toBeVisible()
  expect(reloads).toEqual([])
})

test('[OF-3] two builds in alternation each start, work offline, and send waiting changes', async ({
  page,
  context,
  person,
  gateway,
}) => {
  test.setTimeout(180_000)
  const other = otherBuild()
  try {
    const beyond = await openBeyond(page, person, gateway)
    const wanted: string[] = []
    for (const [turn, build] of [other, DIST, other, DIST].entries()) {
      await untilServiceWorkerAnswers(beyond)
      await context.setOffline(true)
      await add(beyond, `Waits at turn ${turn}`)
      wanted.push(`Waits at turn ${turn}`)
      await expect(syncState(beyond)).toHaveText('Offline, 1 change waiting')
      gateway.intervenes = ({ path }) => answerOf(build, path)
      await context.setOffline(false)
      await beyond.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
      const question = beyond.getByRole('alertdialog').filter({ hasText: 'New update is available' })
      await Promise.all([
        beyond.waitForEvent('load'),
        question.getByRole('button', { name: 'OK', exact: true }).click(),
      ])
      await expect(syncState(beyond)).toHaveText('Saved')
      await untilServiceWorkerAnswers(beyond)
      await expect.poll(() => damagedIn(beyond, precachedBy(build))).toEqual([])
      await expect(beyond.getByRole('alert').filter({ hasText: MENDED })).toHaveCount(0)
      await context.setOffline(true)
      await beyond.reload()
      await expect(cards(beyond).first()).toBeVisible()
      await context.setOffline(false)
    }
    const { cards: held } = await serverRows(page.request, person.accessToken)
    expect(held.map(({ content }) => content).sort()).toEqual(wanted.sort())
  } finally {
    rmSync(other, { recursive: true })
  }
})

test('[OF-3] the build detects a file that was changed after it was named', () => {
  const build = otherBuild()
  try {
    checkNames(build)
    const name = readdirSync(join(build, 'assets')).find((file) => /^app-.*\.js$/.test(file)) ?? ''
    const path = join(build, 'assets', name)
    writeFileSync(path, `${readFileSync(path, 'utf8')};`)
    expect(() => checkNames(build)).toThrow(`assets/${name}`)
  } finally {
    rmSync(build, { recursive: true })
  }
})

test('the build tells Chromium to compile the modules of the first screen with all functions', () => {
  const modules = readdirSync(join(DIST, 'assets')).filter((file) =>
    /^(?:app|early|home)-[\w-]{8}\.js$/.test(file),
  )
  expect(modules.map((file) => file.split('-')[0]).sort()).toEqual(['app', 'early', 'home'])
  for (const file of modules)
    expect(readFileSync(join(DIST, 'assets', file), 'utf8'), file).toMatch(
      /^\/\/# allFunctionsCalledOnLoad\n/,
    )
})

interface Precached {
  readonly url: string
  /** Null: the file is cached under its address alone. */
  readonly revision: string | null
  readonly integrity: string
}

function precachedBy(build: string): readonly Precached[] {
  const worker = readFileSync(join(build, 'sw.js'), 'utf8')
  return [...worker.matchAll(/"integrity":"([^"]+)","revision":(?:null|"([^"]+)"),"url":"([^"]+)"/g)].map(
    ([, integrity = '', revision = null, url = '']) => ({ integrity, revision, url }),
  )
}

/** Files that the page and its worker request first, and the page's plain scripts. */
function firstScreen(): readonly string[] {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '')
  const thread = readdirSync(join(DIST, 'assets')).filter((name) => /^main-[\w-]+\.js$/.test(name))
  return ['index.html', ...named, ...thread.map((name) => `assets/${name}`)]
}

/** Returns the page, its plain scripts, a style, the entry of the app, that of its thread, and another module. */
function oneOfEachKind(paths: readonly string[]): readonly string[] {
  const kindOf = (path: string) =>
    path.startsWith('assets/') ? (/\/(app|main)-[\w-]+\.js$/.exec(path)?.[1] ?? extname(path)) : path
  return [...new Map(paths.map((path) => [kindOf(path), path])).values()]
}

function textOf(path: string): string {
  return readFileSync(join(DIST, path), 'latin1')
}

/** Replaces the body of a precached file; null removes it. */
async function put(page: Page, path: string, body: string | null): Promise<void> {
  await page.evaluate(
    async ([name, text, type]) => {
      const [cacheName = ''] = await caches.keys()
      const cache = await caches.open(cacheName)
      const key = (await cache.keys()).find(({ url }) => new URL(url).pathname === `/${name}`)
      if (key === undefined) throw new Error(`${name} is not in the precache.`)
      await cache.delete(key)
      if (text !== null) await cache.put(key, new Response(text, { headers: { 'content-type': type } }))
    },
    [path, body, TYPES[extname(path)] ?? ''] as const,
  )
}

/** Paths of a build's files that are not in the precache. */
function missingIn(page: Page, files: readonly Precached[]): Promise<readonly string[]> {
  return page.evaluate(
    async (urls) => {
      const [name = ''] = await caches.keys()
      const kept = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname.slice(1))
      return urls.filter((url) => !kept.includes(url))
    },
    files.map(({ url }) => url),
  )
}

/** Files of the precache that differ from this build. */
function damagedIn(page: Page, files: readonly Precached[]): Promise<readonly string[]> {
  return page.evaluate(async (entries) => {
    const wanted = new Map(entries.map(({ url, integrity }) => [`/${url}`, integrity]))
    const damaged: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const key of await cache.keys()) {
        const { pathname, search } = new URL(key.url)
        const body = await (await cache.match(key))?.arrayBuffer()
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body ?? new ArrayBuffer()))
        const integrity = `sha256-${btoa(String.fromCharCode(...digest))}`
        if (integrity !== wanted.get(pathname)) damaged.push(pathname + search)
      }
    }
    return damaged
  }, files)
}

/** A copy of the build in which one word of the screens is changed. */
function otherBuild(): string {
  const build = mkdtempSync(join(tmpdir(), 'cardinal-build-'))
  cpSync(DIST, build, { recursive: true, filter: (path) => !path.endsWith('.br') })
  const runtime =
    readdirSync(join(build, 'assets')).find((name) => /^rolldown-runtime-.*\.js$/.test(name)) ?? ''
  const path = join(build, 'assets', runtime)
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n// of the other build`)
  nameByContent(build)
  const worker = readFileSync(join(build, 'sw.js'), 'utf8')
  const list = /\[\{"integrity".*?\}\]/.exec(worker)?.[0] ?? ''
  const urls = ['index.html', 'boot.js', 'start-watch.js', 'favicon.svg'].concat(
    readdirSync(join(build, 'assets'))
      .filter((name) => !name.endsWith('.map'))
      .map((name) => `assets/${name}`),
  )
  const entries = byContent(
    urls.map((url) => ({ url, size: 0 })),
    build,
  ).map(({ integrity, revision, url }) => ({ integrity, revision, url }))
  writeFileSync(
    join(build, 'sw.js'),
    worker.replace(list, () => JSON.stringify(entries)),
  )
  return build
}

/** The answer of a server with this build; null: pass the request on. */
function answerOf(build: string, path: string) {
  const [name = ''] = path.slice(1).split('?', 1)
  const file = name === 'home' ? 'index.html' : name
  if (!/^(?:assets\/|sw\.js$|index\.html$|boot\.js$|start-watch\.js$)/.test(file)) return null
  try {
    return { status: 200, type: TYPES[extname(file)] ?? '', body: readFileSync(join(build, file)) }
  } catch {
    return { status: 404 }
  }
}
