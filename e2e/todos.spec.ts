import type { Locator, Page } from '@playwright/test'
import { cards, syncState } from './support/offline.ts'
import { expect, onAnotherDevice, test } from './support/person.ts'
import { dayFromToday, sow } from './support/seed.ts'

const card = (page: Page, text: string): Locator => cards(page).filter({ hasText: text })
const bar = (page: Page): Locator => page.getByRole('combobox').first()

async function add(page: Page, text: string): Promise<void> {
  await bar(page).fill(text)
  await bar(page).press('Control+Enter')
  await expect(bar(page)).toHaveValue('')
}

test('a todo is completed by its box or a key, leaves the list, is shown among completed ones, and undo reopens it', async ({
  page,
  person,
}) => {
  expect(person.name).toBeTruthy()
  await page.goto('/home')
  await add(page, 'Water the plants')
  await add(page, 'Call the roofer')
  await card(page, 'Call the roofer')
    .getByRole('checkbox', { name: /^Complete/ })
    .click()
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(cards(page)).toHaveCount(2)

  await card(page, 'Water the plants').focus()
  await page.keyboard.press('c')
  await expect(cards(page)).toHaveCount(1)
  await showCompleted(page)
  await expect(card(page, 'Water the plants').getByRole('checkbox', { name: /^Done/ })).toBeChecked()
  await page.reload()
  await expect(cards(page)).toHaveCount(2)
  await card(page, 'Water the plants').getByRole('checkbox', { name: /^Done/ }).click()
  await showCompleted(page)
  await expect(cards(page)).toHaveCount(2)
})

test('a due date typed after due: is shown before adding and changed by the picker, and a repeating todo moves on', async ({
  page,
  browser,
  person,
  baseURL,
}) => {
  await page.goto('/home')
  await bar(page).fill('Water the plants due:every 2 weeks')
  await expect(page.getByRole('button', { name: 'Add, due today, every 2 weeks' })).toBeVisible()
  await bar(page).press('Control+Enter')
  const plants = card(page, 'Water the plants')
  await expect(plants).toHaveCount(1)
  await expect(plants).not.toContainText('due:')
  const chip = plants.getByRole('button', { name: /^Due today, every 2 weeks/ })
  await expect(chip).toHaveText('Today')

  await chip.click()
  const picker = page.getByRole('dialog', { name: 'Due date' })
  await picker.getByLabel('In words').fill('2020-01-31 14:00')
  await picker.getByLabel('In words').press('Enter')
  await page.keyboard.press('Escape')
  await expect(plants.getByRole('button', { name: /^Overdue since Jan 31, 2020 14:00/ })).toContainText(
    'Overdue',
  )

  const other = await onAnotherDevice(browser, person, baseURL ?? '')
  await expect(card(other, 'Water the plants')).toHaveCount(1)
  await plants.getByRole('checkbox', { name: /^Complete/ }).click()
  await expect(plants.getByRole('button', { name: /^Due .*14:00, every 2 weeks/ })).toBeVisible()
  await expect(card(other, 'Water the plants').getByRole('button', { name: /^Due .*14:00/ })).toBeVisible()
  await other.context().close()
})

test('todos can be sorted by due date, and moved by hand with keys and by dragging', async ({
  page,
  person,
}) => {
  expect(person.name).toBeTruthy()
  await page.goto('/home?sort=soonest,due')
  for (const text of ['later due:2031-01-02', 'never', 'sooner due:2031-01-01']) await add(page, text)
  await expect(cards(page)).toContainText(['sooner', 'later', 'never'])

  await page.goto('/home?sort=by-hand,placed')
  await expect(cards(page)).toContainText(['sooner', 'never', 'later'])
  await card(page, 'later').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cards(page)).toContainText(['sooner', 'later', 'never'])
  await expect(card(page, 'later')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cards(page)).toContainText(['later', 'sooner', 'never'])
  await card(page, 'never').dragTo(card(page, 'later'), { targetPosition: { x: 200, y: 3 } })
  await expect(cards(page)).toContainText(['never', 'later', 'sooner'])
  await page.keyboard.press('Control+z')
  await expect(cards(page)).toContainText(['later', 'sooner', 'never'])
  await add(page, 'newest')
  await expect(cards(page)).toContainText(['newest', 'later', 'sooner', 'never'])
})

