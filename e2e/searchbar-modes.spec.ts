import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

test('[SB-2] with a text that only excludes, the bar searches', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  for (const text of ['-home', '-bread']) {
    await bar(page).fill(text)
    await expect(bar(page)).toHaveAccessibleDescription('Enter searches.')
  }
  await expect(cards(page)).toHaveCount(1)
})

test('[SB-2] with an excluded word that names a tag, the bar searches, as with an included one', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  await bar(page).fill('call, -exam')
  await expect(bar(page)).toHaveAccessibleDescription('Enter searches.')
  await bar(page).fill('call, -no such tag')
  await expect(bar(page)).toHaveAccessibleDescription('Enter adds a todo.')
})

test('[SB-2] [SB-3] on Links Enter adds only texts with an address, and the bar says how many cards a text finds', async ({
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
