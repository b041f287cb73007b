import type { Page } from '@playwright/test'
import { type Gateway, openBeyond, openGateway } from './support/gateway.ts'
import { bar, cards, syncState, untilServiceWorkerAnswers } from './support/offline.ts'
import { test as base, expect } from './support/person.ts'

const QUESTION = 'New update is available. Click OK to refresh now. Or refresh page manually later.'
const FIVE_MINUTES = 300_000

/** `gateway` stands in front of the server, so that a test can deploy a new version. */
const test = base.extend<{ gateway: Gateway }>({
  gateway: async ({ baseURL }, use) => {
    const gateway = await openGateway(baseURL ?? '')
    await use(gateway)
    await gateway.close()
  },
})

test.use({ serviceWorkers: 'allow' })

test('[OF-1] the manifest makes the app installable', async ({ page }) => {
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  const devtools = await page.context().newCDPSession(page)
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Test pages are private windows, where nothing can be installed, and the headless shell reports no faults. So the
  // browser's conditions are also tested below.
  const wrong = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')
  expect(wrong).toEqual([])

  const link = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = await (await page.request.get(link ?? '')).json()
  expect(manifest).toMatchObject({ name: 'Cardinal', display: 'standalone', scope: '/' })
  expect(manifest.start_url).toMatch(/^\//)
  const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose)
  expect(purposes).toEqual(expect.arrayContaining(['any', 'maskable']))
  const anywhere = manifest.icons.filter(({ purpose }: { purpose: string }) => purpose === 'any')
  expect(anywhere.map(({ sizes }: { sizes: string }) => sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  )
  for (const { src, sizes, type } of manifest.icons) {
    const answer = await page.request.get(src)
    expect(answer.headers()['content-type'], src).toBe(type)
    const png = await answer.body()
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes)
  }
  expect(manifest.share_target).toMatchObject({ action: '/share', method: 'POST' })
  for (const { url, name } of manifest.shortcuts) {
    await page.goto(url)
    const form = page.getByRole('dialog', { name: 'Quick add' })
    const type = name.replace('Add ', '')
    await expect(form.getByRole('radio', { name: new RegExp(type, 'i') }), name).toBeChecked()
  }
})

test('[OF-1] Safari on a phone gets a picture of its exact size for the start of the installed app', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: false }))
  await page.goto('/home')
  const pictures = page.locator('link[rel="apple-touch-startup-image"]')
  await expect(pictures).toHaveCount(4)
  await expect(page.locator('meta[name="apple-mobile-web-app-capable"]')).toHaveAttribute('content', 'yes')
  const media = '(orientation: portrait) and (prefers-color-scheme: dark)'
  const found = await page.locator(`link[media="${media}"]`).evaluate(async (link: HTMLLinkElement) => {
    const picture = new Image()
    picture.src = link.href
    await picture.decode()
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight]
    const context = canvas.getContext('2d')
    context?.drawImage(picture, 0, 0)
    const colourAt = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3)
    return {
      size: [canvas.width, canvas.height],
      screen: [screen.width * devicePixelRatio, screen.height * devicePixelRatio],
      corner: colourAt(2, 2),
      // A point beside the middle, where the logo is solid.
      logo: colourAt(canvas.width / 2 - 30, canvas.height / 2 + 10),
    }
  })
  expect(found.size).toEqual(found.screen)
  expect(found.corner).toEqual([0x13, 0x14, 0x16])
  expect(found.logo, 'red').toEqual([0xc4, 0x1e, 0x3a])
})

test('[OF-1] the browser’s install banner is replaced by a button', async ({ page }) => {
  await page.goto('/home')
  const button = page.getByRole('button', { name: 'Install the app' })
  await expect(syncState(page)).toHaveText('Saved')
  await expect(button).toHaveCount(0)
  const offer = (outcome: string) =>
    page.evaluate((answer) => {
      const prompt = async () => {
        document.title = 'asked'
        return { outcome: answer }
      }
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
      return dispatchEvent(event)
    }, outcome)
  expect(await offer('dismissed'), 'its default goes on').toBe(false)
  await button.click()
  await expect(page).toHaveTitle('asked')
  await expect(button, 'an offer can be asked once').toHaveCount(0)
  await offer('accepted')
  await button.click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Installed')
  await offer('accepted')
  await expect(button).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await expect(button).toHaveCount(0)
})