test('a todo shows how many subtasks are done, and its form has the due date', { tag: '@narrow' }, async ({
  page,
  person,
}) => {
  expect(person.name).toBeTruthy()
  await page.goto('/create-form?formType=create')
  const form = page.getByRole('main')
  await form.getByRole('textbox', { name: 'Text' }).fill('Pack')
  await form.getByRole('button', { name: 'Due date' }).click()
  await page.getByRole('dialog', { name: 'Due date' }).getByRole('button', { name: 'Tomorrow' }).click()
  for (const line of ['socks', 'shirt']) {
    await form.getByPlaceholder('Add subtask').fill(line)
    await form.getByPlaceholder('Add subtask').press('Enter')
  }
  await form.getByRole('button', { name: 'Add todo' }).click()
  await expect(page.getByText(/^Added a todo/).first()).toBeVisible()
  await expect(syncState(page)).toHaveText('Saved')
  await page.goto('/home')
  const pack = card(page, 'Pack')
  await expect(pack.getByRole('button', { name: /^Due tomorrow/ })).toBeVisible()
  await pack.getByRole('checkbox', { name: 'socks' }).check()
  await expect(pack.getByRole('progressbar', { name: '1 of 2 subtasks done' })).toBeVisible()
})

/** Shows or hides completed todos in the list. */
async function showCompleted(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByText('Show completed todos').click()
  await page.keyboard.press('Escape')
}

test('[HM-20] the key that completes a todo moves to the next one, and from the last one to the one before', async ({
  page,
  person,
}) => {
  await sow(
    person,
    ['Third', 'Second', 'First'].map((content) => ({ type: 'todo' as const, content })),
  )
  await page.goto('/home?primary_opt=todo')
  await expect(cards(page)).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await expect(cards(page).nth(1)).toBeFocused()
  const [first = '', , last = ''] = await cards(page).allTextContents()
  await page.keyboard.press('c')
  await expect(cards(page)).toHaveCount(2)
  await expect(cards(page).nth(1)).toBeFocused()
  await expect(cards(page).nth(1)).toHaveText(last)
  await page.keyboard.press('c')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page).first()).toBeFocused()
  await expect(cards(page).first()).toHaveText(first)
})

test('when every todo is done the list says so, and one click shows them', async ({ page, person }) => {
  expect(person.name).toBeTruthy()
  await page.goto('/home')
  await add(page, 'Water the plants')
  await card(page, 'Water the plants')
    .getByRole('checkbox', { name: /^Complete/ })
    .click()
  await expect(page.getByText('All done', { exact: true })).toBeVisible()
  await expect(page.getByText('No todos yet')).toHaveCount(0)
  await bar(page).fill('plants')
  await expect(page.getByText('Only completed todos have this')).toBeVisible()
  await page.getByRole('button', { name: 'Show 1 completed todo' }).click()
  await expect(card(page, 'Water the plants').getByRole('checkbox', { name: /^Done/ })).toBeChecked()
})

