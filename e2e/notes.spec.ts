import type { Page } from '@playwright/test'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

const cards = (page: Page) => page.getByRole('list', { name: 'Cards' }).getByRole('article')

test('a note is written as a document: Markdown takes its looks, [[ links a card, a press opens it', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  const bar = page.getByRole('combobox').first()
  await bar.fill('Plan for the week')
  await bar.press('Control+Enter')
  const note = cards(page).filter({ hasText: 'Plan for the week' })
  await note.focus()
  await page.keyboard.press('Shift+Enter')
  const dialog = page.getByRole('dialog', { name: 'Card' })
  await dialog
    .getByRole('radio', { name: 'Write' })
    .or(dialog.getByRole('button', { name: 'Write' }))
    .first()
    .click()
  const editor = dialog.getByRole('textbox', { name: 'Text of the note' })
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('# Plan for the week\n\nSee [[sourdough')
  await page.getByRole('option', { name: /Feed the sourdough/ }).click()
  await page.keyboard.press('Enter')
  await page.keyboard.type('- [ ] flour\nmilk, honey\nbread')
  await expect(dialog.getByRole('button', { name: /^Feed the sourdough/ })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(note).toContainText('Plan for the week')
  await expect(note).toContainText('See Feed the sourdough')
  await expect(note).not.toContainText('card:')

  await note.focus()
  await page.keyboard.press('Shift+Enter')
  // Typed without a pause, not one letter is lost.
  await expect(dialog.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue(
    /^# Plan for the week\n\nSee \[Feed the sourdough.*\]\(card:[0-9a-f]{24}\)\n- \[ \] flour\n- \[ \] milk, honey\n- \[ \] bread$/,
  )
  await dialog
    .getByRole('radio', { name: 'Read' })
    .or(dialog.getByRole('button', { name: 'Read' }))
    .first()
    .click()
  await dialog.getByRole('link', { name: /^Feed the sourdough/ }).click()
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(/Feed the sourdough/)
})
