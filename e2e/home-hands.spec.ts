import type { Locator, Page } from '@playwright/test'
import { holding } from './support/holding.ts'
import { bar, cards, syncState } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { dayFromToday, KITCHEN_AND_SCHOOL, serverFor, sow } from './support/seed.ts'

const card = (page: Page, text: string): Locator => cards(page).filter({ hasText: text })

/** Names of targets smaller than a finger; overlaid pseudo-elements count as part of them. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const heightOf = (element: Element) =>
      Math.max(
        element.getBoundingClientRect().height,
        Number.parseFloat(getComputedStyle(element, '::after').height) || 0,
      )
    return [...document.querySelectorAll('button, [role="option"], label:has(input)')]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => element.getBoundingClientRect().height > 1 && heightOf(element) < 43.5)
      .map((element) => `${element.getAttribute('aria-label') ?? element.textContent}: ${heightOf(element)}`)
  })
}

/** Touches the middle of an element. Resolves with a function that lifts the finger. */
async function restFinger(page: Page, on: Locator): Promise<() => Promise<unknown>> {
  const { x, y, width, height } = (await on.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const input = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await input.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  return () => input.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('[HM-10] [HM-13] for touch there is no minus and no key hint, a long press on a tag opens its menu, and targets have 44 pixels', {
  tag: '@narrow',
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await expect(page.getByRole('button', { name: /^Exclude/ })).toHaveCount(0)
  await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0)
  const card = cards(page).first()
  await expect(card.getByRole('button', { name: 'More', exact: true })).toBeVisible()
  expect(await smallTargets(page)).toEqual([])

  const lift = await restFinger(page, card.getByRole('button', { name: 'italian' }))
  const exclude = page.getByRole('menuitem', { name: /^Exclude/ })
  await expect(exclude).toBeVisible()
  await lift()
  // Lifting the finger outside the menu does not count as a press there, so the menu stays open.
  await exclude.tap()
  await expect(bar(page)).toHaveValue('-italian')
  await expect(cards(page)).toHaveCount(2)

  await page.goto('/home?primary_opt=hyperlink')
  const address = cards(page).first().getByRole('link')
  await expect(address).toBeVisible()
  expect((await address.boundingBox())?.height, 'the way out of a link').toBeGreaterThanOrEqual(43.5)
})

test('[CD-3] [HM-13] a tap on its text opens a card, or selects it while others are selected', {
  tag: '@narrow',
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const text = (await cards(page).first().locator('p').first().textContent()) ?? ''
  await cards(page).first().locator('p').first().tap()
  const editor = page.getByRole('dialog', { name: 'Note' })
  await expect(editor.getByRole('textbox', { name: 'Text of the note' })).toContainText(text)
  await page.goBack()
  await expect(editor).toHaveCount(0)

  const lift = await restFinger(page, cards(page).first().locator('p').first())
  await expect(page.getByText('1 card selected')).toBeVisible()
  await lift()
  await cards(page).nth(1).locator('p').first().tap()
  await expect(page.getByText('2 cards selected')).toBeVisible()
  await expect(editor).toHaveCount(0)
})

test('[HM-13] actions for the selected cards stay visible, however far down they are', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(
    person,
    Array.from({ length: 60 }, (_, at) => ({ type: 'note' as const, content: `Number ${at}` })),
  )
  await page.goto('/home?primary_opt=note')
  await cards(page).first().focus()
  const toolbar = page.getByRole('toolbar', { name: 'Selected cards' })
  for (let chosen = 1; chosen <= 20; chosen++) {
    await page.keyboard.press('x')
    await expect(toolbar).toContainText(`${chosen} card`)
    await expect(toolbar).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('ArrowDown')
  }
  await toolbar.getByRole('button', { name: 'Clear the selection' }).click()
  await expect(toolbar).toHaveCount(0)
})

test('[SB-9] [CD-8] [OF-7] the first card can get its first tags in the place where it was added', {
  tag: ['@wide', '@narrow'],
}, async ({ page }) => {
  await page.goto('/home')
  await bar(page).fill('Water the plants')
  await bar(page).press('Control+Enter')
  const strip = page.getByRole('group', { name: 'Tags for the card just added' })
  await strip.getByRole('button', { name: 'Add tags' }).click()
  await page.getByRole('textbox', { name: /^Add tags/ }).fill('home, weekly')
  await page.keyboard.press('Enter')
  for (const tag of ['home', 'weekly'])
    await expect(
      cards(page)
        .first()
        .getByRole('button', { name: new RegExp(`^${tag}`) }),
    ).toBeVisible()
  await expect(strip).toHaveCount(0)
  await bar(page).fill('Feed the cat')
  await bar(page).press('Control+Enter')
  await expect(strip).toBeVisible()
  await page.getByRole('radio', { name: /^Note/ }).check({ force: true })
  await expect(strip, 'beside notes nothing is said of a todo').toHaveCount(0)
})

