import type { Page } from '@playwright/test'
import { line, openWhole, SHOPPING, whole } from './support/editor.ts'
import { bar, cards, syncState } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

const form = (page: Page) => page.getByRole('dialog', { name: /^(Edit card|Quick add)$/ })
const tags = (page: Page) => form(page).getByRole('textbox', { name: 'Tags' })

async function openForm(page: Page, text: string): Promise<void> {
  const card = cards(page).filter({ hasText: text })
  await card.click({ button: 'right', position: { x: 200, y: 8 } })
  await page.getByRole('menuitem', { name: 'Edit in a form…' }).click()
  await expect(form(page)).toBeVisible()
}

test('[PU-1] [RT-4] the form of a card opens with the focus in its text, and the page keeps the focus there', async ({
  page,
  person,
}) => {
  await sow(person, SHOPPING)
  await page.goto('/home')
  await openForm(page, 'Shopping')
  const text = form(page).getByRole('textbox', { name: 'Text', exact: true })
  await expect(text).toBeFocused()
  await text.fill('Shopping on Friday')
  await page.keyboard.press('Escape')
  await expect(form(page)).toHaveCount(0)

  // The button that leads back to the draft disappears when the draft is saved.
  await page.getByRole('button', { name: '1 draft' }).click()
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(whole(page).getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cards(page)).toContainText(['Shopping on Friday'])
  await expect(page.getByRole('button', { name: '1 draft' })).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page.keyboard.press('ArrowDown')
  await expect(cards(page).first()).toBeFocused()
})

test('[CD-3] [PU-5] a double click on the button of a form creates one card', async ({ page, person }) => {
  await page.goto('/home?popups_center=quick-add')
  await form(page).getByLabel('Text').fill('Buy one loaf')
  await tags(page).fill('bread')
  await form(page).getByRole('button', { name: 'Add todo' }).dblclick()
  await expect(form(page)).toHaveCount(0)
  await page.goto('/create-form')
  await page.getByLabel('Text').fill('Buy two loaves')
  await page.getByRole('button', { name: 'Add todo' }).dblclick()
  await expect(page).toHaveURL(/\/home/)
  await expect(cards(page)).toHaveText([/two loaves/, /one loaf/])
  await expect.poll(async () => (await serverRows(page.request, person.accessToken)).cards.length).toBe(2)
})

test('[CD-3] [SB-10] a double click on a button of the searchbar adds one link', async ({ page }) => {
  await page.goto('/home?primary_opt=todo')
  await bar(page).fill('https://new.example/one')
  await page.getByRole('button', { name: 'Add as link' }).first().dblclick()
  await expect(bar(page)).toHaveValue('')
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page)).toHaveCount(1)
})

test('[CD-3] [SB-8] Escape in the tag field of a form closes the suggestions, and keeps the typed text', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await openForm(page, 'Feed the sourdough')
  await tags(page).fill('recip')
  const offer = form(page).getByRole('button', { name: /^recipes/ })
  await expect(offer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(offer).toHaveCount(0)
  await expect(tags(page)).toHaveValue('recip')
  await page.keyboard.press('Escape')
  await expect(form(page)).toHaveCount(0)
  await openForm(page, 'Feed the sourdough')
  await expect(tags(page)).toHaveValue('recip')
  await tags(page).press('End')
  await page.keyboard.type('e')
  await expect(offer).toBeVisible()
})

test('[CD-3] [TG-4] a tag named in a form is created when the card is saved, and not before', async ({
  page,
  person,
}) => {
  await sow(person, SHOPPING)
  const namesOnServer = async () => {
    const rows = await serverRows(page.request, person.accessToken)
    return rows.tags.map(({ name }) => name).sort()
  }
  await page.goto('/home')
  await openForm(page, 'Shopping')
  await tags(page).fill('party, kitchen')
  await tags(page).press('Enter')
  await expect(tags(page)).toHaveValue('')
  await expect(form(page).getByRole('button', { name: 'Remove party' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form(page)).toHaveCount(0)
  await page.goto('/home?primary_opt=tag')
  await expect(page.getByRole('main')).toContainText('kitchen')
  await expect(page.getByRole('main')).not.toContainText('party')
  expect(await namesOnServer()).toEqual(['kitchen'])

  // The draft still has the tag that was not saved.
  await page.goto('/home')
  await cards(page).getByRole('button', { name: 'Unsaved changes' }).click()
  await expect(whole(page).getByRole('button', { name: 'Remove party' })).toBeVisible()
  await expect(whole(page).getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cards(page).getByRole('button', { name: /^party/ })).toBeVisible()
  await expect.poll(namesOnServer).toEqual(['kitchen', 'party'])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page).getByRole('button', { name: /^party/ })).toHaveCount(0)
  await expect.poll(namesOnServer).toEqual(['kitchen'])
})

test('[CD-3] the earlier versions of a card include its subtasks, and one can be restored', async ({
  page,
  person,
}) => {
  const [id = ''] = await sow(person, SHOPPING)
  await openWhole(page, id)
  await line(page, 2).fill('eggs and flour')
  await page.keyboard.press('Control+Enter')
  await expect(syncState(page)).toHaveText('Saved')
  await openWhole(page, id)
  await whole(page).getByRole('button', { name: 'Show earlier versions' }).click()
  const earlier = whole(page).getByRole('listitem').filter({ hasText: 'Subtask, ' })
  await expect(earlier).toContainText('eggs')
  await earlier.getByRole('button', { name: 'Bring back' }).click()
  await expect(line(page, 2)).toHaveValue('eggs')
  await expect(line(page, 3)).toHaveValue('bread')
})

test('[PU-5] quick add creates its card and a new tag together, even if the name is still being typed', async ({
  page,
}) => {
  await page.goto('/home')
  await expect(bar(page)).toBeVisible()
  await expect(page.getByRole('status', { name: 'Saving' })).toHaveText('Saved')
  await page.keyboard.press('Alt+n')
  await form(page).getByRole('textbox', { name: 'Text', exact: true }).fill('Water the plants')
  await tags(page).fill('balcony')
  await page.keyboard.press('Control+Enter')
  await expect(form(page)).toHaveCount(0)
  const card = cards(page).filter({ hasText: 'Water the plants' })
  await expect(card.getByRole('button', { name: /^balcony/ })).toBeVisible()
})
