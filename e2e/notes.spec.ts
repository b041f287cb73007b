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
  // Typed without a pause, no letter is lost.
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

test('a note opens as a document beside the list: Enter leads in, saving leaves it open, Escape leads back', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const column = page.getByRole('complementary', { name: 'Note' })
  const editor = column.getByRole('textbox', { name: 'Text of the note' })
  await expect(editor).toBeFocused()
  const [list, beside] = [await cards(page).first().boundingBox(), await column.boundingBox()]
  expect((list?.x ?? 0) + (list?.width ?? 0), 'the list is beside it').toBeLessThanOrEqual(beside?.x ?? 0)
  await page.keyboard.type('# Kept whole\n')
  await page.keyboard.press('Control+Enter')
  await expect(cards(page).first()).toContainText('Kept whole')
  await expect(editor).toBeFocused()

  // Unsaved text is there again, in the document and in the form alike.
  await page.keyboard.type('not saved yet ')
  await page.keyboard.press('Escape')
  await expect(column).toBeHidden()
  await expect(cards(page).first()).toBeFocused()
  await cards(page).first().getByRole('link', { name: 'Kept whole' }).click()
  await expect(editor).toContainText('not saved yet')
  await column.getByRole('button', { name: 'Open with all fields' }).click()
  const dialog = page.getByRole('dialog', { name: 'Card' })
  const field = dialog.getByRole('textbox', { name: 'Text', exact: true })
  await expect(field).toHaveValue(/not saved yet/)
  await dialog.getByRole('button', { name: 'Discard' }).first().click()
  await expect(field).not.toHaveValue(/not saved yet/)
  // The button had the focus; the dialog has it in the next frame.
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('Escape in the list behind [[ closes the list alone; the form and the editor share one draft', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await cards(page).first().focus()
  await page.keyboard.press('Shift+Enter')
  const dialog = page.getByRole('dialog', { name: 'Card' })
  await dialog.getByRole('radio', { name: 'Write' }).check({ force: true })
  const editor = dialog.getByRole('textbox', { name: 'Text of the note' })
  await expect(editor).toBeFocused()
  // At once, before the list has loaded.
  await page.keyboard.type('one draft [[')
  await page.keyboard.press('Escape')
  await expect(editor).toBeFocused()
  await expect(dialog.getByRole('listbox')).toBeHidden()
  await dialog.getByRole('radio', { name: 'Edit' }).check({ force: true })
  await expect(dialog.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue(/one draft \[\[$/)
})

test('[[ is completed by Enter in a list, a check box and a quote, too', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await cards(page).first().focus()
  await page.keyboard.press('Enter')
  const note = page.getByRole('complementary', { name: 'Note' })
  await expect(note.getByRole('textbox', { name: 'Text of the note' })).toBeFocused()
  // The caret is at the end of the note.
  for (const begin of ['- ', '- [ ] ', '> ']) {
    await page.keyboard.type(`\n\n${begin}[[sourdough`)
    // Not while the list still shows the results for fewer letters.
    const list = note.locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)')
    await expect(list.getByRole('option', { name: /Feed the sourdough/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(note.getByRole('listbox')).toBeHidden()
    // A second Enter ends the list.
    await page.keyboard.type('\n\n')
  }
  await expect(note.getByRole('button', { name: /^Feed the sourdough/ })).toHaveCount(3)
})

test('on a phone a note opens as a page of its own, which Back closes', { tag: '@narrow' }, async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await cards(page).first().locator('p').first().tap()
  const document = page.getByRole('dialog', { name: 'Note' })
  await expect(document.getByRole('textbox', { name: 'Text of the note' })).toBeVisible()
  const box = await document.boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  await page.goBack()
  await expect(document).toBeHidden()
  await expect(cards(page)).toHaveCount(5)
})
