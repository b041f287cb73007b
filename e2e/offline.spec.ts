import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { openWhole, SHOPPING, whole } from './support/editor.ts'
import { openBeyond, openGateway } from './support/gateway.ts'
import { holding } from './support/holding.ts'
import { add, bar, cards, syncState, untilServiceWorkerAnswers } from './support/offline.ts'
import {
  accessToken,
  expect,
  onAnotherDevice,
  openHomeAs,
  type Person,
  signUp,
  test,
} from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

test.use({ serviceWorkers: 'allow' })

const WAITING = /^Offline, \d+ changes? waiting$/

test('[OF-2] [OF-8] offline the app opens, finds, adds, edits, tags and deletes, and later sends each change once', async ({
  page,
  context,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await expect(syncState(page)).toHaveText('Saved')
  const token = await accessToken(page)

  await context.setOffline(true)
  await expect(syncState(page)).toHaveText('Offline')
  await page.reload()
  await expect(cards(page)).toHaveCount(2)
  await bar(page).fill('bread')
  await expect(cards(page)).toHaveCount(1)
  await bar(page).fill('')

  await oneOfEach(page)
  await expect(syncState(page)).toHaveText(WAITING)
  await page.reload()
  await expectOneOfEach(page)
  const before = await serverRows(page.request, token)
  expect(before.cards.map(({ content }) => content)).not.toContain('Buy flour and yeast')

  await page.close()
  const later = await context.newPage()
  await later.goto('/home')
  await expectOneOfEach(later)
  await expect(syncState(later)).toHaveText(WAITING)

  await context.setOffline(false)
  await expect(syncState(later)).toHaveText('Saved')
  await expectOneOfEach(later)
  expectEachOnce(await serverRows(later.request, token))
})

test('[HM-19] [OF-8] a workspace that is not yet on this device is not called empty, and is loaded with the network', async ({
  page,
  context,
  person,
}) => {
  await makeAllotment(page, person)
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await expect(syncState(page)).toHaveText('Saved')

  await context.setOffline(true)
  await expect(syncState(page)).toHaveText('Offline')
  await page.getByRole('button', { name: 'My workspace' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'allotment' }).click()
  const results = page.getByRole('main')
  await expect(results).toContainText('Not on this device yet')
  await expect(page.getByText(/^No groups yet/)).toHaveCount(0)
  await page.getByRole('radio', { name: 'Chart' }).check({ force: true })
  await expect(results).toContainText('Not on this device yet')
  await page.getByRole('radio', { name: /^Todo/ }).check({ force: true })
  await add(page, 'Sow the winter salad')

  await context.setOffline(false)
  await expect(cards(page).filter({ hasText: 'Thin the carrots' })).toBeVisible()
  await expect(cards(page)).toHaveCount(2)
})

test('[HM-18] [OF-2] the workspace that was opened last is open after a reload, also without a network', async ({
  page,
  context,
  person,
}) => {
  await makeAllotment(page, person)
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  const switchTo = async (from: string, to: string, count: number) => {
    await page.getByRole('button', { name: from }).click()
    await page.getByRole('menuitemcheckbox', { name: to }).click()
    await expect(cards(page)).toHaveCount(count)
  }
  await switchTo('My workspace', 'allotment', 1)
  await page.reload()
  await expect(cards(page)).toContainText('Thin the carrots')

  await switchTo('allotment', 'My workspace', 0)
  await expect(syncState(page)).toHaveText('Saved')
  await context.setOffline(true)
  await expect(syncState(page)).toHaveText('Offline')
  await switchTo('My workspace', 'allotment', 1)
  await expect(syncState(page)).toHaveText(WAITING)
  await page.reload()
  await expect(cards(page)).toContainText('Thin the carrots')
  await expect(page.getByRole('button', { name: 'allotment' })).toBeVisible()

  await context.setOffline(false)
  await expect(syncState(page)).toHaveText('Saved')
  await page.reload()
  await expect(cards(page)).toContainText('Thin the carrots')
})

/** Creates a second workspace with one card on the server, while this device is offline. */
async function makeAllotment(page: Page, person: Person): Promise<void> {
  const headers = { authorization: `Bearer ${person.accessToken}` }
  const created = await page.request.post('/api/workspace/create-one', {
    headers,
    data: { workspace_name: 'allotment' },
  })
  const { _id: workspace_id } = (await created.json()).data
  const newEntity = { type: 'todo', content: 'Thin the carrots' }
  await page.request.post('/api/entity/create-one', { headers, data: { newEntity, workspace_id } })
}

test('[OF-2] offline changes survive closing the browser before the network is back', async ({
  playwright,
  baseURL,
  launchOptions,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'cardinal-profile-'))
  const open = () =>
    playwright.chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...(baseURL && { baseURL }),
      viewport: { width: 1440, height: 900 },
    })
  try {
    const first = await open()
    const page = first.pages()[0] ?? (await first.newPage())
    const person = await signUp(baseURL ?? '')
    await sow(person, KITCHEN_AND_SCHOOL)
    await openHomeAs(page, person, baseURL ?? '')
    await page.goto('/home')
    await untilServiceWorkerAnswers(page)
    await expect(syncState(page)).toHaveText('Saved')
    const token = await accessToken(page)
    await first.setOffline(true)
    await oneOfEach(page)
    await expect(syncState(page)).toHaveText(WAITING)
    await first.close()

    const second = await open()
    await second.setOffline(true)
    const again = await second.newPage()
    await again.goto('/home')
    await expectOneOfEach(again)
    await expect(syncState(again)).toHaveText(WAITING)
    await second.setOffline(false)
    await expect(syncState(again)).toHaveText('Saved')
    expectEachOnce(await serverRows(again.request, token))
    await second.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('[CD-3] text typed into a form survives the killing of the browser', async ({
  playwright,
  baseURL,
  launchOptions,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'cardinal-profile-'))
  const open = () =>
    playwright.chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...(baseURL && { baseURL }),
      viewport: { width: 1440, height: 900 },
    })
  try {
    const first = await open()
    const page = first.pages()[0] ?? (await first.newPage())
    const person = await signUp(baseURL ?? '')
    const [id = ''] = await sow(person, SHOPPING)
    await openHomeAs(page, person, baseURL ?? '')
    await page.goto('/home')
    await expect(syncState(page)).toHaveText('Saved')
    // Chromium writes local storage to disk seconds later than the session.
    await page.waitForTimeout(8_000)
    await openWhole(page, id)
    await whole(page).getByRole('textbox', { name: 'Text', exact: true }).fill('Shopping, half a thought')
    await page.waitForTimeout(500)
    const browser = await page.context().browser()?.newBrowserCDPSession()
    const { processInfo } = (await browser?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
    const pid = processInfo.find(({ type }) => type === 'browser')?.id ?? 0
    expect(pid).toBeGreaterThan(1)
    const closed = first.waitForEvent('close')
    process.kill(pid, 'SIGKILL')
    await closed

    const second = await open()
    const again = await second.newPage()
    await openWhole(again, id)
    await whole(again).getByRole('button', { name: 'Keep' }).click()
    await expect(whole(again).getByRole('textbox', { name: 'Text', exact: true })).toHaveValue(
      'Shopping, half a thought',
    )
    await second.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('[OF-2] if answers are lost after the server has done its work, nothing is done twice', async ({
  page,
  baseURL,
  person,
}) => {
  const gateway = await openGateway(baseURL ?? '')
  try {
    const token = person.accessToken
    const beyond = await openBeyond(page, person, gateway)
    await expect(syncState(beyond)).toHaveText('Saved')
    gateway.losesAnswersTo = '/api/sync/push'
    await add(beyond, 'Written once')
    await expect.poll(() => gateway.lost).toBeGreaterThan(1)
    await expect(syncState(beyond)).toHaveText('Server not reached, 1 change waiting')
    gateway.losesAnswersTo = null
    await expect(syncState(beyond)).toHaveText('Saved', { timeout: 30_000 })
    const { cards: held } = await serverRows(page.request, token)
    expect(held.filter(({ content }) => content === 'Written once')).toHaveLength(1)
  } finally {
    await gateway.close()
  }
})

test('[OF-5] another tab and another device show a change without a reload', async ({
  page,
  context,
  browser,
  baseURL,
  person,
}) => {
  await page.goto('/home')
  const tab = await context.newPage()
  await tab.goto('/home')
  const far = await onAnotherDevice(browser, person, baseURL ?? '')
  for (const each of [tab, far]) await expect(syncState(each)).toHaveText('Saved')

  await page.bringToFront()
  await add(page, 'Seen everywhere')
  for (const each of [tab, far]) await expect(cards(each)).toHaveText([/Seen everywhere/])
  await add(far, 'Sent from afar')
  for (const each of [page, tab]) await expect(cards(each)).toHaveCount(2)
  await far.context().close()
})

test('[OF-5] [OF-8] the other tab’s badge follows each state of saving within a second', async ({
  page,
  context,
}) => {
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  const tab = await context.newPage()
  await tab.goto('/home')
  for (const each of [page, tab]) await expect(syncState(each)).toHaveText('Saved')
  /** Waits for the state of this tab, and then for at most one second for that of the other. */
  const bothShow = async (text: string) => {
    await expect(syncState(page)).toHaveText(text)
    await expect(syncState(tab)).toHaveText(text, { timeout: 1_000 })
  }
  await page.bringToFront()
  const release = await holding(context, /\/api\/sync\/push/)
  await add(page, 'On its way')
  await bothShow('Saving')
  release()
  await bothShow('Saved')
  await context.setOffline(true)
  await bothShow('Offline')
  await add(page, 'First offline')
  await bothShow('Offline, 1 change waiting')
  await add(page, 'Second offline')
  await bothShow('Offline, 2 changes waiting')
  await context.setOffline(false)
  await bothShow('Saved')
})

test('[OF-5] [HM-6] changed settings, and saved searches changed by a rename of a tag, reach other devices like cards', async ({
  page,
  browser,
  baseURL,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  const headers = { authorization: `Bearer ${person.accessToken}` }
  const post = async (path: string, data: object) =>
    (await (await page.request.post(`/api${path}`, { headers, data })).json()).data
  await post('/user/update-global-settings', { saved_searches: ['bread, recipes'] })
  await page.goto('/home?primary_opt=note')
  const far = await onAnotherDevice(browser, person, baseURL ?? '')
  const saved = (device: Page, name: string) =>
    device.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name, exact: true })
  for (const device of [page, far]) {
    await expect(syncState(device)).toHaveText('Saved')
    await expect(saved(device, 'bread, recipes')).toBeVisible()
  }
  await post('/user/update-global-settings', { saved_searches: ['bread, recipes', 'maths'] })
  for (const device of [page, far]) await expect(saved(device, 'maths')).toBeVisible()

  const tags = (await post('/tag/get-all-tags', {})) as { _id: string; tag_name: string }[]
  const bread = tags.find(({ tag_name }) => tag_name === 'bread')
  await post('/tag/rename-one', { tag_id: bread?._id, new_tag_name: 'loaves' })
  for (const device of [page, far]) await expect(saved(device, 'loaves, recipes')).toBeVisible()
  await far.context().close()
})

test('[OF-8] the state is Saving until the server has the change, then Saved', async ({ page, context }) => {
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await expect(syncState(page)).toHaveText('Saved')
  const release = await holding(context, /\/api\/sync\/push/)
  await add(page, 'On its way')
  await expect(syncState(page)).toHaveText('Saving')
  release()
  await expect(syncState(page)).toHaveText('Saved')
})

test('[ID-5] signing out says which changes wait, even while the network hangs', async ({
  page,
  context,
}) => {
  await page.goto('/home')
  await expect(syncState(page)).toHaveText('Saved')
  const release = await holding(context, /\/api\//)
  await add(page, 'On its way')
  const question = await signOut(page)
  await expect(question).toContainText('1 change has not reached the server')
  await question.getByRole('button', { name: 'Cancel' }).click()
  release()
  await page.goto('/home')
  await expect(syncState(page)).toHaveText('Saved')
  await expect(cards(page)).toHaveText([/On its way/])
})

/** Presses Sign out in the menu. Returns the dialog about waiting changes. */
async function signOut(page: Page): Promise<Locator> {
  await page.goto('/home?popups_center=["hamburger-menu"]')
  await page.getByRole('button', { name: 'Sign out' }).click()
  return page.getByRole('alertdialog').filter({ hasText: 'Sign out and lose changes?' })
}

test('[ID-5] signing out with waiting changes asks first, and keeps them if the person stays', async ({
  page,
  context,
}) => {
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await expect(syncState(page)).toHaveText('Saved')
  await context.setOffline(true)
  await add(page, 'Not sent yet')
  const question = await signOut(page)
  await expect(question).toContainText('1 change has not reached the server')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/home')
  await expect(cards(page)).toHaveText([/Not sent yet/])

  await signOut(page)
  await question.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page).toHaveURL(/\/(\?|$)/)
  const left = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))
  expect(left.filter((name) => /cardinal/i.test(name))).toEqual([])
})