test('[OF-1] [OF-2] a share from another app opens quick add, also without a network', async ({
  page,
  context,
}) => {
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await expect(syncState(page)).toHaveText('Saved')
  const form = page.getByRole('dialog', { name: 'Quick add' })
  await page.keyboard.press('Alt+n')
  await form.getByRole('textbox').first().fill('Half a thought')
  await share(page, { title: 'Bread', text: 'Step by step', url: 'https://example.org/bread?a=1&b=2' })
  await expect(form.getByRole('textbox').first()).toHaveValue('Bread\nStep by step')
  await expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue(
    'https://example.org/bread?a=1&b=2',
  )
  await expect(form.getByRole('radio', { name: /link/i })).toBeChecked()

  await context.setOffline(true)
  const thought = `A thought of mine${', and on'.repeat(5_000)}`
  await share(page, { title: '', text: thought, url: '' })
  await expect(form.getByRole('textbox').first(), 'whole, however long').toHaveValue(thought)
  await expect(form.getByRole('radio', { name: /note/i })).toBeChecked()
  await form.getByRole('textbox').first().press('Control+Enter')
  await expect(form).toHaveCount(0)
  await expect(syncState(page)).toHaveText('Offline, 1 change waiting')
  await context.setOffline(false)
  await expect(syncState(page)).toHaveText('Saved')
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveText([/A thought of mine/])
  await page.keyboard.press('Alt+n')
  await expect(form.getByRole('textbox').first(), 'what waited still waits').toHaveValue('Half a thought')
})

test('[OF-3] a new version is offered once per page session, and accepting it removes the registration and reloads', async ({
  page,
  person,
  gateway,
}) => {
  const beyond = await openBeyond(page, person, gateway)
  await untilServiceWorkerAnswers(beyond)
  const question = beyond.getByRole('alertdialog').filter({ hasText: QUESTION })
  await deploy(page, gateway, 'second')
  await check(beyond)
  await expect(question.getByText(QUESTION, { exact: true })).toBeVisible()
  await expect(question).toBeFocused()
  await beyond.keyboard.press('Space')
  await beyond.keyboard.press('Enter')
  await expect(question, 'keys of somebody who is writing do not answer it').toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await deploy(page, gateway, 'third')
  await check(beyond)
  await beyond.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state === 'installed',
  )
  await twoFrames(beyond)
  expect(await question.count(), 'once a page session').toBe(0)
  expect(await versionAnswering(beyond)).not.toBe('third')

  const other = await page.context().newPage()
  await other.goto(`${gateway.origin}/home`)
  await untilServiceWorkerAnswers(other)
  await beyond.reload()
  await expect(question, 'a new page session').toBeVisible()
  await other.close()
  await noteRemoval(beyond)
  await Promise.all([
    beyond.waitForEvent('load'),
    question.getByRole('button', { name: 'OK', exact: true }).click(),
  ])
  expect(await beyond.evaluate(() => sessionStorage.getItem('removed'))).toBe('yes')
  await expect(bar(beyond)).toBeVisible()
  await untilServiceWorkerAnswers(beyond)
  await expect.poll(() => versionAnswering(beyond)).toBe('third')
  await expect(question).toHaveCount(0)
})

test('[OF-3] after Cancel, a reload of the only open page loads the new version', async ({
  page,
  context,
  person,
  gateway,
}) => {
  const beyond = await openBeyond(page, person, gateway)
  await untilServiceWorkerAnswers(beyond)
  const other = await context.newPage()
  await other.goto(`${gateway.origin}/home`)
  await untilServiceWorkerAnswers(other)
  const question = beyond.getByRole('alertdialog').filter({ hasText: QUESTION })
  await deploy(page, gateway, 'second')
  await check(beyond)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await beyond.reload()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await versionAnswering(beyond), 'the other page needs its files').not.toBe('second')
  await other.close()
  await beyond.reload()
  // The page reloads, which aborts the evaluation in the first document.
  await expect(async () => expect(await versionAnswering(beyond)).toBe('second')).toPass()
  await expect(syncState(beyond)).toHaveText('Saved')
  await expect(question).toHaveCount(0)
})

