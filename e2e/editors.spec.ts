import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { holding } from './support/holding.ts'
import { bar, cards, syncState, untilServiceWorkerAnswers } from './support/offline.ts'
import { accessToken, expect, onAnotherDevice, type Person, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, type Sown, sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

const SHOPPING: readonly Sown[] = [
  { type: 'todo', content: 'Shopping', lines: ['milk', 'eggs', 'bread'], tags: ['kitchen'] },
]

const whole = (page: Page): Locator => page.getByRole('dialog', { name: 'Card', exact: true })
const line = (page: Page, n: number): Locator => whole(page).getByRole('textbox', { name: `Line ${n}` })
const notice = (page: Page): Locator => page.getByRole('status').filter({ hasText: 'Unsaved changes from' })

async function openWhole(page: Page, id: string): Promise<void> {
  const params = encodeURIComponent(JSON.stringify({ 'master-editor': { entityId: id } }))
  await page.goto(`/home?primary_opt=todo&popups_center=["master-editor"]&popups_params=${params}`)
  await expect(whole(page).getByRole('textbox', { name: 'Text', exact: true })).toBeVisible()
}

/** Deletes cards as another device would. */
async function deleteElsewhere(
  request: APIRequestContext,
  page: Page,
  ids: readonly string[],
): Promise<void> {
  const headers = { authorization: `Bearer ${await accessToken(page)}` }
  const answer = await request.post('/api/entity/delete-many', { headers, data: { entity_ids: ids } })
  expect(answer.status(), await answer.text()).toBe(200)
}

async function lineTexts(page: Page): Promise<string[]> {
  const fields = await whole(page)
    .getByRole('textbox', { name: /^Line \d+$/ })
    .all()
  return Promise.all(fields.map((field) => field.inputValue()))
}

test('[CD-4] an abandoned deletion is announced, and does not take back what was ticked since', async ({
  page,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await whole(page).getByRole('button', { name: 'Delete line 2' }).click()
  await page.keyboard.press('Escape')
  await expect(whole(page)).toHaveCount(0)

  const card = cards(page).filter({ hasText: 'Shopping' })
  await card.getByRole('checkbox', { name: 'milk' }).check()
  await card.getByRole('button', { name: 'Unsaved changes' }).click()
  await expect(notice(page)).toContainText(/Unsaved changes from \d/)
  expect(await lineTexts(page)).toEqual(['milk', 'bread'])
  await expect(whole(page).getByRole('checkbox', { name: 'Done: milk' })).toBeChecked()

  await notice(page).getByRole('button', { name: 'Discard' }).click()
  expect(await lineTexts(page)).toEqual(['milk', 'eggs', 'bread'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => lineTexts(page)).toEqual(['milk', 'bread'])
  await page.keyboard.press('Control+Enter')
  await expect(whole(page)).toHaveCount(0)
  await expect(card.getByRole('checkbox', { name: 'eggs' })).toHaveCount(0)
  await expect(card.getByRole('checkbox', { name: 'milk' })).toBeChecked()
  await expect(card.getByRole('button', { name: 'Unsaved changes' })).toHaveCount(0)
})

test('[CD-3] Ctrl+Enter saves the full card whatever has the focus', async ({ page, person }) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await line(page, 1).fill('oat milk')
  await whole(page).getByRole('heading', { name: 'Linked cards' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(whole(page)).toHaveCount(0)
  await expect(cards(page).getByRole('checkbox', { name: 'oat milk' })).toBeVisible()
})

test('[CD-4] lines are dragged with a finger', { tag: ['@narrow', '@middle', '@wide'] }, async ({
  page,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  const grips = whole(page).locator('[data-grip]')
  const from = await grips.nth(0).boundingBox()
  const to = await grips.nth(2).boundingBox()
  if (from === null || to === null) throw new Error('The lines have no handles.')
  const middle = (box: { x: number; y: number; width: number; height: number }) => ({
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
  })
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const [start, end] = [middle(from), middle(to)]
  await send('touchStart', [start])
  for (const part of [0.2, 0.6, 1])
    await send('touchMove', [{ x: start.x, y: start.y + (end.y - start.y) * part }])
  await send('touchEnd', [])
  await expect.poll(() => lineTexts(page)).toEqual(['eggs', 'bread', 'milk'])
})

test('[CD-5] the colours of a menu are seen, not only read', async ({ page, person }) => {
  await sow(person, SHOPPING)
  await page.goto('/home')
  await cards(page)
    .first()
    .click({ button: 'right', position: { x: 200, y: 8 } })
  await page.getByRole('menuitem', { name: 'Colour…' }).click()
  const swatch = page.getByRole('menuitemcheckbox', { name: 'teal' }).locator('[data-color="teal"]')
  await expect(swatch).toBeVisible()
  const colour = await swatch.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(colour).not.toBe('rgba(0, 0, 0, 0)')
})

test('[CD-3] [CD-7] the full editor of a card that is deleted elsewhere stays; saving brings the card back', async ({
  page,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await line(page, 1).fill('oat milk')
  await deleteElsewhere(page.request, page, [id])
  await expect(page.getByText('This card was deleted meanwhile. Saving brings it back.')).toBeVisible()
  await expect(line(page, 1)).toHaveValue('oat milk')

  await page.reload()
  await expect(page.getByText('This card was deleted meanwhile. Saving brings it back.')).toBeVisible()
  await expect(line(page, 1)).toHaveValue('oat milk')
  await page.keyboard.press('Control+Enter')
  await expect(cards(page).getByRole('checkbox', { name: 'oat milk' })).toBeVisible()
  await expect(syncState(page)).toHaveText('Saved')
  for (const name of ['eggs', 'bread'])
    await expect(cards(page).getByRole('checkbox', { name })).toBeVisible()
})

test('[CD-3] a text that is edited in the list stays when its card is deleted elsewhere', async ({
  page,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(1)
  await cards(page).first().getByText('Shopping').dblclick()
  const field = page.getByRole('textbox', { name: 'Text of the card' })
  await field.fill('Shopping for the party')
  await deleteElsewhere(page.request, page, [id])
  await expect(page.getByText('The card that you are editing was deleted meanwhile.')).toBeVisible()
  await expect(field).toHaveValue('Shopping for the party')
  await field.press('Control+Enter')
  await expect(cards(page)).toContainText(['Shopping for the party'])
})

test('[CD-3] a draft is reached again from the strip above, also of a deleted card and of a new one', async ({
  page,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await line(page, 1).fill('oat milk')
  await page.keyboard.press('Escape')
  await deleteElsewhere(page.request, page, [id])
  await expect(cards(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a card' }).click()
  const quick = page.getByRole('dialog', { name: 'Quick add' })
  await quick.getByLabel('Text').fill('half a thou')
  await page.keyboard.press('Escape')

  const drafts = page.getByRole('button', { name: '2 drafts' })
  await drafts.click()
  const list = page.getByRole('dialog', { name: 'Unsaved drafts' })
  await list
    .getByRole('listitem')
    .filter({ hasText: 'half a thou' })
    .getByRole('button', { name: 'Continue' })
    .click()
  await expect(quick.getByLabel('Text')).toHaveValue('half a thou')
  await page.keyboard.press('Control+Enter')
  await expect(cards(page)).toHaveCount(1)

  await page.getByRole('button', { name: '1 draft' }).click()
  await list.getByRole('button', { name: 'Continue' }).click()
  await expect(line(page, 1)).toHaveValue('oat milk')
  await page.keyboard.press('Control+Enter')
  await expect(cards(page).getByRole('checkbox', { name: 'oat milk' })).toBeVisible()
})

test('[CD-6] making a card a note sends its type alone, and linking sends the link alone', async ({
  page,
  browser,
  person,
  baseURL,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  const other = await onAnotherDevice(browser, person, baseURL ?? '')
  await page.context().setOffline(true)
  const card = cards(page).filter({ hasText: 'Feed the sourdough' })
  await card.click({ button: 'right', position: { x: 200, y: 8 } })
  await page.getByRole('menuitem', { name: 'Make it a note' }).click()

  await editInPlace(other, 'Feed the sourdough', 'Feed the sourdough twice a day')
  await expect(syncState(other)).toHaveText('Saved')
  await page.context().setOffline(false)
  await expect(syncState(page)).toHaveText('Saved')
  const rows = await serverRows(page.request, await accessToken(page))
  const content = 'Feed the sourdough twice a day'
  expect(rows.cards.find((row) => row.content === content)).toMatchObject({ content, type: 'note' })
  await other.context().close()
})

async function editInPlace(page: Page, old: string, text: string): Promise<void> {
  await cards(page).filter({ hasText: old }).getByText(old).first().dblclick()
  const field = page.getByRole('textbox', { name: 'Text of the card' })
  await field.fill(text)
  await field.press('Control+Enter')
  await expect(field).toHaveCount(0)
}

test('[OF-2] [CD-4] a form on one device and ticks, lines and texts on another: all of both is in the card', async ({
  page,
  browser,
  person,
  baseURL,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await untilServiceWorkerAnswers(page)
  const other = await onAnotherDevice(browser, person, baseURL ?? '')
  await page.context().setOffline(true)
  await line(page, 1).fill('oat milk')
  await whole(page).getByRole('button', { name: 'Delete line 3' }).click()
  await whole(page).getByRole('textbox', { name: 'Add subtask' }).fill('from the form')

  const there = cards(other).filter({ hasText: 'Shopping' })
  await there.getByRole('checkbox', { name: 'eggs' }).check()
  await there.focus()
  await other.keyboard.press('o')
  await there.getByRole('textbox', { name: 'Add a line to this card' }).fill('from the list')
  await other.keyboard.press('Enter')
  await editInPlace(other, 'Shopping', 'Shopping on Friday')
  await expect(syncState(other)).toHaveText('Saved')

  await page.keyboard.press('Control+Enter')
  await expect(whole(page)).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(syncState(page)).toHaveText('Saved')
  for (const device of [page, other]) {
    const card = cards(device).filter({ hasText: 'Shopping on Friday' })
    await expect(card).toBeVisible()
    // Open on the one device already; on the other it shows the first three of its four lines.
    if (device === page) await card.getByRole('button', { name: '1 more line' }).click()
    for (const text of ['oat milk', 'eggs', 'from the form', 'from the list'])
      await expect(cards(device).getByRole('checkbox', { name: text })).toBeVisible()
    await expect(card.getByRole('checkbox', { name: 'eggs' })).toBeChecked()
  }
  await other.context().close()
})

for (const seed of [1, 2, 3])
  test(`[OF-2] [CD-4] two devices at one card, walk ${seed}: every text is in the card or kept`, async ({
    page,
    browser,
    person,
    baseURL,
  }) => {
    test.slow()
    await walk(page, browser, person, baseURL ?? '', seed)
  })

/** Random edits in the form on one device and in the list on the other, each offline now and then. */
async function walk(
  page: Page,
  browser: Browser,
  person: Person,
  origin: string,
  seed: number,
): Promise<void> {
  const [id = ''] = await sow(person, [{ type: 'todo', content: 'card 0', lines: ['line 0', 'line 00'] }])
  await page.goto('/home')
  const other = await onAnotherDevice(browser, person, origin)
  for (const device of [page, other]) await untilServiceWorkerAnswers(device)
  const next = numbers(seed)
  const saved: string[] = []
  let n = 0
  for (let step = 0; step < 14; step++) {
    const device = step % 2 === 0 ? page : other
    if (next(3) === 0) await device.context().setOffline(next(2) === 0)
    n++
    const text = `${['apple', 'birch', 'cedar', 'dahlia', 'elder'][next(5)]} ${n}`
    saved.push(text)
    if (device === other) await editInList(device, text, next)
    else await editInForm(device, text, next)
  }
  for (const device of [page, other]) {
    await device.context().setOffline(false)
    await expect(syncState(device)).toHaveText('Saved')
  }
  const token = await accessToken(page)
  const found = await everyText(page.request, token, id)
  expect(saved.filter((text) => !found.some((each) => each.includes(text)))).toEqual([])
  await other.context().close()
}

async function editInForm(page: Page, text: string, next: (below: number) => number): Promise<void> {
  await cards(page).first().focus()
  await page.keyboard.press('Shift+Enter')
  const dialog = whole(page)
  await expect(dialog.getByRole('textbox', { name: 'Text', exact: true })).toBeVisible()
  const fields = dialog.getByRole('textbox', { name: /^Line \d+$/ })
  const count = await fields.count()
  const what = next(3)
  if (what === 0) await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill(text)
  else if (what === 1 && count > 0) await fields.nth(next(count)).fill(text)
  else await dialog.getByRole('textbox', { name: 'Add subtask' }).fill(text)
  if (count > 1 && next(3) === 0) await fields.nth(0).press('Alt+ArrowDown')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
}

async function editInList(page: Page, text: string, next: (below: number) => number): Promise<void> {
  const card = cards(page).first()
  if (next(2) === 0) {
    await card.focus()
    await page.keyboard.press('e')
    const field = page.getByRole('textbox', { name: 'Text of the card' })
    await field.fill(text)
    await field.press('Control+Enter')
    await expect(field).toHaveCount(0)
    return
  }
  await card
    .getByRole('checkbox', { name: /line|apple|birch|cedar|dahlia|elder/ })
    .nth(1)
    .click({ force: true })
  const field = card.getByRole('textbox', { name: 'Add a line to this card' })
  if (!(await field.isVisible())) {
    await card.focus()
    await page.keyboard.press('o')
  }
  await field.fill(text)
  await field.press('Enter')
  await expect(card.getByRole('checkbox', { name: text })).toHaveCount(1)
}

/** The texts of a card and of its revisions, as the server holds them. */
async function everyText(request: APIRequestContext, token: string, id: string): Promise<string[]> {
  const { cards: rows } = await serverRows(request, token)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request.post('/api/entity/get-revisions', { headers, data: { entity_id: id } })
  const { data, titles } = (await answer.json()) as {
    data: { content: string }[]
    titles: { text: string }[]
  }
  const card = rows.find((row) => row.id === id)
  return [
    card?.content ?? '',
    ...(card?.subnotes ?? []).map((subnote) => subnote.text),
    ...data.map((revision) => revision.content),
    ...titles.map((title) => title.text),
  ]
}

/** Whole numbers below a bound, the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('[RT-5] [PU-1] [PU-4] [SB-9] the editors of a card and new tags are found in the interface', async ({
  page,
  person,
}) => {
  await sow(person, SHOPPING)
  await page.goto('/home')
  const card = cards(page).filter({ hasText: 'Shopping' })
  await card.click({ button: 'right', position: { x: 200, y: 8 } })
  await page.getByRole('menuitem', { name: 'Edit in a form…' }).click()
  const form = page.getByRole('dialog', { name: 'Edit card' })
  await form.getByRole('textbox', { name: 'Line 1' }).fill('oat milk')
  await page.keyboard.press('Control+Enter')
  await expect(card.getByRole('checkbox', { name: 'oat milk' })).toBeVisible()

  for (const [command, title] of [
    ['Edit the text of the card', 'Edit text'],
    ['Edit the tags of the card', 'Edit tags'],
    ['Edit the card in a form', 'Edit card'],
  ] as const) {
    await card.focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find a command' }).fill(command)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  await page.goto('/home?popups_top=["playground-todo"]')
  const sheet = page.getByRole('dialog').first()
  await sheet.getByRole('button', { name: 'Edit the text of “Shopping”' }).click()
  await page.getByRole('textbox', { name: 'Text of the card' }).fill('Shopping on Friday')
  await page.keyboard.press('Control+Enter')
  await expect(sheet.getByText('Shopping on Friday')).toBeVisible()
  await sheet.getByRole('button', { name: 'Edit the tags of “Shopping on Friday”' }).click()
  await expect(page.getByRole('group', { name: 'Tags of this card' })).toBeVisible()

  await page.goto('/home')
  await bar(page).fill('espresso')
  await page.getByRole('button', { name: 'New tag “espresso”…' }).click()
  await page
    .getByRole('dialog', { name: 'New tags' })
    .getByRole('button', { name: 'espresso', exact: true })
    .click()
  await expect(page.getByText('Created 1 tag').last()).toBeVisible()
})

test('[PU-4] on a phone the menu of a card opens the quick editors of its text and its tags', async ({
  browser,
  person,
  baseURL,
}) => {
  await sow(person, SHOPPING)
  const context = await browser.newContext({
    storageState: person.session,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  await page.goto('/home')
  const card = cards(page).filter({ hasText: 'Shopping' })
  await card.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'Edit text' }).tap()
  const text = page.getByRole('dialog', { name: 'Edit text' })
  await text.getByRole('textbox', { name: 'Text of the card' }).fill('Shopping on Friday')
  await text.getByRole('button', { name: 'Save' }).tap()
  await expect(cards(page)).toContainText(['Shopping on Friday'])
  await cards(page).getByRole('button', { name: 'More' }).tap()
  await page.getByRole('menuitem', { name: 'Tags…' }).tap()
  await expect(page.getByRole('dialog', { name: 'Edit tags' })).toBeVisible()
  await context.close()
})

test('[OF-2] [CD-3] a text written on two devices at once is shown as two versions, and one is chosen', async ({
  page,
  browser,
  person,
  baseURL,
}) => {
  await sow(person, SHOPPING)
  await page.goto('/home')
  await untilServiceWorkerAnswers(page)
  const other = await onAnotherDevice(browser, person, baseURL ?? '')
  await page.context().setOffline(true)
  await editInPlace(page, 'Shopping', 'Shopping for Monday')
  await editInPlace(other, 'Shopping', 'Shopping for Friday')
  await expect(syncState(other)).toHaveText('Saved')
  await page.context().setOffline(false)
  await expect(syncState(page)).toHaveText('Saved')

  await expect(page.getByRole('button', { name: 'Two versions' })).toBeVisible()
  await other.getByRole('button', { name: 'Two versions' }).click()
  const versions = whole(other).getByRole('region', { name: 'Two versions' })
  await expect(versions.locator('mark')).toHaveText(['Monday', 'Friday'])
  await expectNoFindings(other, 'two versions')
  await versions.getByRole('button', { name: 'Take the other' }).click()
  await expect(versions).toHaveCount(0)
  await expect(whole(other).getByRole('textbox', { name: 'Text', exact: true })).toHaveValue(
    'Shopping for Friday',
  )
  await expect(cards(page)).toContainText(['Shopping for Friday'])
  await expect(page.getByRole('button', { name: 'Two versions' })).toHaveCount(0)
  await other.context().close()
})

test('[OF-5] two tabs write over the same text while a push is on its way: every text is in the card or kept', async ({
  page,
  context,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await page.goto('/home')
  const other = await context.newPage()
  await other.goto('/home')
  await expect(cards(other)).toHaveCount(1)
  const letGo = await holding(context, /\/api\/sync\/push/)
  await cards(other).first().getByText('Shopping').dblclick()
  const field = other.getByRole('textbox', { name: 'Text of the card' })
  await field.fill('Shopping by the other tab')
  await editInPlace(page, 'Shopping', 'Shopping, first of one tab')
  await editInPlace(page, 'Shopping, first of one tab', 'Shopping, second of one tab')
  await field.press('Control+Enter')
  await expect(field).toHaveCount(0)
  letGo()
  for (const tab of [page, other]) await expect(syncState(tab)).toHaveText('Saved')
  const found = await everyText(page.request, await accessToken(page), id)
  const texts = ['by the other tab', 'first of one tab', 'second of one tab']
  expect(texts.filter((text) => !found.some((each) => each.includes(text)))).toEqual([])
})

test('[CD-3] [ID-5] a draft outlives a session that the server ended, and Escape in the list is taken back', async ({
  page,
  browser,
  person,
  baseURL,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await line(page, 1).fill('oat milk')
  const headers = { authorization: `Bearer ${await accessToken(page)}` }
  const ended = await page.request.post('/api/user/end-sessions', { headers, data: {} })
  expect(ended.status(), await ended.text()).toBe(200)
  await page.evaluate(() => localStorage.setItem('jwt_access_token_ends', '0'))
  await page.reload()
  // The app leaves for the sign-in, so that the page may change while it is asked.
  await expect(async () => {
    expect(await page.evaluate(() => localStorage.getItem('jwt_refresh_token'))).toBeNull()
  }).toPass()

  const other = await onAnotherDevice(browser, person, baseURL ?? '')
  const { origins } = await other.context().storageState()
  await other.context().close()
  const session = origins.flatMap(({ localStorage: entries }) => entries)
  await page.evaluate((entries) => {
    for (const { name, value } of entries)
      if (name.startsWith('jwt') || name === 'credentials') localStorage.setItem(name, value)
  }, session)
  await openWhole(page, id)
  await expect(notice(page)).toBeVisible()
  await expect(line(page, 1)).toHaveValue('oat milk')
  await page.keyboard.press('Control+Enter')

  await cards(page).first().getByText('Shopping').dblclick()
  const field = page.getByRole('textbox', { name: 'Text of the card' })
  await field.fill('Shopping, maybe')
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Unsaved changes' }).click()
  await expect(field).toHaveValue('Shopping, maybe')
})
