import type { Page } from '@playwright/test'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('[SB-2] [CD-10] an address pasted in the list of todos is offered as a link first', async ({ page }) => {
  await page.goto('/home')
  await bar(page).fill('https://example.org/tea')
  await expect(bar(page)).toHaveAccessibleDescription('Enter: Add as link.')
  await expect(page.getByRole('button', { name: /^Add as todo/ })).toBeVisible()
  await bar(page).press('Enter')
  await expect(page.getByText('Added a link').first()).toBeAttached()
  await expect(cards(page)).toHaveCount(0)
  await page.getByRole('radio', { name: /^Link/ }).check({ force: true })
  await expect(cards(page)).toHaveText([/example.org\/tea/])

  await page.getByRole('radio', { name: /^Todo/ }).check({ force: true })
  await bar(page).fill('example.org/coffee')
  await expect(bar(page), 'without https, too').toHaveAccessibleDescription('Enter: Add as link.')
  await bar(page).press('Control+Enter')
  await expect(cards(page)).toHaveText([/example.org\/coffee/])
})

test('[CD-10] several pasted addresses become a link each after a question, except for saved ones', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page)).toHaveCount(2)
  const pasted = 'https://one.example/a\nTwo https://two.example\nhttp://example.com/algebra/?utm_source=mail'
  await bar(page).focus()
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, pasted)
  const field = page.getByRole('textbox', { name: 'Search or add links' })
  await expect(field).toHaveValue(pasted)
  await expect(field).toHaveAccessibleDescription('Enter: Add 2 links.')
  await expect(page.getByText('3 addresses, 1 saved already or there twice.')).toBeVisible()
  // The page does not repeat all of the pasted text.
  await expect(page.getByRole('main').getByText('utm_source')).toHaveCount(0)
  await field.press('Enter')
  const question = page.getByRole('alertdialog').filter({ hasText: 'Add 2 links?' })
  await expect(question).toContainText('1 address is saved already')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toHaveValue(pasted)
  await field.press('Enter')
  await question.getByRole('button', { name: 'Add 2 links' }).click()
  await expect(cards(page)).toHaveCount(4)
  await bar(page).fill(pasted.replaceAll('\n', ' '))
  await expect(page.getByText('3 addresses, all saved already.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add \d+ link/ })).toHaveCount(0)
  await bar(page).fill('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(2)
})

for (const spelling of ['http://example.com/algebra/', 'https://www.example.com/algebra?utm_source=x#top'])
  test(`[CD-10] before an address is added, the bar says that it is already saved, and shows the card: ${spelling}`, async ({
    page,
    person,
  }) => {
    await sow(person, KITCHEN_AND_SCHOOL)
    await page.goto('/home?primary_opt=hyperlink')
    await expect(cards(page)).toHaveCount(2)
    await bar(page).fill(spelling)
    await expect(page.getByText('Saved already: “https://example.com/algebra”')).toBeVisible()
    await expect(bar(page)).toHaveAccessibleDescription('Enter: Show it.')
    await expect(page.getByText('Saved already, spelled in another way')).toBeVisible()
    await expect(page.getByText('Nothing here has')).toHaveCount(0)
    await bar(page).press('Enter')
    const editor = page.getByRole('dialog', { name: 'Card' })
    await expect(editor.getByRole('textbox', { name: 'Address' })).toHaveValue('https://example.com/algebra')
    await page.keyboard.press('Escape')
    await expect(bar(page)).toHaveValue(spelling)
    await bar(page).press('Control+Enter')
    await expect(cards(page)).toHaveCount(3)
    await expect(toasts(page).getByRole('button', { name: 'Undo' })).toBeVisible()
  })

test('[CD-10] a form says that an address is already saved, and shows the card', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page)).toHaveCount(2)
  await page.keyboard.press('Alt+n')
  const form = page.getByRole('dialog', { name: 'Quick add' })
  await form.getByLabel('Title and description').fill('http://www.example.com/algebra/?fbclid=1')
  await expect(form.getByText('Saved already: “https://example.com/algebra”')).toBeVisible()
  await form.getByRole('button', { name: 'Show it' }).click()
  const editor = page.getByRole('dialog', { name: 'Card' })
  await expect(editor.getByRole('textbox', { name: 'Address' })).toHaveValue('https://example.com/algebra')
  await expect(editor.getByText(/Saved already/), 'not of the card itself').toHaveCount(0)
})
