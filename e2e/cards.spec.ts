import { cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

test('[CD-3] a card can be edited in place, its draft survives a reload, and an empty text is not saved', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('e')
  const field = page.getByRole('textbox', { name: 'Text of the card' })
  await field.fill('')
  await expect(page.getByText('A card needs some text.')).toBeVisible()
  await field.fill('Ask about the exam on Friday')
  await page.reload()
  await expect(cards(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('e')
  await expect(field).toHaveValue('Ask about the exam on Friday')
  await field.press('Control+Enter')
  await expect(cards(page).first()).toContainText('on Friday')
})

test('[CD-4] lines can be ticked on the card, added when it is open, and reordered in its form', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  const card = cards(page).filter({ hasText: 'Ask about the exam' })
  await card.getByRole('checkbox', { name: 'date' }).check()
  await expect(card.getByRole('checkbox', { name: 'date' })).toBeChecked()
  await page.keyboard.press('o')
  await card.getByRole('textbox', { name: 'Add a subtask to this card' }).fill('pens')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('checkbox', { name: 'pens' })).toBeVisible()
  await card.getByRole('textbox', { name: 'Add a subtask to this card' }).fill('PENS')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('checkbox', { name: /pens/i })).toHaveCount(1)

  await card.focus()
  await page.keyboard.press('Shift+Enter')
  const dialog = page.getByRole('dialog', { name: 'Card' })
  await dialog.getByRole('textbox', { name: 'Subtask 1' }).press('Alt+ArrowDown')
  await expect(dialog.getByRole('textbox', { name: 'Subtask 1' })).toHaveValue('room')
  await dialog.getByRole('textbox', { name: 'Subtask 1' }).press('Control+Enter')
  await expect(card.getByRole('listitem').first().getByRole('checkbox')).toHaveAccessibleName('room')
})

test('[CD-5] [CD-6] the colour and type of a card can be chosen in its menu', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  const card = cards(page).filter({ hasText: 'Feed the sourdough' })
  await card.click({ button: 'right', position: { x: 200, y: 8 } })
  await page.getByRole('menuitem', { name: 'Colour…' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'teal' }).click()
  await expect(page.locator('article[data-color="teal"]')).toHaveCount(1)
  await card.click({ button: 'right', position: { x: 200, y: 8 } })
  await page.getByRole('menuitem', { name: 'Make it a note' }).click()
  await expect(cards(page)).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(cards(page)).toHaveCount(2)
})

test('[CD-7] deleting a card can be undone', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(2)
})

test('[CD-8] the tag panel of a card attaches, detaches and creates tags, and refuses bad names', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('t')
  const panel = page.getByRole('group', { name: 'Tags of this card' })
  const field = panel.getByRole('textbox', { name: /^Add tags/ })
  await field.fill('50%')
  await expect(panel.getByRole('alert')).toHaveText('Only alphanumeric characters are allowed.')
  await expect(field).toHaveAccessibleDescription('Only alphanumeric characters are allowed.')
  await field.fill('friday')
  await field.press('Enter')
  await expect(panel.getByRole('button', { name: /^friday, 1 card/ })).toBeVisible()
  await panel.getByRole('button', { name: 'Remove friday' }).click()
  await expect(panel.getByRole('button', { name: /^friday, 1 card/ })).toHaveCount(0)
  await page.goto('/home?popups_center=["entity-edit-tags"]')
  await expect(page.getByText('doc_id and entity type is required for engulfer')).toBeVisible()
})

test('[CD-10] links open safely in a new tab, and code is no link', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=link')
  const link = cards(page).getByRole('link', { name: /^Bread, step by step/ })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(link).toHaveAttribute('target', '_blank')
  const bar = page.getByRole('combobox', { name: 'Search or add links' })
  await bar.fill('javascript:alert(1)')
  await bar.press('Control+Enter')
  await expect(page.getByText('could run code in your browser', { exact: false }).first()).toBeVisible()
  await bar.fill('')
  await expect(cards(page)).toHaveCount(2)
  await bar.fill('http://example.com/algebra/')
  await expect(page.getByText('Saved already: “https://example.com/algebra”')).toBeVisible()
  await bar.press('Control+Enter')
  await expect(cards(page)).toHaveCount(3)
})

test('[CD-11] two cards can be linked, and each shows the other', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Enter')
  const dialog = page.getByRole('dialog', { name: 'Card' })
  await dialog.getByRole('searchbox', { name: 'Find a card to link' }).fill('geometry')
  await dialog.getByRole('radio', { name: 'Parent' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Exam notes on geometry' }).click()
  await expect(dialog.getByText('Parent', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Exam notes on geometry' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Card' }).last().getByText('Child', { exact: true }),
  ).toBeVisible()
})
