import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { cards, syncState, untilServiceWorkerAnswers } from './support/offline.ts'
import { expect, type Person, test } from './support/person.ts'
import { type Sown, saveSearches, serverFor, sow } from './support/seed.ts'

test.use({ serviceWorkers: 'allow' })

const RECIPES: readonly Sown[] = Array.from({ length: 12 }, (_, n) => ({
  type: 'note',
  content: `Dinner number ${n + 1}`,
  tags: n < 4 ? ['recipe', 'quick'] : ['recipe'],
}))

const question = (page: Page) => page.getByRole('alertdialog')

async function chooseInTagMenu(page: Page, tag: string, item: string): Promise<void> {
  await cards(page).getByRole('button', { name: tag }).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}

test('[TG-3] renaming a tag on many cards previews the cards, tags and saved searches, and is undone as a whole', {
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
  await expect(question(page)).toContainText(
    /Finding one of these cards by a tag takes [\d.]+ steps, now and/,
  )
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

test('[TG-3] the preview of a new name or parent shows the tag and what searches find, because no card changes', async ({
  page,
  person,
}) => {
  await sow(person, RECIPES)
  await page.goto('/home?primary_opt=all')
  await chooseInTagMenu(page, 'recipe', 'Synonyms and parents…')
  const popup = page.getByRole('dialog', { name: 'Synonyms and parents' })
  await popup.getByRole('textbox', { name: 'Another synonym' }).fill('dish')
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText('Change the tag “recipe”?')
  await expect(question(page).getByRole('status')).toHaveText('No cards change; one tag gains a name')
  await expect(question(page)).toContainText('“recipe” gets the synonym “dish”')
  await expect(question(page)).toContainText('A search for “dish” finds 12 cards more.')
  await expect(question(page).getByRole('region', { name: 'Cards' })).toHaveCount(0)
  await question(page).getByRole('button', { name: 'Change' }).click()
  await expect(popup.getByRole('button', { name: 'dish', exact: true })).toBeVisible()

  await popup.getByRole('textbox', { name: 'Another parent' }).fill('quick')
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText('“recipe” gets the parent “quick”')
  await expect(question(page)).toContainText('A search for “quick” finds 8 cards more.')
  await expectNoFindings(page)
  await question(page).getByRole('button', { name: 'Change' }).click()
  await expect(popup.getByRole('button', { name: 'Remove quick' })).toBeVisible()
})

test('[TG-1] [OF-7] deleting a tag shows which saved searches find fewer cards, and an act on a few cards has no preview', async ({
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

test('[HM-18] [OF-2] moving many cards offline to another workspace is previewed, and reverted by one undo', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, RECIPES)
  const server = await serverFor(person)
  await server.post('/api/workspace/create-one', { data: { workspace_name: 'Kitchen' } })
  await server.dispose()
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(12)
  await untilServiceWorkerAnswers(page)
  await page.context().setOffline(true)

  await page.goto('/home?primary_opt=all&popups_center=home-action')
  const popup = page.getByRole('dialog', { name: 'Edit cards' })
  await popup.getByRole('button', { name: 'Move to workspace…' }).click()
  await page.getByRole('menuitem', { name: 'Kitchen' }).click()
  await expect(question(page)).toContainText('Move 12 cards to “Kitchen”?')
  await expect(question(page).getByRole('region', { name: 'Tags' })).toContainText('quick')
  await expect(question(page).getByRole('region', { name: 'Cards' }).getByRole('listitem')).toHaveCount(10)
  await expectNoFindings(page)
  await question(page).getByRole('button', { name: 'Move 12 cards' }).click()
  await expect(popup).toHaveCount(0)
  await expect(cards(page)).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(syncState(page)).toHaveText('Saved')
  expect(await cardsInEach(person)).toEqual([0, 12])

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(cards(page)).toHaveCount(12)
  await expect(syncState(page)).toHaveText('Saved')
  expect(await cardsInEach(person)).toEqual([12, 0])
})

test('[HM-18] selected cards are moved to another workspace from their bar, and come back by one undo', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, RECIPES.slice(0, 3))
  const server = await serverFor(person)
  await server.post('/api/workspace/create-one', { data: { workspace_name: 'Kitchen' } })
  await server.dispose()
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(3)
  const toolbar = page.getByRole('toolbar', { name: 'Selected cards' })
  for (const at of [0, 1]) {
    await cards(page).nth(at).focus()
    await page.keyboard.press('x')
  }
  await expect(toolbar).toContainText('2 cards selected')
  await toolbar.getByRole('button', { name: 'Move' }).click()
  await page.getByRole('menuitem', { name: 'Kitchen' }).click()
  await expect(cards(page)).toHaveCount(1)
  await expect(toolbar).toHaveCount(0)
  await expect(syncState(page)).toHaveText('Saved')
  expect(await cardsInEach(person)).toEqual([1, 2])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(cards(page)).toHaveCount(3)
})

test('[HM-18] [CD-9] the preview of a move warns if the plan has no room for the cards', async ({
  page,
  person,
}) => {
  const others = Array.from({ length: 483 }, (_, n): Sown => ({ type: 'note', content: `Note number ${n}` }))
  await sow(person, [...RECIPES, ...others])
  const server = await serverFor(person)
  await server.post('/api/workspace/create-one', { data: { workspace_name: 'Kitchen' } })
  await server.dispose()
  await page.goto('/home?primary_opt=all&search=recipe')
  await expect(cards(page)).toHaveCount(12)
  await page.goto('/home?primary_opt=all&search=recipe&popups_center=home-action')
  const popup = page.getByRole('dialog', { name: 'Edit cards' })
  await popup.getByRole('button', { name: 'Move to workspace…' }).click()
  await page.getByRole('menuitem', { name: 'Kitchen' }).click()
  await expect(question(page).getByRole('alert')).toContainText(
    'Your plan has room for 5 more cards: 495 of 500 are used.',
  )
  await expectNoFindings(page)
})

/** Number of cards in each workspace on the server, in order of creation. */
async function cardsInEach(person: Person): Promise<number[]> {
  const server = await serverFor(person)
  const workspaces = (await (await server.post('/api/workspace/get-workspaces', { data: {} })).json()).data
  const counts = await Promise.all(
    (workspaces as { _id: string }[]).map(async ({ _id: workspace_id }) => {
      const { data } = await (await server.post('/api/entity/get-count', { data: { workspace_id } })).json()
      return (data as { count: number }[]).reduce((sum, { count }) => sum + count, 0)
    }),
  )
  await server.dispose()
  return counts
}
