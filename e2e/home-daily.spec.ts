import type { Locator, Page } from '@playwright/test'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

const topOf = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('[HM-20] [SB-10] on a fresh home a person just types, and the text is in the searchbar', async ({
  page,
}) => {
  await page.goto('/home')
  await expect(page.getByText('No todos yet')).toBeVisible()
  await page.keyboard.type('notes next to the jokes: Water the plants')
  await expect(bar(page)).toHaveValue('notes next to the jokes: Water the plants')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add todo' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(1)
})

test('[HM-20] letters act on a card and in the list, and are text anywhere else; the key map says so', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await expect(cards(page).nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByText('1 card selected')).toBeVisible()
  await page.keyboard.press('x')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByText(/Letters are keys while a card or the list has the focus/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: /^Note/ }).focus()
  await page.keyboard.type('next')
  await expect(bar(page)).toBeFocused()
  await expect(bar(page)).toHaveValue('next')
  await page.keyboard.press('Alt+n')
  await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeVisible()
})

test('[SB-5] the whole of a chip includes; the minus has room of its own behind the name', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const card = cards(page).first()
  const names = await card.getByRole('button', { name: /^(bread|italian|recipes)/ }).all()
  expect(names).toHaveLength(3)
  for (const chip of names) {
    const tag = (await chip.textContent()) ?? ''
    const box = (await chip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    for (const share of [0.1, 0.5, 0.9]) {
      await page.mouse.move(0, 0)
      await page.mouse.click(box.x + box.width * share, box.y + box.height / 2)
      await expect(bar(page), `${tag}, ${share} of its width`).toHaveValue(tag)
      await page.getByRole('button', { name: 'Clear search' }).click()
      await expect(cards(page)).toHaveCount(5)
    }
  }
  const minus = card.getByRole('button', { name: 'Exclude bread' })
  const name = card.getByRole('button', { name: 'bread', exact: true }).locator('span').first()
  await name.hover()
  const [ofMinus, ofName] = [await minus.boundingBox(), await name.boundingBox()]
  expect(ofMinus?.x ?? 0).toBeGreaterThanOrEqual((ofName?.x ?? 0) + (ofName?.width ?? 0))
  await minus.click()
  await expect(bar(page)).toHaveValue('-bread')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await card.getByRole('button', { name: 'recipes', exact: true }).click({ modifiers: ['Alt'] })
  await expect(bar(page)).toHaveValue('-recipes')
})

test('[HM-10] marks of what belongs together change no width and no place', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  const card = cards(page).filter({ hasText: 'Ask about the exam' })
  const maths = card.getByRole('button', { name: /^maths/ })
  const before = await maths.boundingBox()
  await card.getByRole('button', { name: /^exam/ }).focus()
  await expect(card.getByRole('button', { name: 'maths, shares todos' })).toBeVisible()
  expect(await maths.boundingBox()).toEqual(before)
})

test('[SB-2] a text of exclusions alone searches', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  for (const text of ['-home', '-bread']) {
    await bar(page).fill(text)
    await expect(bar(page)).toHaveAccessibleDescription('Enter searches.')
  }
  await expect(cards(page)).toHaveCount(1)
})

test('[SB-2] [SB-3] on Links Enter adds only what holds an address; the bar says how many cards a text finds', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page)).toHaveCount(2)
  await bar(page).fill('step by')
  await expect(bar(page)).toHaveAccessibleDescription('Enter searches.')
  await expect(page.getByText('1 found')).toBeVisible()
  await bar(page).fill('https://new.example/page')
  await expect(bar(page)).toHaveAccessibleDescription('Enter adds a link.')
  await bar(page).fill('no address here')
  await expect(bar(page)).toHaveAccessibleDescription('Enter searches.')
  await page.keyboard.press('Control+Enter')
  await expect(cards(page).first()).toContainText('no address here')

  await page.getByRole('radio', { name: /^Note/ }).check({ force: true })
  await bar(page).fill('the slow')
  await expect(page.getByRole('button', { name: 'Add note' })).toBeEnabled()
  await expect(page.getByText('1 found'), 'beside what Enter will do').toBeVisible()
})