test('[HM-6] a saved search, in the menu of a narrow screen, runs by one press, and finds the same whatever was set before', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person, viewport }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  const isNarrow = (viewport?.width ?? 0) < 700
  const runSaved = async () => {
    if (isNarrow) await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'recipes, -quick', exact: true }).click()
  }
  await bar(page).fill('recipes, -quick')
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Save search', exact: true }).click()
  await page.getByRole('button', { name: 'Clear search' }).click()

  await page.goto('/home?primary_opt=note&colors=["blue"]')
  await expect(cards(page)).toHaveCount(1)
  await runSaved()
  await expect(bar(page)).toHaveValue('recipes, -quick')
  await expect(cards(page)).toHaveCount(2)

  await page.goto('/home?primary_opt=todo')
  await expect(bar(page), 'an address that is typed is obeyed').toHaveValue('')
  await runSaved()
  await expect(cards(page), 'no todo is there, so that the notes are shown').toHaveCount(2)
})

test('[HM-19] an empty result offers to add the searched text, and names the key for it', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await bar(page).fill('Buy semolina')
  const add = page.getByRole('button', { name: /^Add it as a todo/ })
  await expect(add).toHaveText('Add it as a todo↵')
  await bar(page).fill('recipes, geometry')
  await expect(page.getByText('No matches')).toBeVisible()
  await expect(add, 'where a tag matches, Enter alone searches').toHaveText('Add it as a todoCtrl↵')
  await bar(page).fill('Buy semolina')
  await add.click()
  await expect(cards(page).first()).toContainText('Buy semolina')
  await expect(bar(page)).toHaveValue('')
})

test('[CD-7] a card deleted before the page was loaded can be restored from the list of deleted ones', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  const card = cards(page).filter({ hasText: 'Feed the sourdough' })
  await card.hover()
  await card.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  await expect(cards(page)).toHaveCount(1)
  await expect(syncState(page)).toHaveText('Saved')
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '')
  })
  await page.reload()
  await expect(cards(page)).toHaveCount(1)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('recently deleted')
  await page.keyboard.press('Enter')
  const deleted = page.getByRole('dialog', { name: 'Recently deleted' })
  await expect(deleted.getByRole('listitem')).toHaveCount(1)
  await expect(deleted.getByRole('listitem')).toContainText('bread')
  await deleted.getByRole('button', { name: 'Bring back “Feed the sourdough”' }).click()
  await expect(deleted.getByText('Nothing was deleted lately')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards(page)).toHaveCount(2)
})

test('[CD-7] deleted cards are removed for good after one question, and Cancel removes nothing', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  const entity_ids = await sow(person, KITCHEN_AND_SCHOOL)
  const server = await serverFor(person)
  expect((await server.post('/api/entity/delete-many', { data: { entity_ids } })).status()).toBe(200)
  await server.dispose()
  await page.goto('/home')
  await expect(page.getByText('No todos yet')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('recently deleted')
  await page.keyboard.press('Enter')
  const deleted = page.getByRole('dialog', { name: 'Recently deleted' })
  await expect(deleted).toContainText(`${entity_ids.length} cards, deleted together`)
  const removeAll = deleted.getByRole('button', { name: `Delete all ${entity_ids.length} for good` })
  await removeAll.focus()
  await page.keyboard.press('Enter')
  // A second Enter must not delete.
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(deleted).toContainText(`${entity_ids.length} cards, deleted together`)
  await deleted.getByRole('textbox', { name: 'Search deleted cards' }).fill('sourdough')
  await deleted.getByRole('button', { name: 'Delete it for good' }).click()
  await page.getByRole('button', { name: 'Delete for good', exact: true }).click()
  await expect(deleted).toContainText('No deleted card has these words.')
  await deleted.getByRole('textbox', { name: 'Search deleted cards' }).fill('')
  await expect(deleted).toContainText(`${entity_ids.length - 1} cards, deleted together`)
  await deleted.getByRole('button', { name: `Delete all ${entity_ids.length - 1} for good` }).click()
  await page.getByRole('button', { name: 'Delete for good', exact: true }).click()
  await expect(deleted).toContainText('Nothing was deleted lately')
  await page.reload()
  await expect(deleted).toContainText('Nothing was deleted lately')
})

