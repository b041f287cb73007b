import type { Locator, Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { dayFromToday, saveSearches, serverFor, sow } from './support/seed.ts'

const lines = (page: Page): Locator => page.getByRole('listbox', { name: 'Searches to begin with' })
const rows = (page: Page): Locator => lines(page).getByRole('option')

test('[SB-8] [HM-20] the empty bar offers searches of the person’s own cards, which run by a click or by keys', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  const createdAt = Date.now()
  const lastYear = new Date(createdAt).getFullYear() - 1
  await page.goto('/home?primary_opt=all')
  await expect(page.getByText('Write one above and press Enter')).toBeVisible()
  await bar(page).click()
  await page.keyboard.press('ArrowDown')
  await expect(lines(page), 'without cards there is nothing to search for').toHaveCount(0)
  await expect(bar(page)).toBeFocused()

  await sow(person, [
    { type: 'todo', content: 'Water the plants', tags: ['home'], dueAt: dayFromToday(0), createdAt },
    { type: 'link', content: 'https://bread.example/rye', tags: ['baking'], color: 'green', createdAt },
    { type: 'link', content: 'https://bread.example/oats', tags: ['baking'], createdAt },
    { type: 'note', content: 'No tag here', createdAt: Date.UTC(lastYear, 5, 15, 12) },
  ])
  const server = await serverFor(person)
  const { data: tags } = await (await server.post('/api/tag/get-all-tags', { data: {} })).json()
  const tag_ids = (tags as { _id: string; tag_name: string }[])
    .filter(({ tag_name }) => tag_name === 'baking')
    .map(({ _id }) => _id)
  await server.post('/api/tag/create-many-groups-from-searchword', {
    data: { searchwords: ['kitchen'], tag_ids },
  })
  await server.dispose()
  await saveSearches(person, ['baking', 'nothing has this'])
  await page.reload()
  await expect(cards(page)).toHaveCount(4)
  const firstCard = cards(page).first()
  const before = await firstCard.boundingBox()

  await bar(page).click()
  await expect(rows(page)).toHaveText([
    /^Due todaydue:today1/,
    /^Added this weekcreated:week/,
    /^Without a tagis:untagged1/,
    /^Saved searchbaking2/,
    /^Group “kitchen”group:kitchen2/,
    /^From bread\.examplesite:bread\.example2/,
    /^In greencolor:green1/,
    new RegExp(`^Added in ${lastYear}created:${lastYear}1`),
  ])
  await expect(rows(page).nth(3)).toHaveAccessibleName(/Saved search.*baking.*2 cards/)
  expect(await firstCard.boundingBox(), 'the list stays where it is').toEqual(before)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectNoFindings(page)
  const number = page.viewportSize()?.width === 390 ? 2 : 5
  await rows(page).nth(number).click()
  await expect(lines(page)).toHaveCount(0)
  await expect(bar(page)).toHaveValue(number === 2 ? 'is:untagged' : 'site:bread.example')
  await expect(cards(page)).toHaveCount(number === 2 ? 1 : 2)
})

test('[SB-8] [SB-3] the searches below the empty bar respond to arrows and Escape, ignore Enter, and work offline', async ({
  page,
  context,
  person,
}) => {
  const createdAt = Date.now()
  await sow(person, [
    { type: 'note', content: 'Rye', tags: ['baking'], color: 'green', createdAt },
    { type: 'note', content: 'Oats', createdAt },
  ])
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(2)
  await expect(lines(page), 'without a press or a key nothing opens').toHaveCount(0)
  await context.setOffline(true)

  // Two keys for a search: `/` opens, and the arrow and Enter choose.
  await page.keyboard.press('/')
  await expect(rows(page)).toHaveCount(3)
  await expect(bar(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(lines(page), 'Enter alone does nothing').toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  const marked = await rows(page).nth(1).getAttribute('id')
  await expect(bar(page)).toHaveAttribute('aria-activedescendant', marked ?? '')
  await page.keyboard.press('Enter')
  await expect(bar(page)).toHaveValue('is:untagged')
  await expect(bar(page)).toBeFocused()
  await expect(cards(page)).toHaveCount(1)

  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveValue('')
  await expect(lines(page)).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(lines(page)).toHaveCount(0)
  await expect(bar(page)).toBeFocused()

  // From the last line the arrow goes on to the suggested tags.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1), 'a second press at once is not lost').toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(lines(page)).toHaveCount(0)
  await expect(page.getByRole('option', { name: /^baking/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')

  await bar(page).click()
  await expect(lines(page)).toBeVisible()
  await page.keyboard.type('r')
  await expect(lines(page)).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await expect(lines(page)).toHaveCount(0)
  await bar(page).click()
  await expect(lines(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(lines(page)).toHaveCount(0)
})
