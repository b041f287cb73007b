import { expectNoFindings } from './support/accessibility.ts'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { sow } from './support/seed.ts'

const NOTES = [
  { type: 'note', content: 'Chai', tags: ['tea', 'milk'] },
  { type: 'note', content: 'Matcha', tags: ['tea'] },
  { type: 'note', content: 'Sencha', tags: ['tea'] },
  { type: 'note', content: 'Flat white', tags: ['coffee', 'milk'] },
  { type: 'todo', content: 'Buy beans', tags: ['coffee'] },
] as const

test('[SB-1] [SB-8] fields and their values are suggested with counts, and picked by keys and pointer', async ({
  page,
  person,
}) => {
  await sow(person, NOTES)
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(5)
  await bar(page).fill('coffee, ty')
  await page.getByRole('option', { name: 'type:' }).click()
  await expect(bar(page)).toHaveValue('coffee, type:')
  await expect(page.getByRole('option', { name: 'type:todo 1 card' })).toBeVisible()
  await expect(page.getByRole('option', { name: /^type:link/ }), 'what finds nothing').toBeHidden()
  await bar(page).pressSequentially('no')
  await page.keyboard.press('Tab')
  await expect(bar(page)).toHaveValue('coffee, type:note, ')
  await expect(cards(page)).toHaveText([/Flat white/])
})

test('[SB-1] a pasted search of another program can be translated by one click', async ({ page, person }) => {
  await sow(person, NOTES)
  await page.goto('/home?primary_opt=all')
  await bar(page).fill('#tea and not #milk')
  await expect(page.getByText('This looks like a search written for linkding.')).toBeVisible()
  await page.getByRole('button', { name: 'Search for tag:tea, -milk' }).click()
  await expect(bar(page)).toHaveValue('tag:tea, -milk')
  await expect(cards(page)).toHaveCount(2)
})

test('[HM-6] a saved search keeps the filters as well as the words, and restores them as tokens', async ({
  page,
  person,
}) => {
  await sow(person, [...NOTES, { type: 'note', content: 'Oolong', tags: ['tea'], color: 'red' }])
  await page.goto('/home?primary_opt=all&search=tea&colors=red')
  await expect(cards(page)).toHaveText([/Oolong/])
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByRole('button', { name: 'tea, color:red', exact: true })).toBeVisible()
  await page.goto('/home?primary_opt=all&search=milk')
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'tea, color:red', exact: true }).click()
  await expect(bar(page)).toHaveValue('tea, color:red')
  await expect(cards(page)).toHaveText([/Oolong/])
})

test('[SB-1] a token says how many cards it finds, and how many the search finds without it', async ({
  page,
  person,
}) => {
  await sow(person, NOTES)
  await page.goto('/home?primary_opt=all')
  await bar(page).fill('tea, is:lost, -milk')
  const words = page.getByRole('group', { name: 'Words of the search' })
  await expect(words.getByRole('button', { name: /^is:lost, no known condition/ })).toBeVisible()
  await bar(page).fill('tea, -milk')
  await expect(cards(page)).toHaveCount(2)
  await words.getByRole('button', { name: /^tea, / }).hover({ force: true })
  const tip = page.getByRole('tooltip').filter({ hasText: 'without it' })
  await expect(tip).toHaveText('Alone: 3 cards · without it: 3')
  await bar(page).press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(words.getByRole('button', { name: /^milk, left out/ })).toBeFocused()
  await expect(tip).toHaveText('Alone: 2 cards · without it: 3')
  await expectNoFindings(page, 'a token with its counts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Remove: 3 cards' })).toBeFocused()
  await page.getByRole('menuitem', { name: 'Ask for it instead' }).click()
  await expect(bar(page)).toHaveValue('tea, milk')
})