test('[HM-19] [CD-7] without a network, the list of deleted cards says that it needs the server', async ({
  page,
}) => {
  await page.goto('/home')
  // Wait for the last reload of the list, which happens when the device becomes up to date.
  await expect(syncState(page)).toHaveText('Saved')
  await page.route('**/api/entity/get-deleted', (route) => route.abort())
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  const deleted = page.getByRole('dialog', { name: 'Recently deleted' })
  await expect(deleted.getByText('The list is on the server')).toBeVisible()
  await page.unroute('**/api/entity/get-deleted')
  await deleted.getByRole('button', { name: 'Try again' }).click()
  await expect(deleted.getByText('Nothing was deleted lately')).toBeVisible()
})

test('[CD-3] a half-typed tag is on the card when it is saved, and an invalid name keeps the form open', async ({
  page,
}) => {
  await page.goto('/home')
  await expect(page.getByText('No todos yet')).toBeVisible()
  await page.keyboard.press('Alt+n')
  const form = page.getByRole('dialog', { name: 'Quick add' })
  await form.getByLabel('Text').fill('Repot the basil')
  await form.getByLabel('Tags').fill('garden, %balcony')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByRole('alert')).toHaveText('Only alphanumeric characters are allowed.')
  await expect(form.getByLabel('Tags')).toBeFocused()
  await form.getByLabel('Tags').fill('garden, balcony')
  await page.keyboard.press('Control+Enter')
  await expect(form).toHaveCount(0)
  const card = cards(page).filter({ hasText: 'Repot the basil' })
  await expect(card.getByRole('button', { name: 'garden', exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'balcony', exact: true })).toBeVisible()
})

for (const width of [390, 820, 1440]) {
  test(`[HM-19] text of twice the size needs no sideways scroll at ${width}, and leaves space for the cards`, async ({
    page,
    person,
  }) => {
    await sow(person, KITCHEN_AND_SCHOOL)
    await page.setViewportSize({ width, height: 900 })
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () =>
        document.documentElement.style.setProperty('font-size', '200%'),
      )
    })
    await page.goto('/home?primary_opt=note')
    await expect(cards(page).first()).toBeVisible()
    for (const text of ['', 'recipes, -quick', 'recipes, maths']) {
      await bar(page).fill(text)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `with “${text}”`).toBeLessThanOrEqual(0)
    }
    await bar(page).fill('')
    await expect(page.getByRole('navigation', { name: 'Workspace' })).toHaveCount(0)
    await expect
      .poll(async () => (await cards(page).first().boundingBox())?.width ?? 0)
      .toBeGreaterThan(width * 0.8)
  })
}

test('[HM-20] text typed while a popup opens is in the popup, and its field has the focus', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  const release = await holding(page, /quick-add.*\.js/)
  await page.keyboard.press('Alt+n')
  await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeVisible()
  await page.keyboard.type('next xtra')
  release()
  const text = page.getByRole('dialog', { name: 'Quick add' }).getByLabel('Text')
  await expect(text).toBeFocused()
  await expect(text).toHaveValue('next xtra')
  await page.keyboard.type(' eggs')
  await expect(text).toHaveValue('next xtra eggs')
  await page.keyboard.press('Control+Enter')
  await expect(cards(page)).toHaveCount(3)
  // The card is shown before the server answers. Until then the form stays open and receives the keys.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('import')
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toHaveText('Import a file')
})

test('[HM-20] a command typed while the palette is loading is run by the Enter after it', async ({
  page,
}) => {
  const release = await holding(page, /palette-.*\.js/)
  await page.goto('/home')
  await expect(page.getByText('No todos yet')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByText('Opening')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('recently deleted')
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByRole('dialog', { name: 'Recently deleted' })).toBeVisible()
})