test('[ID-5] signing out asks again if another tab saved a change while the question was open', async ({
  page,
  context,
}) => {
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await expect(syncState(page)).toHaveText('Saved')
  const other = await context.newPage()
  await other.goto('/home')
  await expect(syncState(other)).toHaveText('Saved')
  await context.setOffline(true)
  await add(page, 'Seen by the question')
  const question = await signOut(page)
  await expect(question).toContainText('1 change has not reached the server')
  await add(other, 'Saved meanwhile')
  await question.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(question).toContainText('2 changes have not reached the server')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await context.setOffline(false)
  await page.goto('/home')
  await expect(syncState(page)).toHaveText('Saved')
  await expect(cards(page)).toHaveCount(2)
})

test('[ID-5] signing out while the server fails asks first, and a change that it took before is not counted', async ({
  page,
  context,
}) => {
  await page.goto('/home')
  await add(page, 'Taken')
  await expect(syncState(page)).toHaveText('Saved')
  await context.route(/\/api\/sync\/push/, (route) => route.fulfill({ status: 500, body: '{}' }))
  await add(page, 'Not taken')
  const question = await signOut(page)
  await expect(question).toContainText('1 change has not reached the server')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await context.unroute(/\/api\/sync\/push/)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  await expect(syncState(page)).toHaveText('Saved')
})