test('a key moves the due date of one todo, three acts move those of five, and an undo reverts all', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person, isMobile, viewport }) => {
  const names = ['Ring the roofer', 'Pay the rent', 'Sort the photos', 'Book the train', 'Write to Ada']
  await sow(
    person,
    names.map((content) => ({ type: 'todo', content })),
  )
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(5)
  const isNarrow = (viewport?.width ?? 0) < 700 || isMobile
  const menu = page.getByRole('menu', { name: 'Due date' })

  await card(page, 'Pay the rent').focus()
  await page.keyboard.press('d')
  if (viewport?.width === 390) {
    // Before the sheet is open, Back leaves the page.
    await expect(menu).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(menu, 'Back closes a sheet').toBeHidden()
    await page.keyboard.press('d')
    await menu.getByRole('menuitem', { name: 'Another day…' }).click()
    const picker = page.getByRole('dialog', { name: 'Due date' })
    await expect(picker).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(picker).toBeHidden()
    await expect(page, 'and goes nowhere').toHaveURL(/\/home/)
    await card(page, 'Pay the rent').focus()
    await page.keyboard.press('d')
  }
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Today, /,
    /^Tomorrow, /,
    /^(?:Next w|W)eekend, /,
    /^Next week, /,
    'Another day…',
    'Start date…',
    'No due date',
  ])
  await menu.getByRole('menuitem', { name: 'Tomorrow' }).click()
  await expect(card(page, 'Pay the rent').getByRole('button', { name: /^Due tomorrow/ })).toBeVisible()
  await expect(card(page, 'Pay the rent'), 'the keys go on from the card').toBeFocused()

  await card(page, 'Pay the rent').focus()
  await page.keyboard.press('x')
  const toolbar = page.getByRole('toolbar', { name: 'Selected cards' })
  await toolbar.getByRole('button', { name: 'Select all shown' }).click()
  await toolbar.getByRole('button', { name: 'Due date' }).click()
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/postpone-${isNarrow ? 'narrow' : 'wide'}.png` })
  await menu.getByRole('menuitem', { name: 'Another day…' }).click()
  const asked = page.getByRole('dialog', { name: 'Due date of 5 todos' })
  await asked.getByLabel('In words').fill('nevermore')
  await asked.getByLabel('In words').press('Enter')
  await expect(asked.getByText('Not understood.')).toBeVisible()
  await asked.getByLabel('In words').fill('1 dec 2030')
  await asked.getByLabel('In words').press('Enter')
  await expect(cards(page).getByRole('button', { name: /^Due Dec 1, 2030/ })).toHaveCount(5)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(cards(page).getByRole('button', { name: /^Due Dec 1, 2030/ })).toHaveCount(0)
  await expect(card(page, 'Pay the rent').getByRole('button', { name: /^Due tomorrow/ })).toBeVisible()

  // A message stays while the pointer is over it, and on a phone it lies over the tools.
  await page.mouse.move(0, 0)
  await toolbar.getByRole('button', { name: 'Complete' }).click()
  await expect(toolbar, 'nothing that left the list stays chosen').toHaveCount(0)
  await expect(cards(page)).toHaveCount(0)
})

test('a typed day is read at Enter or when its field is left, and one calendar shows it in a panel that does not move', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person, hasTouch }) => {
  await sow(person, [{ type: 'todo', content: 'Pay the rent' }])
  await page.goto('/home')
  await page.getByRole('button', { name: /^Filter/ }).click()
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await filter.getByRole('radio', { name: 'Between' }).check({ force: true })
  const from = filter.getByRole('textbox', { name: 'From' })
  const to = filter.getByRole('textbox', { name: 'To' })
  const place = await filter.boundingBox()
  const set = page.getByRole('button', { name: /^Filter: / })
  await expect(bar(page)).toHaveValue(/^created:/)
  const before = await bar(page).inputValue()
  await from.fill('')
  await from.pressSequentially('1211202')
  await expect(bar(page), 'half a day changes nothing').toHaveValue(before)
  await to.focus()
  await expect(filter.getByText('Not a whole day.')).toBeVisible()
  await from.fill('')
  await from.pressSequentially('12112025')
  await to.focus()
  await expect(set).toHaveAccessibleName(/^Filter: Created between 2025-12-11 and/)
  await to.fill('12/15/2025')
  await to.press('Enter')
  await expect(set).toHaveAccessibleName('Filter: Created between 2025-12-11 and 2025-12-15')
  await filter
    .getByRole('grid')
    .getByRole('button', { name: /December 20th, 2025/ })
    .click()
  await expect(set).toHaveAccessibleName('Filter: Created between 2025-12-11 and 2025-12-20')
  await expect(bar(page)).toHaveValue('created:2025-12-11..2025-12-20, ')
  expect((await filter.boundingBox())?.x, 'the panel stays where it opened').toBe(place?.x)
  await filter.getByRole('button', { name: 'Any date' }).click()
  await expect(bar(page)).toHaveValue('')
  await page.keyboard.press('Escape')

  await card(page, 'Pay the rent').focus()
  await page.keyboard.press('d')
  await page.getByRole('menuitem', { name: 'Another day…' }).click()
  const picker = page.getByRole('dialog', { name: 'Due date' })
  const words = picker.getByLabel('In words')
  if (!hasTouch) await expect(words, 'the focus begins in the words').toBeFocused()
  await words.pressSequentially('1215203')
  await words.press('Enter')
  await expect(picker.getByText('Not understood.')).toBeVisible()
  await words.pressSequentially('0')
  await words.press('Tab')
  await expect(picker.getByText('Due Dec 15, 2030')).toBeVisible()
  const fifteenth = picker.getByRole('grid', { name: 'December 2030' }).getByRole('button', { name: /15th/ })
  await fifteenth.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(picker, 'a chosen day closes the picker').toHaveCount(0)
  await expect(card(page, 'Pay the rent').getByRole('button', { name: /^Due Dec 22, 2030/ })).toBeVisible()
})

test('a todo is listed below the others until its start date, says when it starts, and is found as before', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person, viewport, hasTouch }) => {
  await sow(
    person,
    ['Pay the rent', 'Plan the trip', 'Pack'].map((content) => ({ type: 'todo' as const, content })),
  )
  await page.goto('/home?primary_opt=todo')
  const start = async (name: string, day: string) => {
    await card(page, name).focus()
    await page.keyboard.press('d')
    await page.getByRole('menuitem', { name: 'Start date…' }).click()
    const picker = page.getByRole('dialog', { name: 'Start date' })
    const field = picker.getByRole('textbox', { name: 'Start date' })
    if (!hasTouch) await expect(field, 'the focus begins in the words').toBeFocused()
    await field.fill('every monday')
    await field.press('Enter')
    await expect(picker.getByText('Not a day.')).toBeVisible()
    await field.fill(day)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/start-${viewport?.width}.png` })
    await field.press('Enter')
    await expect(picker).toHaveCount(0)
  }
  await start('Plan the trip', 'in 3 days')
  await expect(card(page, 'Plan the trip')).toHaveCount(0)
  await expect(page.getByText('Starts in 3 days').last(), 'the notice').toBeVisible()
  const heading = page.getByRole('button', { name: /^Start later/ })
  await expect(heading).toHaveText('Start later1')
  await start('Pack', 'tomorrow')
  await expect(heading).toHaveText('Start later2')
  await expect(cards(page)).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(heading).toHaveText('Start later1')
  await expect(card(page, 'Pack')).toHaveCount(1)

  await heading.click()
  await expect(cards(page)).toContainText(['Pay the rent', 'Pack', 'Plan the trip'])
  await expect(card(page, 'Plan the trip').getByRole('button', { name: 'Starts in 3 days' })).toBeVisible()
  await heading.click()
  await bar(page).fill('start:any')
  await expect(heading).toHaveText('Start later1')

  await bar(page).fill('Paint the fence starting in 2 days')
  await expect(page.getByRole('button', { name: 'Add, starts in 2 days' })).toBeEnabled()
  await expect(
    page.getByRole('group', { name: 'Understood words' }).getByRole('button'),
  ).toHaveAccessibleName('starting in 2 days, when it starts. Make it plain text')
  await bar(page).press('Enter')
  await expect(heading).toHaveText('Start later2')
  await heading.click()
  await expect(card(page, 'Paint the fence').getByRole('button', { name: 'Starts in 2 days' })).toBeVisible()
  await expect(card(page, 'Paint the fence')).not.toContainText('starting')
  const chosen = cards(page).filter({ hasText: /^(?!.*rent)/ })
  await card(page, 'Paint the fence').focus()
  await page.keyboard.press('x')
  await card(page, 'Plan the trip').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('d')
  await page.getByRole('menuitem', { name: 'Start date…' }).click()
  const both = page.getByRole('dialog', { name: 'Start date of 2 todos' })
  await both.getByRole('button', { name: 'Tomorrow' }).click()
  await expect(chosen.getByRole('button', { name: 'Starts tomorrow' })).toHaveCount(2)
  await page.goto('/home?primary_opt=all&search=trip')
  await expect(card(page, 'Plan the trip'), 'on All it is found as before').toHaveCount(1)
  await page.goto('/home?primary_opt=all&search=start:none')
  await expect(cards(page)).toHaveCount(2)
})