test('[SB-2] [CD-10] an address pasted where todos are is offered as a link first', async ({ page }) => {
  await page.goto('/home')
  await bar(page).fill('https://example.org/tea')
  await expect(bar(page)).toHaveAccessibleDescription('Enter: Add as link.')
  await expect(page.getByRole('button', { name: /^Add as todo/ })).toBeVisible()
  await bar(page).press('Enter')
  await expect(page.getByText('Added a link').first()).toBeAttached()
  await expect(cards(page)).toHaveCount(0)
  await page.getByRole('radio', { name: /^Link/ }).check({ force: true })
  await expect(cards(page)).toHaveText([/example.org\/tea/])

  await page.getByRole('radio', { name: /^Todo/ }).check({ force: true })
  await bar(page).fill('https://example.org/coffee')
  await bar(page).press('Control+Enter')
  await expect(cards(page)).toHaveText([/example.org\/coffee/])
})

test('[CD-10] several addresses pasted become a link each, after a question; saved ones are left out', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page)).toHaveCount(2)
  const pasted = 'https://one.example/a\nTwo https://two.example\nhttp://example.com/algebra/?utm_source=mail'
  await bar(page).focus()
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, pasted)
  const field = page.getByRole('textbox', { name: 'Search or add links' })
  await expect(field).toHaveValue(pasted)
  await expect(field).toHaveAccessibleDescription('Enter: Add 2 links.')
  await expect(page.getByText('3 addresses, 1 saved already or there twice.')).toBeVisible()
  // The page does not repeat the whole of what was pasted.
  await expect(page.getByRole('main').getByText('utm_source')).toHaveCount(0)
  await field.press('Enter')
  const question = page.getByRole('alertdialog').filter({ hasText: 'Add 2 links?' })
  await expect(question).toContainText('1 address is saved already')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toHaveValue(pasted)
  await field.press('Enter')
  await question.getByRole('button', { name: 'Add 2 links' }).click()
  await expect(cards(page)).toHaveCount(4)
  await bar(page).fill(pasted.replaceAll('\n', ' '))
  await expect(page.getByText('3 addresses, all saved already.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add \d+ link/ })).toHaveCount(0)
  await bar(page).fill('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(2)
})

for (const spelling of ['http://example.com/algebra/', 'https://www.example.com/algebra?utm_source=x#top'])
  test(`[CD-10] an address that is saved is said before it is added, and shown: ${spelling}`, async ({
    page,
    person,
  }) => {
    await sow(person, KITCHEN_AND_SCHOOL)
    await page.goto('/home?primary_opt=hyperlink')
    await expect(cards(page)).toHaveCount(2)
    await bar(page).fill(spelling)
    await expect(page.getByText('Saved already: “https://example.com/algebra”')).toBeVisible()
    await expect(bar(page)).toHaveAccessibleDescription('Enter: Show it.')
    await bar(page).press('Enter')
    const editor = page.getByRole('dialog', { name: 'Card' })
    await expect(editor.getByRole('textbox', { name: 'Text' })).toHaveValue('https://example.com/algebra')
    await page.keyboard.press('Escape')
    await expect(bar(page)).toHaveValue(spelling)
    await bar(page).press('Control+Enter')
    await expect(cards(page)).toHaveCount(3)
    await expect(toasts(page).getByRole('button', { name: 'Undo' })).toBeVisible()
  })

test('[CD-10] a form says that an address is saved already, and shows the card', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page)).toHaveCount(2)
  await page.keyboard.press('Alt+n')
  const form = page.getByRole('dialog', { name: 'Quick add' })
  await form.getByLabel('Text').fill('http://www.example.com/algebra/?fbclid=1')
  await expect(form.getByText('Saved already: “https://example.com/algebra”')).toBeVisible()
  await form.getByRole('button', { name: 'Show it' }).click()
  const editor = page.getByRole('dialog', { name: 'Card' })
  await expect(editor.getByRole('textbox', { name: 'Text' })).toHaveValue('https://example.com/algebra')
  await expect(editor.getByText(/Saved already/), 'not of the card itself').toHaveCount(0)
})