test('[OF-2] what was shown as saved is kept if the tab closes at any moment after Enter', async ({
  page,
  context,
}) => {
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  await expect(syncState(page)).toHaveText('Saved')
  await context.setOffline(true)
  const saved: string[] = []
  let tab = page
  // Close tabs after different delays; the last one after it shows its change.
  for (const delay of [0, 20, 60, 120, 250, null]) {
    const text = delay === null ? 'Closed when shown' : `Closed after ${delay} ms`
    // A new tab may learn from its first request, not from the browser, that there is no network.
    const wanted = new RegExp(`^(Offline|Server not reached), ${saved.length + 1} changes? waiting$`)
    await bar(tab).fill(text)
    await bar(tab).press('Control+Enter')
    if (delay === null) await expect(syncState(tab)).toHaveText(wanted)
    else await tab.waitForTimeout(delay)
    if (wanted.test((await syncState(tab).textContent()) ?? '')) saved.push(text)
    await tab.close()
    tab = await context.newPage()
    await tab.goto('/home')
    await expect(syncState(tab)).toHaveText(/^(Offline|Server not reached)/)
    for (const each of saved) await expect(cards(tab).filter({ hasText: each })).toHaveCount(1)
    const held = await cards(tab).allTextContents()
    if (!saved.includes(text) && held.some((card) => card.includes(text))) saved.push(text)
  }
  expect(saved).toContain('Closed when shown')
})

