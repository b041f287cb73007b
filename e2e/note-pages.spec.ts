import type { Page } from '@playwright/test'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { sow } from './support/seed.ts'
import { serverRows } from './support/server-rows.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the note' })

const SECTIONS = ['Plan', 'Costs', 'Route']
/** Two pages with headings, a list and code. */
const LONG_NOTE = [
  '# Journey',
  ...SECTIONS.flatMap((name) => [`## ${name}`, ...Array.from({ length: 20 }, (_, n) => `${name} ${n}`)]),
  '- [ ] passport',
  '- [x] tickets',
  '```js\nconst answer = "forty-two"\n```',
].join('\n')

async function openNote(page: Page, text: string): Promise<void> {
  await cards(page).filter({ hasText: text }).focus()
  await page.keyboard.press('Enter')
  await expect(editor(page)).toBeFocused()
}

test('a note with a table can be written without a click, and Tab moves from cell to cell', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  expect(person.name).toBeTruthy()
  await page.goto('/home?primary_opt=note')
  await bar(page).fill('Costs of the journey')
  await bar(page).press('Control+Enter')
  await openNote(page, 'Costs of the journey')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('| What | Costs |')
  await page.keyboard.press('Enter')
  for (const cell of ['Train', '45', 'Hotel', '210']) {
    await page.keyboard.type(cell)
    await page.keyboard.press('Tab')
  }
  const starts = () =>
    editor(page)
      .locator('.cm-table:not(.cm-table-rule)')
      .evaluateAll((rows) => [
        ...new Set(rows.map((row) => row.querySelectorAll('.cm-cell')[1]?.getBoundingClientRect().left)),
      ])
  expect(await starts()).toHaveLength(1)
  // The row that the last Tab added is empty: Enter leaves the table.
  await page.keyboard.press('Enter')
  await page.keyboard.type('Paid by ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('card')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  const table = '| What | Costs |\n| --- | --- |\n| Train | 45 |\n| Hotel | 210 |'
  await expect
    .poll(async () => (await serverRows(page.request, person.accessToken)).cards[0]?.content)
    .toBe(`Costs of the journey\n\n${table}\n\nPaid by **card**`)
})

test('a long note can be folded and printed alone, lists its headings, colours code, and its boxes can be ticked in the list', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, [{ type: 'note', content: LONG_NOTE, tags: [] }])
  await page.goto('/home?primary_opt=note')
  const note = cards(page).filter({ hasText: 'Journey' })
  await openNote(page, 'Journey')
  await page.getByRole('button', { name: 'Headings' }).click()
  await page.getByRole('menuitem', { name: 'Route' }).click()
  await expect(editor(page).getByText('Route 0', { exact: true })).toBeInViewport()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('Control+Shift+BracketLeft')
  await expect(editor(page).getByText('Route 0', { exact: true })).toBeHidden()
  await page.keyboard.press('Control+Shift+BracketRight')
  await page.keyboard.press('Control+End')
  const word = editor(page).getByText('const', { exact: true })
  const plain = await editor(page).evaluate((text) => getComputedStyle(text).color)
  await expect.poll(() => word.evaluate((text) => getComputedStyle(text).color)).not.toBe(plain)

  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Journey' })).toBeVisible()
  await expect(page.locator('[data-printed]')).toContainText(/Route 19.*passport/s)
  await expect(bar(page)).toBeHidden()
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body)
  await expect.poll(hasFocus, 'an element that is not displayed loses the focus').toBe(false)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect(bar(page)).toBeVisible()
  await expect(editor(page)).toBeFocused()

  await page.keyboard.press('Escape')
  await note.focus()
  await page.keyboard.press('o')
  await note.getByRole('checkbox', { name: 'passport' }).click()
  await expect(note.getByRole('checkbox', { name: 'passport' })).toBeChecked()
  const saved = async () => (await serverRows(page.request, person.accessToken)).cards[0]?.content
  await expect.poll(saved).toBe(LONG_NOTE.replace('[ ] passport', '[x] passport'))

  await page.goto(page.url())
  await note.focus()
  await page.keyboard.press('Shift+Enter')
  const dialog = page.getByRole('dialog', { name: 'Card' })
  await dialog.getByRole('button', { name: 'Show earlier versions' }).click()
  await dialog.getByRole('button', { name: 'Compare' }).click()
  await expect(dialog.getByRole('insertion')).toHaveText('x')
})

test('on a phone, keys for Markdown above the keyboard leave the focus in the text', {
  tag: '@narrow',
}, async ({ page, person }) => {
  await sow(person, [{ type: 'note', content: 'Packing', tags: [] }])
  await page.goto('/home?primary_opt=note')
  await cards(page).getByText('Packing').click()
  await editor(page).click()
  const keys = page.getByRole('toolbar', { name: 'Markdown' })
  await page.keyboard.press('Enter')
  await keys.getByRole('button', { name: 'Check box' }).tap()
  await page.keyboard.type('socks')
  await keys.getByRole('button', { name: 'Bold' }).tap()
  await page.keyboard.type('two')
  await expect(editor(page)).toBeFocused()
  const saved = async () => (await serverRows(page.request, person.accessToken)).cards[0]?.content
  await expect.poll(saved).toBe('Packing\n- [ ] socks**two**')
  await keys.getByRole('button', { name: 'Undo' }).tap()
  await expect.poll(saved).not.toContain('two')
})
