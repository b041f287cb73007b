import type { Page } from '@playwright/test'
import { holding } from './support/holding.ts'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

const row = (page: Page, text: string) => cards(page).filter({ hasText: text })

test('[HM-20] keys act on the focused card, also after a click on a control in it', async ({
  page,
  person,
}) => {
  await sow(
    person,
    ['Pears', 'Plums', 'Peaches'].map((content) => ({ type: 'todo', content })),
  )
  await page.goto('/home?primary_opt=todo')
  await row(page, 'Pears').focus()
  // The press leaves the focus on the box.
  await row(page, 'Plums').getByRole('checkbox', { name: 'Select' }).check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Delete')
  await expect(row(page, 'Plums')).toHaveCount(0)
  await expect(row(page, 'Pears')).toHaveCount(1)
  await expect(row(page, 'Peaches')).toHaveCount(1)
})

test('[CD-3] [TG-4] the key of a field that is already open on the card moves the focus into it', async ({
  page,
  person,
}) => {
  await sow(
    person,
    ['Pears', 'Plums'].map((content) => ({ type: 'todo', content })),
  )
  await page.goto('/home?primary_opt=todo')
  await row(page, 'Pears').focus()
  await page.keyboard.press('e')
  await page.keyboard.type(' and quinces')
  await row(page, 'Plums').focus()
  await row(page, 'Pears').focus()
  await page.keyboard.press('e')
  await page.keyboard.type(', dairy')
  await expect(page.getByRole('textbox', { name: 'Text of the card' })).toHaveValue(
    'Pears and quinces, dairy',
  )
  await row(page, 'Plums').focus()
  await page.keyboard.press('t')
  const tags = page.getByRole('textbox', { name: 'Add tags, with commas between them' })
  await expect(tags).toBeFocused()
  await page.keyboard.type('fr')
  await row(page, 'Plums').focus()
  await page.keyboard.press('t')
  await expect(tags).toBeFocused()
  await page.keyboard.type('uit')
  await expect(tags).toHaveValue('fruit')
})

test('[CD-3] Ctrl+Z after discarding changes restores them, and the focus returns from the toast', async ({
  page,
  person,
}) => {
  await sow(person, [{ type: 'todo', content: 'Pears' }])
  await page.goto('/home?primary_opt=todo')
  await row(page, 'Pears').focus()
  for (const restore of ['key', 'message']) {
    await page.keyboard.press('e')
    await page.keyboard.type(' and plums')
    await page.keyboard.press('Escape')
    await expect(page.getByText('Changes discarded').last()).toBeVisible()
    if (restore === 'key') await page.keyboard.press('Control+z')
    else await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, 'Pears')).toBeFocused()
    await row(page, 'Pears').getByRole('button', { name: 'Unsaved changes' }).click()
    await expect(page.getByRole('textbox', { name: 'Text of the card' })).toHaveValue('Pears and plums')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.keyboard.press('Escape')
    await row(page, 'Pears').focus()
  }
})

test('[HM-15] text typed while the editor of a note is loading goes into the note', async ({
  page,
  person,
}) => {
  await sow(person, [{ type: 'note', content: 'Pears' }])
  await page.goto('/home?primary_opt=note')
  await expect(row(page, 'Pears')).toHaveCount(1)
  const release = await holding(page, /note-editor.*\.js/)
  await row(page, 'Pears').focus()
  await page.keyboard.press('Enter')
  const note = page.getByRole('complementary', { name: 'Note' })
  await expect(note).toBeVisible()
  await page.keyboard.type(' text ox')
  release()
  const editor = note.getByRole('textbox', { name: 'Text of the note' })
  await expect(editor).toHaveText('Pears text ox')
  await page.keyboard.type('en')
  await expect(editor).toHaveText('Pears text oxen')
  // The editor joins keys within half a second to one step. On a busy machine these were two.
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(editor).toHaveText('Pears')
  await page.keyboard.type('!')
  await expect(editor).toHaveText('Pears!')
  await expect(bar(page)).toHaveValue('')
})

test('[TG-4] at the tag desk keys still work after a click, and Next adds a half-typed tag', async ({
  page,
  person,
}) => {
  await sow(person, [
    ...KITCHEN_AND_SCHOOL,
    { type: 'note', content: 'A bread recipe' },
    { type: 'note', content: 'Quite another matter' },
  ])
  await page.goto('/home?primary_opt=all&popups_center=tagger')
  const desk = page.getByRole('dialog', { name: 'Tags' })
  await desk.getByRole('radio', { name: 'One after another' }).check({ force: true })
  await expect(desk.getByRole('status')).toHaveText('1 of 2')
  await page.keyboard.press('t')
  await page.keyboard.type('lostme')
  await desk.getByRole('button', { name: 'Next' }).click()
  await expect(desk.getByRole('status')).toHaveText('2 of 2')
  await page.keyboard.press('Backspace')
  await expect(desk.getByRole('status')).toHaveText('1 of 2')
  await expect(desk.getByRole('button', { name: 'lostme' })).toBeVisible()
  await page.keyboard.press('t')
  await page.keyboard.type('%no')
  await desk.getByRole('button', { name: 'Next' }).click()
  await expect(desk.getByRole('status'), 'an invalid name keeps the card').toHaveText('1 of 2')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(desk.getByText('That was the last one')).toBeVisible()
  await desk.getByRole('button', { name: 'Back to the last card' }).click()
  await expect(desk.getByRole('status')).toHaveText('2 of 2')
  await page.keyboard.press('Backspace')
  await expect(desk.getByRole('status')).toHaveText('1 of 2')
})
