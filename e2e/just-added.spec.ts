import type { Locator, Page } from '@playwright/test'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

const topOf = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('[OF-7] [SB-10] Ctrl+Z after adding removes the card, and does not change the bar', async ({
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

test('[SB-10] [CD-8] an added card is shown in a row of the same height, and Alt with a digit tags it', async ({
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

  // Days and tags typed into its row are read, as in the bar. The earlier text of the card is not read again.
  await row.focus()
  await page.keyboard.press('e')
  const field = page.getByRole('textbox', { name: 'Text of the card' })
  await expect(field).toBeFocused()
  await page.keyboard.type(' tomorrow #school')
  await expect(row.getByText('Understood: due tomorrow, tagged school')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const added = cards(page).filter({ hasText: 'Bring bread' })
  await expect(added.getByRole('button', { name: /^Due tomorrow/ })).toBeVisible()
  await expect(added.getByRole('button', { name: /^school/ }).first()).toBeVisible()
  await expect(added).not.toContainText('#')
  await strip.getByRole('button', { name: 'Close' }).click()
  await expect(strip).toHaveCount(0)
})

test('[SB-10] [CD-8] Alt+1 to Alt+5 add the tag shown with that digit, and do nothing when it is gone', async ({
  page,
  person,
}) => {
  const fruit = ['apple', 'fig', 'kiwi', 'pear', 'plum']
  await sow(
    person,
    fruit.map((tag) => ({ type: 'todo', content: `About ${tag}`, tags: [tag] })),
  )
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(5)
  await bar(page).fill(`Buy ${fruit.join(' ')}`)
  await bar(page).press('Control+Enter')
  const row = cards(page).filter({ hasText: 'Buy apple' })
  const strip = row.getByRole('group', { name: 'Tags for the card just added' })
  const offered = strip.getByRole('button', { name: new RegExp(`^(${fruit.join('|')})`) })
  await expect(offered).toHaveCount(5)
  for (const at of [0, 1, 2, 3, 4]) {
    await page.keyboard.press(`Alt+${at + 1}`)
    await expect(offered.nth(at)).toHaveAccessibleName(/, included, added/)
    await expect(strip.getByRole('button', { name: /, included, added/ })).toHaveCount(at + 1)
  }
  await expect(bar(page)).toBeFocused()
  await strip.getByRole('button', { name: 'Close' }).click()
  await expect(strip).toHaveCount(0)
  await page.keyboard.press('Alt+1')
  await bar(page).fill('Buy apple')
  await expect(row.getByRole('button', { name: /^apple/ }), 'not taken off again').toBeVisible()
})

test('[SB-10] [CD-8] the tags of an added card hide after ten seconds without moving a row, and go at the next act', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.clock.install()
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  await bar(page).fill('Bring bread to the exam')
  await bar(page).press('Control+Enter')
  const strip = cards(page).first().getByRole('group', { name: 'Tags for the card just added' })
  await expect(strip.getByRole('button', { name: /^(bread|exam)/ }).first()).toBeVisible()
  const row = cards(page).first()
  const before = await topOf(cards(page).nth(1))
  await strip.hover()
  await page.clock.fastForward(11_000)
  await expect(strip, 'not under the pointer').toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(11_000)
  await expect(strip).toHaveCount(0)
  expect(await topOf(cards(page).nth(1))).toBe(before)
  await page.keyboard.press('Alt+1')
  await expect(row.getByRole('button', { name: /^(bread|exam)/ }), 'Alt+1 adds no hidden tag').toHaveCount(0)
  await cards(page).nth(1).getByRole('button', { name: 'More' }).click()
  await expect.poll(() => topOf(cards(page).nth(1))).toBeLessThan(before)
  await page.keyboard.press('Escape')

  await bar(page).fill('Bake another bread')
  await bar(page).press('Control+Enter')
  await expect(strip.getByRole('button', { name: /^bread/ }).first()).toBeVisible()
  await cards(page).nth(1).getByRole('button', { name: 'More' }).click()
  await expect(strip).toHaveCount(0)
})

test('[SB-10] tags for the card just added are shown whole or not at all, and the buttons behind them stay in reach', {
  tag: ['@wide', '@middle'],
}, async ({ page, person }) => {
  const names = ['one', 'two', 'three', 'four', 'five'].map((each) => `${each} of the tags with a long name`)
  await sow(
    person,
    names.map((name) => ({ type: 'todo' as const, content: `About ${name}`, tags: [name] })),
  )
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(5)
  await bar(page).fill('Quite unknown')
  await bar(page).press('Control+Enter')
  const strip = page.getByRole('group', { name: 'Tags for the card just added' })
  await expect(strip.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  const offers = strip.locator('span:has(> span > kbd)')
  await expect(offers).toHaveCount(5)
  const shown = await strip.evaluate((element) => {
    const { left, right, bottom } = element.getBoundingClientRect()
    return [...element.querySelectorAll('span:has(> span > kbd)')].map((offer) => {
      const box = offer.getBoundingClientRect()
      if (box.top >= bottom - 1) return 'not at all'
      return box.left >= left - 1 && box.right <= right + 1 ? 'whole' : 'cut'
    })
  })
  expect(new Set(shown)).toEqual(new Set(['whole', 'not at all']))
})