test('[OF-7] [SB-10] Ctrl+Z after adding takes the card back, and leaves the bar alone', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  await bar(page).focus()
  await page.keyboard.type('Buy semolina')
  await page.keyboard.press('Control+Enter')
  await expect(cards(page)).toHaveCount(3)
  await page.keyboard.press('Control+z')
  await expect(cards(page)).toHaveCount(2)
  await expect(bar(page)).toHaveValue('')
  await page.keyboard.type('tea')
  await page.keyboard.press('Control+z')
  await expect(cards(page), 'text that is there has its own undo').not.toHaveCount(3)
  await expect(bar(page)).not.toHaveValue('tea')
})

test('[SB-10] [CD-8] what was added is shown in its row, which stays as high; Alt and a figure tag it', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  const list = page.getByRole('list', { name: 'Cards' })
  const before = await topOf(list)
  await bar(page).focus()
  await page.keyboard.type('Bring bread to the exam')
  await page.keyboard.press('Control+Enter')
  const row = cards(page).first()
  await expect(row).toContainText('Bring bread')
  const strip = row.getByRole('group', { name: 'Tags for the card just added' })
  await expect(strip.getByRole('button', { name: /^(bread|exam)/ }).first()).toBeVisible()
  await expect(toasts(page).getByRole('button', { name: 'Undo' })).toBeVisible()
  const said = page.getByText(/^Added a/).and(page.locator(':not([role="status"])'))
  await expect(said, 'one message says it').toHaveCount(1)
  expect(await topOf(list), 'the list begins where it began').toBe(before)
  const second = await topOf(cards(page).nth(1))
  await expect(strip.locator('kbd').filter({ hasText: 'Alt' }).first()).toBeVisible()
  await page.keyboard.press('Alt+1')
  await expect(row.getByRole('button', { name: /^(bread|exam), included, added/ })).toHaveCount(1)
  await expect(bar(page)).toBeFocused()
  await expect(bar(page)).toHaveValue('')
  const afterTag = await topOf(cards(page).nth(1))
  expect(Math.abs(afterTag - second), 'one line of tags at most').toBeLessThan(40)
  await page.keyboard.type('B')
  await page.keyboard.press('Backspace')
  await expect(cards(page)).toHaveCount(3)
  await expect(strip, 'it does not go away under the next key').toBeVisible()
  expect(await topOf(cards(page).nth(1))).toBe(afterTag)
  await strip.getByRole('button', { name: 'Close' }).click()
  await expect(strip).toHaveCount(0)
})

test('[HM-13] Shift-click takes all cards from the last one chosen to the one clicked, both included', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const boxes = cards(page).getByRole('checkbox', { name: /^Select the note/ })
  await boxes.nth(0).click()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 cards selected')).toBeVisible()
  for (const at of [0, 1, 2, 3]) await expect(boxes.nth(at)).toBeChecked()
  await expect(boxes.nth(4)).not.toBeChecked()
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await boxes.nth(4).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 cards selected')).toBeVisible()
})

test('[HM-4] [HM-5] [HM-3] on a phone the menu of the result has words, colours have counts, dates a name', {
  tag: ['@narrow', '@middle'],
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await page.getByRole('button', { name: 'View', exact: true }).tap()
  const menu = page.getByRole('menu', { name: 'View' })
  for (const item of await menu.getByRole('menuitem').or(menu.getByRole('menuitemcheckbox')).all()) {
    const label = item.locator('span').filter({ hasText: /\S/ }).first()
    const box = await label.boundingBox()
    expect(box?.width ?? 0, (await item.textContent()) ?? '').toBeGreaterThan(20)
  }
  await expect(menu.getByText('Tags panel'), 'a panel that is not there').toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Colours' }).tap()
  const blue = page.getByRole('button', { name: /^blue/ })
  await expect(blue).toBeVisible()
  for (const part of await blue.locator('span').all()) {
    const box = await part.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), 'a swatch, a name, a count').toBeGreaterThan(5)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Any date' }).tap()
  await expect(page.getByRole('radio', { name: 'Before' })).toBeVisible()
})

test('[HM-8] a folded tags panel is unfolded by a button in sight', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  const panel = page.getByRole('complementary', { name: 'Tags' })
  await panel.getByRole('button', { name: 'Fold the panel' }).click()
  await expect(panel).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Unfold the tags panel' }).click()
  await expect(panel).toBeVisible()
})