test('[HM-20] settings and home list the same keys', async ({ page }) => {
  const termsIn = (scope: Locator) => scope.locator('dt').allTextContents()
  await page.goto('/home')
  await expect(page.getByText('No todos yet')).toBeVisible()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await expect(dialog.locator('dt')).not.toHaveCount(0)
  const onHome = await termsIn(dialog)
  await page.goto('/settings#keyboard')
  const section = page.getByRole('region', { name: 'Keyboard' })
  await expect(section.locator('dt')).toHaveCount(onHome.length)
  expect(await termsIn(section)).toEqual(onHome)
})

/** Every element of home, by its name in the page's help. */
const HELP = [
  'The searchbar',
  'Suggestions',
  'Searches to begin with',
  'Save search',
  'What to search and add',
  'Count and reset',
  'Sort',
  'Filter',
  'Also contains',
  'View',
  'Choosing cards',
  'In any order, Close',
  'A word to keep',
  'Tags, Workspaces, Charts',
  'Saved searches',
  'Groups',
  'Peek at',
  'Tags of this search',
  'Narrow',
  'Closest groups',
  'All tags',
]

test('[HM-11] one question mark explains every element of home until help is turned off', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await page.getByRole('button', { name: 'Help: this page' }).click()
  const help = page.getByRole('dialog', { name: 'Help: this page' })
  await expect(help.getByRole('term')).toHaveText(HELP)
  for (const text of await help.getByRole('definition').allTextContents()) {
    expect(text.length, text).toBeGreaterThan(40)
    expect(text.length, text).toBeLessThan(120)
  }
  await expect(help).toContainText('At most 10 are kept')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.goto('/settings#appearance')
  const pushed = page.waitForResponse(/\/api\/sync\/push/)
  await page.getByRole('switch', { name: /help/i }).click()
  await pushed
  await page.goto('/home?primary_opt=note')
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Help:/ })).toHaveCount(0)
})

test('[HM-11] the search language has a sheet, whose rows are written into the bar by a press', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await page.getByRole('combobox').first().fill('maths')
  await page.getByRole('button', { name: 'Help: this page' }).click()
  await page.getByRole('button', { name: 'Search language' }).click()
  const sheet = page.getByRole('dialog', { name: 'Search language' })
  await sheet.getByRole('button', { name: /^color:green/ }).click()
  await expect(sheet).toHaveCount(0)
  const bar = page.getByRole('combobox').first()
  await expect(bar).toHaveValue('maths, color:green')
  await expect(bar).toBeFocused()
})

test('[HM-13] a completed card is deselected, and so are all when another kind is shown, however it is chosen', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  await sow(
    person,
    ['Pay the rent', 'Ring the roofer', 'Sort the photos'].map((content) => ({ type: 'todo', content })),
  )
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(3)
  const toolbar = page.getByRole('toolbar', { name: 'Selected cards' })
  const selectAll = async () => {
    await card(page, 'Sort the photos').focus()
    await page.keyboard.press('x')
    await toolbar.getByRole('button', { name: 'Select all shown' }).click()
  }
  await selectAll()
  await expect(toolbar).toContainText('3 cards')
  // By key, because on touch the boxes that select cover it while cards are selected.
  await card(page, 'Pay the rent')
    .getByRole('checkbox', { name: /^Complete/ })
    .press('Space')
  await expect(toolbar).toContainText('2 cards')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(cards(page)).toHaveCount(3)
  await expect(toolbar, 'what comes back is not selected').toContainText('2 cards')

  await page.getByRole('radio', { name: /^Note/ }).check({ force: true })
  await expect(toolbar).toHaveCount(0)
  await page.goBack()
  await expect(cards(page)).toHaveCount(3)
  await expect(toolbar).toHaveCount(0)
  await selectAll()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill('Go to notes')
  await page.keyboard.press('Enter')
  await expect(toolbar).toHaveCount(0)
  await page.goBack()
  await expect(cards(page)).toHaveCount(3)
  await expect(toolbar).toHaveCount(0)
})

