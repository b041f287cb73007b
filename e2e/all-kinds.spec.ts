import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

test('[HM-1] All lists cards of every kind; an added address becomes a link, and any other text gets the kind that was used last', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await page.getByRole('radio', { name: /^Note/ }).check({ force: true })
  await page.getByRole('radio', { name: /^All/ }).check({ force: true })
  await expect(page).toHaveURL(/primary_opt=all/)
  const rowsOf = (type: string) => page.locator(`[data-card][data-type="${type}"]`)
  for (const type of ['todo', 'note', 'link']) await expect(rowsOf(type).first()).toBeVisible()

  const enter = page.locator('[data-searchbar="home"]')
  await bar(page).fill('Plum jam, set after forty minutes')
  await expect(enter.getByRole('button', { name: 'Add note' })).toBeEnabled()
  await bar(page).press('Enter')
  await expect(cards(page).filter({ hasText: 'Plum jam' })).toHaveAttribute('data-type', 'note')

  // A word of the same text that is no tag, so the bar searches.
  await bar(page).fill('forty')
  await expect(cards(page)).toHaveCount(1)
  await expect(enter.getByRole('button', { name: 'Search', exact: true })).toBeEnabled()
  await bar(page).press('Enter')
  await expect(cards(page).first()).toBeFocused()
  await bar(page).fill('forty')
  await enter.getByRole('button', { name: /^Add note/ }).click()
  await expect(cards(page).filter({ hasText: /^forty/ })).toHaveAttribute('data-type', 'note')

  await bar(page).fill('Jam jars https://jars.example.org/large')
  await expect(enter.getByRole('button', { name: 'Add link' })).toBeEnabled()
  await bar(page).press('Enter')
  await expect(cards(page).filter({ hasText: 'jars.example.org' })).toHaveAttribute('data-type', 'link')
})

test('[HM-4] [HM-7] at 1440 pixels the first card begins at most 112 pixels below the top, and 12 links are visible', async ({
  page,
  person,
}) => {
  await sow(
    person,
    Array.from({ length: 30 }, (_, n) => ({
      type: 'link' as const,
      content: `A page about bread, number ${n}\nhttps://bread${n}.example.org/`,
      tags: ['bread', 'baking'],
    })),
  )
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page).nth(14)).toBeVisible()
  const boxes = await cards(page).evaluateAll((rows) =>
    rows.map((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return { top, bottom }
    }),
  )
  expect(boxes[0]?.top).toBeLessThanOrEqual(112)
  expect(boxes.filter(({ bottom }) => bottom <= 900).length).toBeGreaterThanOrEqual(12)
})

test('[SB-5] words of the search are tokens in the bar, which keys move between, exclude and remove', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await bar(page).fill('italian, quick, ')
  await bar(page).press('Backspace')
  await expect(bar(page)).toHaveValue('italian, ')
  await bar(page).fill('italian, quick')
  await bar(page).press('Home')
  await bar(page).press('ArrowLeft')
  const words = page.getByRole('group', { name: 'Words of the search' })
  await expect(words.getByRole('button', { name: /^quick, a tag/ })).toBeFocused()
  await page.keyboard.press('-')
  await expect(bar(page)).toHaveValue('italian, -quick')
  await page.keyboard.press('ArrowLeft')
  await expect(words.getByRole('button', { name: /^italian, a tag/ })).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(bar(page)).toHaveValue('-quick')
})