test('[HM-21] todos are listed by day with counts and a badge; sections fold, keys skip them, another order is remembered, and midnight moves todos', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person, viewport }) => {
  await sow(person, [
    { type: 'todo', content: 'Find the key' },
    { type: 'todo', content: 'Pay the rent', dueAt: dayFromToday(-1) },
    { type: 'todo', content: 'Call Ada', dueAt: dayFromToday(0) },
    { type: 'todo', content: 'Buy bread', dueAt: `${dayFromToday(0)}T00:00` },
    { type: 'todo', content: 'Water the plants', dueAt: dayFromToday(1) },
  ])
  await page.clock.install()
  await page.goto('/home')
  const list = page.getByRole('list', { name: 'Cards' })
  const headings = list.getByRole('heading', { level: 2 })
  const badge = page.locator('fieldset [data-badge]:visible').first()
  await expect(headings).toHaveText(['Overdue1', 'Today2', 'Tomorrow1', 'Someday1'])
  await expect(cards(page)).toContainText(['Pay the rent', 'Call Ada', 'Buy bread', 'Water', 'Find the key'])
  await expect(badge).toHaveText('3 overdue or due today')
  if (process.env.SHOTS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.SHOTS}/today-${viewport?.width}-${colorScheme}.png` })
    }
  }

  await card(page, 'Pay the rent').focus()
  await page.keyboard.press('j')
  await expect(card(page, 'Call Ada'), 'a key passes a heading').toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const toolbar = page.getByRole('toolbar', { name: 'Selected cards' })
  await expect(toolbar.getByText('2 cards selected')).toBeVisible()
  await toolbar.getByRole('button', { name: 'Due date' }).click()
  await page.getByRole('menuitem', { name: 'Tomorrow' }).click()
  await expect(headings).toHaveText(['Overdue1', 'Tomorrow3', 'Someday1'])
  await expect(badge).toHaveText('1 overdue or due today')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(headings).toHaveText(['Overdue1', 'Today2', 'Tomorrow1', 'Someday1'])
  await toolbar.getByRole('button', { name: 'Clear the selection' }).click()

  await headings.getByRole('button', { name: 'Today' }).click()
  await expect(cards(page)).toContainText(['Pay the rent', 'Water', 'Find the key'])
  await expect(page.locator('[data-count]')).toContainText('5 todos')
  await page.reload()
  await expect(headings.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-expanded', 'false')
  await expect(cards(page)).toHaveCount(3)
  await headings.getByRole('button', { name: 'Today' }).click()
  await expect(cards(page)).toHaveCount(5)

  await page.getByRole('button', { name: 'By day' }).click()
  await page
    .getByRole('dialog', { name: 'Sort' })
    .getByRole('radio', { name: 'Alphabetically' })
    .check({ force: true })
  await page.keyboard.press('Escape')
  await expect(headings).toHaveCount(0)
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/home')
  await expect(cards(page)).toContainText(['Buy bread', 'Call Ada', 'Find the key', 'Pay the rent', 'Water'])
  await page.getByRole('button', { name: 'Alphabetically ascending' }).click()
  await page.getByRole('dialog', { name: 'Sort' }).getByRole('button', { name: 'By day' }).click()
  await page.keyboard.press('Escape')
  await expect(headings).toHaveText(['Overdue1', 'Today2', 'Tomorrow1', 'Someday1'])

  await page.clock.fastForward(new Date(`${dayFromToday(1)}T00:00:01`).getTime() - Date.now())
  await expect(headings, 'the day turns while the page is open').toHaveText([
    'Overdue3',
    'Today1',
    'Someday1',
  ])
  await expect(badge).toHaveText('4 overdue or due today')
})

test('[HM-22] completed todos are listed by day with their time, a repeating one each time, and an undo removes it', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person, viewport }) => {
  expect(person.name).toBeTruthy()
  await page.goto('/home')
  await add(page, 'Pay the rent')
  await add(page, 'Water the plants due:every day')
  await card(page, 'Pay the rent')
    .getByRole('checkbox', { name: /^Complete/ })
    .click()
  await card(page, 'Water the plants')
    .getByRole('checkbox', { name: /^Complete/ })
    .click()
  await expect(card(page, 'Water the plants').getByRole('button', { name: /^Due tomorrow/ })).toBeVisible()
  await bar(page).fill('done:today')
  await expect(cards(page)).toHaveCount(2)
  await bar(page).fill('done:yesterday')
  await expect(cards(page)).toHaveCount(0)
  await bar(page).fill('')

  await page.goto('/home?popups_center=done-todos')
  const done = page.getByRole('dialog', { name: 'Done' })
  const today = done.getByRole('list', { name: 'Today' }).getByRole('listitem')
  await expect(today).toHaveText([/\d.*Water the plants/, /\d.*Pay the rent/])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/done-${viewport?.width}.png` })
  await done.getByRole('button', { name: 'Not done: Pay the rent' }).click()
  await expect(today).toHaveText([/Water the plants/])
  await page.goto('/home')
  await expect(card(page, 'Pay the rent')).toBeVisible()
  await card(page, 'Water the plants')
    .getByRole('checkbox', { name: /^Complete/ })
    .click()
  await expect(
    card(page, 'Water the plants').getByRole('button', { name: /^Due (?!tomorrow)/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(card(page, 'Water the plants').getByRole('button', { name: /^Due tomorrow/ })).toBeVisible()
  await page.goto('/home?popups_center=done-todos')
  await expect(today, 'the undone completion left no entry').toHaveText([/Water the plants/])
  await done.getByRole('button', { name: 'Remove: Water the plants' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Not done: due Today')
  await expect(done.getByText('Nothing done yet')).toBeVisible()
  await page.goto('/home')
  await expect(card(page, 'Water the plants').getByRole('button', { name: /^Due today/ })).toBeVisible()
})
