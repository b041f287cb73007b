import { expectNoFindings } from './support/accessibility.ts'
import { cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'

const FILE = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${[1, 2, 3]
  .map((n) => `<DT><A HREF="https://x.example/${n}" TAGS="bread">Bread ${n}</A>\n`)
  .join('')}</DL><p>`

test('[HM-19] [CD-7] an import of the last 30 days is undone from the import dialog, by the keyboard too', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  const sent = await page.request.post('/api/import', {
    headers: { authorization: `Bearer ${person.accessToken}`, 'content-type': 'text/html' },
    data: FILE,
  })
  expect(sent.ok()).toBe(true)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page)).toHaveCount(3)
  await page.goto('/home?primary_opt=hyperlink&popups_center=import-file')
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const list = dialog.getByRole('region', { name: 'Imports of the last 30 days' })
  await expect(list.getByRole('listitem')).toHaveText(/3 cards.*from 3 rows/)
  await expectNoFindings(page, 'earlier imports')
  const undo = list.getByRole('button', { name: /^Undo the import of 3 cards/ })
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(list.getByRole('listitem')).toHaveText(/3 cards.*undone/)
  await expect(undo).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(cards(page)).toHaveCount(0)
})
