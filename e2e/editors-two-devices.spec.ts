import type { Browser, Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { editInPlace, everyText, line, openWhole, SHOPPING, whole } from './support/editor.ts'
import { holding } from './support/holding.ts'
import { add, cards, syncState, untilServiceWorkerAnswers } from './support/offline.ts'
import { accessToken, expect, onAnotherDevice, type Person, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

test.use({ serviceWorkers: 'allow' })

test('[CD-6] [CD-11] changing a card to a note sends only its type, and linking sends only the link', async ({
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
  await cards(page).filter({ hasText: 'Ask about the exam' }).focus()
  await page.keyboard.press('Shift+Enter')
  await whole(page).getByRole('searchbox', { name: 'Find a card to link' }).fill('geometry')
  await whole(page).getByRole('button', { name: 'Exam notes on geometry' }).click()
  await expect(whole(page).getByText('Related', { exact: true }).last()).toBeVisible()
  await page.keyboard.press('Escape')

  await editInPlace(other, 'Feed the sourdough', 'Feed the sourdough twice a day')
  await editInPlace(other, 'Ask about the exam', 'Ask about the exam on Monday')
  await expect(syncState(other)).toHaveText('Saved')
  await page.context().setOffline(false)
  await expect(syncState(page)).toHaveText('Saved')
  const rows = await serverRows(page.request, await accessToken(page))
  const content = 'Feed the sourdough twice a day'
  expect(rows.cards.find((row) => row.content === content)).toMatchObject({ content, type: 'note' })
  const geometry = rows.cards.find((row) => row.content === 'Exam notes on geometry')
  const linked = rows.cards.find((row) => row.content === 'Ask about the exam on Monday')
  expect(linked).toMatchObject({ siblingIds: [geometry?.id] })
  await other.context().close()
})

test('[OF-5] [TG-3] the same tag created offline on two devices becomes one tag, and no card is refused for it', async ({
  page,
  browser,
  person,
  baseURL,
}) => {
  await page.goto('/home')
  const other = await onAnotherDevice(browser, person, baseURL ?? '')
  for (const device of [page, other]) await untilServiceWorkerAnswers(device)
  for (const [device, text] of [
    [page, 'Oil the hinges'],
    [other, 'Mend the bookcase'],
  ] as const) {
    await device.context().setOffline(true)
    await add(device, text)
    await cards(device).filter({ hasText: text }).focus()
    await device.keyboard.press('t')
    const field = device.getByRole('textbox', { name: 'Add tags, with commas between them' })
    await field.fill('house')
    await field.press('Enter')
    await expect(
      cards(device)
        .getByRole('button', { name: /^house/ })
        .first(),
    ).toBeVisible()
  }
  for (const device of [page, other]) {
    await device.context().setOffline(false)
    await expect(syncState(device)).toHaveText('Saved')
  }
  const rows = await serverRows(page.request, await accessToken(page))
  const [tag, ...more] = rows.tags.filter(({ name }) => name === 'house')
  expect(more).toEqual([])
  expect(rows.cards.map(({ content, tagIds }) => [content, tagIds]).sort()).toEqual([
    ['Mend the bookcase', [tag?.id]],
    ['Oil the hinges', [tag?.id]],
  ])
  await other.context().close()
})

test('[OF-2] [CD-4] edits in a form on one device and ticks, lines and texts on another are all in the card', async ({
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
  await whole(page).getByRole('button', { name: 'Delete subtask 3' }).click()
  await whole(page).getByRole('textbox', { name: 'Add subtask' }).fill('from the form')

  const there = cards(other).filter({ hasText: 'Shopping' })
  await there.getByRole('checkbox', { name: 'eggs' }).check()
  await there.focus()
  await other.keyboard.press('o')
  await there.getByRole('textbox', { name: 'Add a subtask to this card' }).fill('from the list')
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
    // On this device all subtasks are shown already; the other shows three of four.
    if (device === page) await card.getByRole('button', { name: '1 more subtask' }).click()
    for (const text of ['oat milk', 'eggs', 'from the form', 'from the list'])
      await expect(cards(device).getByRole('checkbox', { name: text })).toBeVisible()
    await expect(card.getByRole('checkbox', { name: 'eggs' })).toBeChecked()
  }
  await other.context().close()
})

for (const seed of [1, 2, 3])
  test(`[OF-2] [CD-4] two devices edit one card in random steps, seed ${seed}: every text is in the card or kept as a version`, async ({
    page,
    browser,
    person,
    baseURL,
  }) => {
    test.slow()
    await walk(page, browser, person, baseURL ?? '', seed)
  })

/** Random edits in the form on one device and in the list on the other, each offline at times. */
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
  const fields = dialog.getByRole('textbox', { name: /^Subtask \d+$/ })
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
    .getByRole('checkbox', { name: /^(?:line|apple|birch|cedar|dahlia|elder) / })
    .first()
    .click({ force: true })
  const field = card.getByRole('textbox', { name: 'Add a subtask to this card' })
  if (!(await field.isVisible())) {
    await card.focus()
    await page.keyboard.press('o')
  }
  await field.fill(text)
  await field.press('Enter')
  await expect(card.getByRole('checkbox', { name: text })).toHaveCount(1)
}

/** Random whole numbers from 0 up to `below`; the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('[OF-2] [CD-3] a text edited on two devices at once is shown as two versions, and one can be chosen', async ({
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
  // The toast takes height from the dialog, and a half-scrolled subtask would count as a small target.
  await other.getByRole('button', { name: 'Dismiss' }).click()
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

test('[OF-2] [CD-3] both versions of a text can be kept, and their differences are marked by word', async ({
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
  await editInPlace(page, 'Shopping', 'Early shopping for Monday')
  await editInPlace(other, 'Shopping', 'Late shopping for Friday')
  await expect(syncState(other)).toHaveText('Saved')
  await page.context().setOffline(false)
  await expect(syncState(page)).toHaveText('Saved')
  await page.getByRole('button', { name: 'Two versions' }).click()
  const versions = whole(page).getByRole('region', { name: 'Two versions' })
  await expect(versions.locator('mark')).toHaveText(['Early', 'Monday', 'Late', 'Friday'])
  await versions.getByRole('button', { name: 'Keep both' }).click()
  await expect(versions).toHaveCount(0)
  await expect(whole(page).getByRole('textbox', { name: 'Text', exact: true })).toHaveValue(
    'Early shopping for Monday\nLate shopping for Friday',
  )
  await other.context().close()
})

test('[OF-5] two tabs edit the same text during a push: every text is in the card or kept as a version', async ({
  page,
  context,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await page.goto('/home')
  const other = await context.newPage()
  await other.goto('/home')
  await expect(cards(other)).toHaveCount(1)
  const release = await holding(context, /\/api\/sync\/push/)
  await cards(other).first().getByText('Shopping').dblclick()
  const field = other.getByRole('textbox', { name: 'Text of the card' })
  await field.fill('Shopping by the other tab')
  await editInPlace(page, 'Shopping', 'Shopping, first of one tab')
  await editInPlace(page, 'Shopping, first of one tab', 'Shopping, second of one tab')
  await field.press('Control+Enter')
  await expect(field).toHaveCount(0)
  release()
  for (const tab of [page, other]) await expect(syncState(tab)).toHaveText('Saved')
  const found = await everyText(page.request, await accessToken(page), id)
  const texts = ['by the other tab', 'first of one tab', 'second of one tab']
  expect(texts.filter((text) => !found.some((each) => each.includes(text)))).toEqual([])
})
