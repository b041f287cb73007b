import { expectNoFindings } from './support/accessibility.ts'
import { expect, test } from './support/person.ts'

const TABLE = `Wo;Was;Wozu;Rang;Erledigt
https://example.org/bread;Bread;baking, slow;1;
https://example.org/tea;Tea;;2;
;Buy flour;shopping;3;nein
;Buy salt;shopping;4;ja
`

test('[HM-19] the columns of an unknown table can be chosen by keyboard while its first rows are shown', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person: _person }) => {
  await page.goto('/home?primary_opt=all&popups_center=["import-file"]')
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog
    .getByLabel('File to import')
    .setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) })
  const rows = dialog.getByRole('region', { name: 'First rows' })
  // The columns of address and title are recognised by their content.
  await expect(rows).toContainText('Bread\nhttps://example.org/bread')
  await expect(dialog.getByLabel('Column Wo is')).toHaveValue('url')
  await expect(dialog.getByLabel('Column Was is')).toHaveValue('title')
  await expect(dialog.getByLabel('Column Rang is')).toHaveValue('-')
  await expectNoFindings(page, 'the choice of columns')
  await dialog.getByLabel('Column Wozu is').focus()
  await page.keyboard.type('Tags')
  await expect(rows).toContainText('#baking #slow')
  await dialog.getByLabel('Column Erledigt is').focus()
  await page.keyboard.type('Done')
  await dialog.getByRole('radio', { name: 'Todos' }).check()
  await expect(rows).toContainText('Todo · #shopping · done')
  const width = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(width, 'nothing leads out of the dialog').toBeLessThanOrEqual(0)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog.getByRole('status')).toContainText('4 new cards')
  await dialog.getByRole('button', { name: 'Choose columns' }).click()
  await expect(dialog.getByLabel('Column Wozu is')).toHaveValue('tags')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await dialog.getByRole('button', { name: 'Import 4 cards' }).click()
  await dialog.getByRole('link', { name: 'Show 4 cards' }).click()
  await expect(page.getByRole('link', { name: /^Bread/ }).first()).toBeVisible()
  await expect(page.getByText('Buy flour').first()).toBeVisible()
})

test('[HM-19] the preview of a file shows its first cards, and is repeated in another encoding by keyboard', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person: _person }) => {
  await page.goto('/home?primary_opt=all&popups_center=["import-file"]')
  const dialog = page.getByRole('dialog', { name: 'Import' })
  const text = 'title,url,tags\nCafé,https://example.org/café,Kitchen\nTea,https://example.org/tea,tea\n'
  const buffer = Buffer.from(text, 'latin1')
  await dialog.getByLabel('File to import').setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer })
  const first = dialog.getByRole('region', { name: 'First cards' })
  await expect(first).toContainText('Café')
  await expect(first.getByRole('listitem')).toHaveCount(2)
  await expect(first).toContainText('#Kitchen')
  await expectNoFindings(page, 'the preview of an import')
  const encoding = dialog.getByRole('combobox', { name: 'Encoding' })
  await expect(encoding).toHaveValue('windows-1252')
  await encoding.focus()
  await page.keyboard.type('Greek')
  await expect(first).toContainText('Cafι')
  await expect(encoding).toBeFocused()
  // Keys typed within a second would continue the word “Greek”, so choose directly.
  await encoding.selectOption('windows-1252')
  await expect(first).toContainText('Café')
  await dialog.getByRole('checkbox', { name: 'Show new tags as the file spells them' }).focus()
  await page.keyboard.press('Space')
  await expect(first).toContainText('#kitchen')
  const width = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(width, 'nothing leads out of the dialog').toBeLessThanOrEqual(0)
  await dialog.getByRole('button', { name: 'Import 2 cards' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('link', { name: 'Show 2 cards' }).press('Enter')
  await expect(page.getByRole('link', { name: /^Café/ }).first()).toBeVisible()
})