test('[OF-4] the page checks for a new version every 5 minutes, and not without a network', async ({
  page,
  context,
  person,
  gateway,
}) => {
  const beyond = await openBeyond(page, person, gateway)
  await untilServiceWorkerAnswers(beyond)
  await beyond.clock.install()
  await noteChecks(beyond)
  await beyond.reload()
  const checks = (state: 'begun' | 'done') =>
    beyond.evaluate((name) => (globalThis as unknown as { checks: Checks }).checks[name], state)
  await beyond.waitForFunction(() => (globalThis as unknown as { checks: Checks }).checks.isRegistered)
  const asked = () => gateway.asked.filter((path) => path === '/sw.js').length
  await beyond.clock.fastForward(FIVE_MINUTES - 60_000)
  expect(await checks('begun'), 'before five minutes').toBe(0)
  const before = asked()
  await beyond.clock.fastForward(61_000)
  await expect.poll(() => checks('done')).toBe(1)
  expect(asked()).toBeGreaterThan(before)
  await context.setOffline(true)
  await beyond.waitForFunction(() => !navigator.onLine)
  await beyond.clock.fastForward(FIVE_MINUTES)
  expect(await checks('begun'), 'offline').toBe(1)
  await context.setOffline(false)
  await beyond.waitForFunction(() => navigator.onLine)
  await beyond.clock.fastForward(FIVE_MINUTES)
  await expect.poll(() => checks('done')).toBe(2)
})

test('[OF-3] a browser without service workers fires the event service-worker-removed, and the app works', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
    addEventListener('service-worker-removed', () => sessionStorage.setItem('told', 'yes'))
  })
  await page.goto('/home')
  await expect(bar(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('told'))).toBe('yes')
})

test('[OF-4] a failed registration of the worker, which is at the root, is logged with the error', async ({
  page,
  person,
  gateway,
}) => {
  gateway.serviceWorker = 'throw new Error("broken")'
  const logged: string[] = []
  page.context().on('console', (message) => logged.push(message.text()))
  const beyond = await openBeyond(page, person, gateway)
  await expect(bar(beyond)).toBeVisible()
  await expect
    .poll(() => logged.filter((text) => /^Service Worker registration failed: .*Error/.test(text)))
    .toHaveLength(1)
  gateway.serviceWorker = null
  await beyond.reload()
  await untilServiceWorkerAnswers(beyond)
  const scope = await beyond.evaluate(async () => (await navigator.serviceWorker.ready).scope)
  expect(scope).toBe(`${gateway.origin}/`)
})

/** Posts the share form from a page of another site, as the browser does for another app. */
async function share(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  const action = new URL('/share', page.url()).href
  await page.goto('about:blank')
  await page.evaluate(
    ([address, values]) => {
      const form = document.createElement('form')
      Object.assign(form, { action: address, method: 'post', enctype: 'multipart/form-data' })
      for (const [name, value] of Object.entries(values)) {
        const field = document.createElement('textarea')
        Object.assign(field, { name, value })
        form.append(field)
      }
      document.body.append(form)
      form.submit()
    },
    [action, fields] as const,
  )
  await page.waitForURL(/quick-add/)
}

/** Deploys the same app under another version, which answers its name at /which-version. */
async function deploy(page: Page, gateway: Gateway, name: string): Promise<void> {
  const present = await (await page.request.get('/sw.js')).text()
  gateway.serviceWorker = `${present}
self.addEventListener('fetch', (event) => {
  if (event.request.url.endsWith('/which-version')) event.respondWith(new Response('${name}'))
})`
}

/** Records, across a reload, that the registration was removed. */
async function noteRemoval(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { prototype } = ServiceWorkerRegistration
    const { unregister } = prototype
    prototype.unregister = function () {
      sessionStorage.setItem('removed', 'yes')
      return unregister.call(this)
    }
  })
}

interface Checks {
  isRegistered: boolean
  begun: number
  done: number
}

/** Counts the page's own update checks from its next load on; the browser makes some, too. */
async function noteChecks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const checks: Checks = { isRegistered: false, begun: 0, done: 0 }
    Object.assign(globalThis, { checks })
    const { register } = ServiceWorkerContainer.prototype
    ServiceWorkerContainer.prototype.register = async function (...args) {
      const registration = await register.apply(this, args)
      checks.isRegistered = true
      return registration
    }
    const { update } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.update = async function () {
      checks.begun++
      const updated = await update.call(this)
      checks.done++
      return updated
    }
  })
}

/** Waits until the page's state has been painted. */
async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Makes the page look for a new version. */
async function check(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
}

function versionAnswering(page: Page): Promise<string> {
  return page.evaluate(async () => (await fetch('/which-version')).text())
}
