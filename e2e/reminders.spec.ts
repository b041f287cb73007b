import { startPushService } from '../apps/server/test/support/push-service.ts'
import { freePort } from '../scripts/lib/free-port.mjs'
import { cards, syncState } from './support/offline.ts'
import { test as base, expect, openHomeAs, signUp } from './support/person.ts'
import { startServer } from './support/server.ts'

/** A server and a push service, which decrypts the messages that it receives. */
const test = base.extend<{
  server: { readonly origin: string; readonly push: Awaited<ReturnType<typeof startPushService>> }
}>({
  storageState: { cookies: [], origins: [] },
  serviceWorkers: 'allow',
  server: async ({ browserName: _name }, use) => {
    const push = await startPushService()
    const port = String(await freePort())
    const running = await startServer([port, 'localhost', '', 'private', '', '0', push.host])
    await use({ origin: `http://localhost:${port}`, push })
    await running.close()
    await push.stop()
  },
})

test('a todo is reminded of one day before, by a notification, and the calendar address of the settings holds it', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, context, request, server }) => {
  const { origin, push } = server
  await context.grantPermissions(['notifications'], { origin })
  // A browser for tests has no push service.
  await page.addInitScript((given) => {
    const here = () => {
      if (localStorage.getItem('subscribed') === null) return null
      const unsubscribe = async () => localStorage.removeItem('subscribed')
      return { ...given, toJSON: () => given, unsubscribe }
    }
    PushManager.prototype.getSubscription = async () => here() as never
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('subscribed', 'yes')
      return here() as never
    }
  }, push.subscription)
  await openHomeAs(page, await signUp(origin), origin)
  await page.evaluate(() => navigator.serviceWorker.ready)

  await page.goto(`${origin}/settings#reminders`)
  const section = page.getByRole('region', { name: 'Reminders' })
  await section.getByRole('button', { name: 'Turn reminders on here' }).click()
  await expect(section).toContainText('This browser is reminded.')
  const subscribed = page.waitForResponse('**/api/user/subscribe-reminders')
  await section.getByLabel('A second reminder here').selectOption('1 day before')
  await subscribed
  await page.reload()
  await expect(section.getByLabel('A second reminder here')).toHaveValue('1440')
  await section.getByRole('button', { name: 'Make a calendar address' }).click()
  const calendar = (await section.locator('code').textContent()) ?? ''

  const due = new Date(Date.now() + 23 * 3_600_000)
  const two = (figure: number) => String(figure).padStart(2, '0')
  const day = `${due.getFullYear()}-${two(due.getMonth() + 1)}-${two(due.getDate())}`
  const time = `${two(due.getHours())}:${two(due.getMinutes())}`
  await page.goto(`${origin}/create-form?formType=create`)
  const form = page.getByRole('main')
  await form.getByRole('textbox', { name: 'Text' }).fill('Call the roofer')
  await form.getByRole('button', { name: 'Due date' }).click()
  await page.getByRole('dialog', { name: 'Due date' }).getByLabel('In words').fill(`${day} ${time}`)
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Add todo' }).click()
  await expect(page.getByText(/^Added a todo/).first()).toBeVisible()
  await expect(syncState(page)).toHaveText('Saved')
  await page.goto(`${origin}/home?primary_opt=todo`)
  await expect(cards(page).getByRole('button', { name: new RegExp(`^Due .*${time}`) })).toBeVisible()

  // The server sends reminders every 30 seconds.
  await expect.poll(() => push.messages.length, { timeout: 60_000 }).toBe(1)
  const [message] = push.messages
  expect(message).toMatchObject({ title: 'Call the roofer', body: expect.stringMatching(`^Due .* ${time}$`) })
  // Headless browsers don't keep notifications that a page could read.
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('The app has no service worker.')
  await worker.evaluate(() => {
    const shown: unknown[] = []
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      void shown.push({ title, body: options?.body })
    Object.assign(globalThis, { shown })
  })
  const browser = await context.newCDPSession(page)
  const registrationId = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (found !== undefined) resolve(found.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  await browser.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registrationId,
    data: JSON.stringify(message),
  })
  const shown = () => worker.evaluate(() => (globalThis as { shown?: unknown }).shown)
  await expect.poll(shown).toEqual([{ title: message?.title, body: message?.body }])

  // As a calendar program, which is not signed in.
  const feed = await request.get(calendar)
  expect(feed.headers()['content-type']).toContain('text/calendar')
  const lines = (await feed.text()).split('\r\n')
  expect(lines).toContain('SUMMARY:Call the roofer')
  expect(lines).toContain(`DTSTART:${day.replaceAll('-', '')}T${time.replace(':', '')}00`)
})
