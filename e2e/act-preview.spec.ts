import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { cards, syncState } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { type Sown, saveSearches, sow } from './support/seed.ts'

const RECIPES: readonly Sown[] = Array.from({ length: 12 }, (_, n) => ({
  type: 'note',
  content: `Dinner number ${n + 1}`,
  tags: n < 4 ? ['recipe', 'quick'] : ['recipe'],
}))

const question = (page: Page) => page.getByRole('alertdialog')

/** Opens the menu of a tag on the first card. */
async function chooseInTagMenu(page: Page, tag: string, item: string): Promise<void> {
  await cards(page).getByRole('button', { name: tag }).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}

test('[TG-3] renaming a tag on many cards shows cards, tags and saved searches before it is done, and is undone whole', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, RECIPES)
  await saveSearches(person, ['recipe, quick', 'quick'])
  await page.goto('/home?primary_opt=all')
  await expect(cards(page).first()).toBeVisible()

  await chooseInTagMenu(page, 'recipe', 'Rename…')
  await page.getByLabel('New name').fill('dish')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(question(page)).toContainText('12 cards, 1 tag')
  await expect(question(page)).toContainText('“recipe” is called “dish”')
  await expect(question(page).getByRole('region', { name: 'Cards' }).getByRole('listitem')).toHaveCount(10)
  await expect(question(page)).toContainText('and 2 more cards')
  await expect(question(page)).toContainText('Each finds as many cards as before')
  await expectNoFindings(page)
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(cards(page).getByRole('button', { name: 'recipe' }).first()).toBeVisible()

  await chooseInTagMenu(page, 'recipe', 'Rename…')
  await page.getByLabel('New name').fill('dish')
  await page.getByRole('button', { name: 'Rename' }).click()
  await question(page).getByRole('button', { name: 'Rename' }).click()
  await expect(cards(page).getByRole('button', { name: 'dish' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(cards(page).getByRole('button', { name: 'recipe' }).first()).toBeVisible()
})

test('[TG-1] [OF-7] deleting a tag says which saved searches find fewer cards; a few cards are changed at once', async ({
  page,
  person,
}) => {
  await sow(person, RECIPES)
  await saveSearches(person, ['recipe, quick', 'recipe'])
  await page.goto('/home?primary_opt=all')
  await chooseInTagMenu(page, 'recipe', 'Delete tag')
  await expect(question(page)).toContainText('It is on 12 cards')
  await expect(question(page)).toContainText('“recipe” is deleted')
  await expect(question(page)).toContainText('“recipe, quick” finds 4 cards fewer')
  await question(page).getByRole('button', { name: 'Delete 1 tag' }).click()
  await expect(cards(page).getByRole('button', { name: 'recipe' })).toHaveCount(0)

  await cards(page).first().focus()
  await page.keyboard.press('x')
  const toolbar = page.getByRole('toolbar', { name: 'Selected cards' })
  await toolbar.getByRole('button', { name: 'Delete' }).click()
  await expect(cards(page)).toHaveCount(11)
  await expect(question(page)).toHaveCount(0)

  await cards(page).first().focus()
  await page.keyboard.press('x')
  await toolbar.getByRole('button', { name: 'Select all shown' }).click()
  await toolbar.getByRole('button', { name: 'Delete' }).click()
  await expect(question(page)).toContainText('Delete 11 cards?')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(cards(page)).toHaveCount(11)
  await expect(toolbar).toContainText('11 cards selected')
  await toolbar.getByRole('button', { name: 'Delete' }).click()
  await question(page).getByRole('button', { name: 'Delete 11 cards' }).click()
  await expect(cards(page)).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(cards(page)).toHaveCount(11)
  await expect(syncState(page)).toHaveText('Saved')
})