test('[HM-12] [HM-19] after more than a day the page asks to be refreshed, and moves no card for it', async ({
  page,
}) => {
  await page.goto('/home')
  await add(page, 'Water the plants')
  const topOfCard = async () => (await cards(page).first().boundingBox())?.y
  const prompt = page.getByText('It is more than a day since this page was refreshed.')
  const age = (ms: number) =>
    page.evaluate((at) => localStorage.setItem('screen:last-refresh', String(at)), Date.now() - ms)
  const hour = 3_600_000
  // Leaves the app and returns. A reload would count as a refresh by the person.
  const openAgain = async () => {
    await page.goto('/robots.txt')
    await page.goto('/home')
  }
  await age(23 * hour)
  await openAgain()
  await expect(syncState(page)).toHaveText('Saved')
  await expect(prompt).toHaveCount(0)
  const top = await topOfCard()
  await age(25 * hour)
  await openAgain()
  await expect(prompt).toBeInViewport()
  expect(await topOfCard()).toBe(top)
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Refresh', exact: true }).click(),
  ])
  await expect(syncState(page)).toHaveText('Saved')
  await expect(prompt).toHaveCount(0)
})

/** Adds, edits, tags and deletes a todo. */
async function oneOfEach(page: Page): Promise<void> {
  await add(page, 'Buy flour and yeast')
  const edited = cards(page).filter({ hasText: 'Feed the sourdough' })
  await edited.focus()
  await page.keyboard.press('e')
  const field = page.getByRole('textbox', { name: 'Text of the card' })
  await field.fill('Feed the sourdough twice')
  await field.press('Control+Enter')
  await expect(cards(page).filter({ hasText: 'twice' })).toHaveCount(1)
  await edited.focus()
  await page.keyboard.press('t')
  const tagField = page.getByRole('textbox', { name: /^Add tags/ })
  await tagField.fill('friday')
  await tagField.press('Enter')
  await expect(edited.getByRole('button', { name: /^friday/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await cards(page).filter({ hasText: 'Ask about the exam' }).focus()
  await page.keyboard.press('Delete')
  await expectOneOfEach(page)
}

async function expectOneOfEach(page: Page): Promise<void> {
  await expect(cards(page)).toHaveCount(2)
  await expect(cards(page).filter({ hasText: 'Buy flour and yeast' })).toHaveCount(1)
  await expect(cards(page).filter({ hasText: 'Feed the sourdough twice' })).toHaveText([/friday/])
}

function expectEachOnce({ cards: held, tags }: Awaited<ReturnType<typeof serverRows>>): void {
  const todos = held.filter(({ type }) => type === 'todo')
  expect(todos.map(({ content }) => content).sort()).toEqual([
    'Buy flour and yeast',
    'Feed the sourdough twice',
  ])
  const friday = tags.filter(({ name }) => name === 'friday')
  expect(friday).toHaveLength(1)
  const tagged = todos.filter(({ tagIds }) => tagIds.includes(friday[0]?.id ?? ''))
  expect(tagged.map(({ content }) => content)).toEqual(['Feed the sourdough twice'])
  expect(held).toHaveLength(KITCHEN_AND_SCHOOL.length)
}
