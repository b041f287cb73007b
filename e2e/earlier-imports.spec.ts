import { expectNoFindings } from './support/accessibility.ts'
import { cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'

const FILE = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${[1, 2, 3]
  .map((n) => `<DT><A HREF="https://x.example/${n}" TAGS="bread">Bread ${n}</A>\n`)
  .join('')}</DL><p>`

test('[HM-19] [CD-7] an import of the last 30 days can be undone in the import dialog, also by keyboard', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  const sent = await page.request.post('/api/import?file_name=bread.html', {
    headers: { authorization: `Bearer ${person.accessToken}`, 'content-type': 'text/html' },
    data: FILE,
  })
  expect(sent.ok()).toBe(true)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page)).toHaveCount(3)
  await page.goto('/home?primary_opt=hyperlink&popups_center=import-file')
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const list = dialog.getByRole('region', { name: 'Imports of the last 30 days' })
  await expect(list.getByRole('listitem')).toHaveText(/3 cards from “bread.html”.*from 3 rows/)
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

for (const [what, contentType, body] of [
  ['the page of a network instead of an answer', 'text/html', '<html>Sign in to the network</html>'],
  ['an answer that is cut off', 'application/json', '{"data":{"import_id":"0123'],
  ['an answer without its data', 'application/json', '{}'],
] as const)
  test(`[HM-19] the import dialog says that it got ${what}, and accepts another file`, async ({ page }) => {
    await page.goto('/home?primary_opt=hyperlink&popups_center=import-file')
    const dialog = page.getByRole('dialog', { name: 'Import' })
    await page.route('**/api/import?**', (route) => route.fulfill({ status: 200, contentType, body }))
    const file = { name: 'bread.html', mimeType: 'text/html', buffer: Buffer.from(FILE) }
    await dialog.getByLabel('File to import').setInputFiles(file)
    await expect(dialog.getByRole('alert')).toContainText('Something between this device and the server')
    await page.unroute('**/api/import?**')
    await dialog.getByLabel('File to import').setInputFiles(file)
    await expect(dialog.getByRole('status')).toContainText('3 new cards')
  })

test('[HM-19] another file can be previewed after the preview of a large one was cancelled', async ({
  page,
}) => {
  await page.goto('/home?primary_opt=hyperlink&popups_center=import-file')
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const rows = Array.from({ length: 120_000 }, (_, n) => `n${n},,\n`).join('')
  const large = { name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.from(`title,url,tags\n${rows}`) }
  const sent = page.waitForRequest(/import\?/)
  await dialog.getByLabel('File to import').setInputFiles(large)
  await sent
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const small = { name: 'bread.html', mimeType: 'text/html', buffer: Buffer.from(FILE) }
  await dialog.getByLabel('File to import').setInputFiles(small)
  await expect(dialog.getByRole('status')).toContainText('3 new cards')
})