test('[HM-13] cards that are folded away, or completed or deleted on another device, are deselected; those further down are not', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  const today = ['Pay the rent', 'Ring the roofer', 'Sort the photos', 'Water the plants']
  const [rent = '', roofer = ''] = await sow(person, [
    ...today.map((content) => ({ type: 'todo' as const, content, dueAt: dayFromToday(0) })),
    ...Array.from({ length: 100 }, (_, at) => ({
      type: 'todo' as const,
      content: `Tomorrow ${at}`,
      dueAt: dayFromToday(1),
    })),
  ])
  await page.goto('/home')
  await expect(card(page, 'Pay the rent')).toBeVisible()
  const toolbar = page.getByRole('toolbar', { name: 'Selected cards' })
  for (const text of today) {
    await card(page, text).focus()
    await page.keyboard.press('x')
  }
  await expect(toolbar).toContainText('4 cards')
  const server = await serverFor(person)
  await server.post('/api/entity/complete-many', { data: { entities: [{ _id: rent }] } })
  await expect(toolbar).toContainText('3 cards')
  await server.post('/api/entity/delete-many', { data: { entity_ids: [roofer] } })
  await expect(toolbar).toContainText('2 cards')
  await server.dispose()

  await card(page, 'Sort the photos').focus()
  await page.keyboard.press('d')
  await page.getByRole('menuitem', { name: 'No due date' }).click()
  await expect(card(page, 'Sort the photos')).toHaveCount(0)
  await page.waitForTimeout(500)
  await expect(toolbar, 'they are below the loaded cards').toContainText('2 cards')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(card(page, 'Sort the photos')).toBeVisible()

  await card(page, 'Tomorrow 1').first().focus()
  await page.keyboard.press('x')
  await expect(toolbar).toContainText('3 cards')
  await page
    .getByRole('heading', { name: /^Today/ })
    .getByRole('button')
    .click()
  await expect(toolbar).toContainText('1 card')
  await page
    .getByRole('heading', { name: /^Today/ })
    .getByRole('button')
    .click()
  await expect(card(page, 'Sort the photos')).toBeVisible()
  await expect(toolbar).toContainText('1 card')

  await card(page, 'Tomorrow 1').first().focus()
  await page.keyboard.press('d')
  await page.getByRole('menuitem', { name: 'Start date…' }).click()
  await page.getByRole('button', { name: 'Tomorrow', exact: true }).click()
  await expect(toolbar, 'its section is folded from the beginning').toHaveCount(0)
})

test('[HM-23] a swipe to the right completes a todo and one to the left postpones it, with the act named, and scrolling still works', {
  tag: '@narrow',
}, async ({ page, person }) => {
  await sow(
    person,
    Array.from({ length: 30 }, (_, at) => ({ type: 'todo' as const, content: `Todo ${at + 1}` })),
  )
  await page.goto('/home')
  const row = cards(page).first()
  const text = (await row.locator('p').first().textContent()) ?? ''
  const input = await page.context().newCDPSession(page)
  const touch = (type: string, ...touchPoints: { x: number; y: number }[]) =>
    input.send('Input.dispatchTouchEvent', { type, touchPoints } as never)
  /** Puts a finger on the middle of a row, moves it and leaves it down. */
  const swipe = async (x: number, y = 0) => {
    const { width = 0, height = 0, ...at } = (await row.boundingBox()) ?? { x: 0, y: 0 }
    const from = { x: at.x + width / 2, y: at.y + height / 2 }
    await touch('touchStart', from)
    for (let step = 1; step <= 8; step++)
      await touch('touchMove', { x: from.x + (x * step) / 8, y: from.y + (y * step) / 8 })
  }
  const look = (name: string) =>
    process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/swipe-${name}.png` }) : null
  await expect(page.getByRole('radio', { name: /^Todo/ })).toBeChecked()

  await swipe(60)
  await expect(row).toHaveAttribute('data-swipe', 'Complete')
  await touch('touchEnd')
  await expect(row).not.toHaveAttribute('data-swipe')
  await expect(row, 'too short a way does nothing').toContainText(text)

  await swipe(150)
  await expect(row).toHaveAttribute('data-enough')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await look('right')
  await touch('touchEnd')
  await expect(page.getByText('1 card selected'), 'a slow swipe is no long press').toHaveCount(0)
  await expect(cards(page).filter({ hasText: new RegExp(`^${text}$`) })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(row).toContainText(text)

  await swipe(-150)
  await expect(row).toHaveAttribute('data-swipe', 'Due date…')
  await look('left')
  await touch('touchEnd')
  await page
    .getByRole('menu', { name: 'Due date' })
    .getByRole('menuitem', { name: /^Tomorrow/ })
    .click()
  await expect(card(page, text).getByRole('button', { name: /^Due tomorrow/ })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Todo/ })).toBeChecked()

  await swipe(20, -300)
  await touch('touchEnd')
  await expect.poll(() => page.evaluate(() => scrollY), 'the page scrolls').toBeGreaterThan(100)
  await expect(page.locator('[data-swipe]')).toHaveCount(0)
})
