import { expectNoFindings } from './support/accessibility.ts'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { serverFor, sow } from './support/seed.ts'

test('a tag gets a synonym and a parent, both find its cards, and undo removes one', async ({
  page,
  person,
}) => {
  await sow(person, [
    { type: 'note', content: 'Templates', tags: ['cplusplus'] },
    { type: 'note', content: 'Borrowing', tags: ['rust'] },
    { type: 'note', content: 'Grammar', tags: ['languages'] },
  ])
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(3)
  await cards(page).getByRole('button', { name: 'cplusplus', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Synonyms and parents…' }).click()
  const popup = page.getByRole('dialog', { name: 'Synonyms and parents' })
  await popup.getByRole('textbox', { name: 'Another synonym' }).fill('C++')
  await page.keyboard.press('Enter')
  await expect(popup.getByRole('button', { name: 'C++', exact: true })).toBeVisible()
  await popup.getByRole('textbox', { name: 'Another parent' }).fill('languages')
  await page.keyboard.press('Enter')
  const parent = popup.getByRole('button', { name: 'Remove languages' })
  await expect(parent).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(parent).toBeHidden()
  await popup.getByRole('textbox', { name: 'Another parent' }).fill('languages')
  await page.keyboard.press('Enter')
  await expect(parent).toBeVisible()
  await expectNoFindings(page, 'names and parents')
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()

  await bar(page).fill('c+')
  await expect(page.getByRole('option', { name: /C\+\+ → cplusplus/ })).toBeVisible()
  await bar(page).fill('c++')
  await expect(cards(page)).toHaveText([/Templates/])
  await cards(page).first().focus()
  await expect(cards(page).getByRole('button', { name: 'languages, implied' })).toBeVisible()
  await bar(page).fill('languages')
  await expect(cards(page)).toHaveCount(2)
  await bar(page).fill('-languages')
  await expect(cards(page)).toHaveText([/Borrowing/])

  // The tag has its display name on cards, in the bar and in suggestions; the old name still finds it.
  await bar(page).fill('')
  const chip = (name: string) => cards(page).getByRole('button', { name })
  await cards(page)
    .getByRole('button', { name: /^cplusplus/ })
    .first()
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Display name…' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'cplusplus' })).toBeChecked()
  await page.getByRole('menuitemcheckbox', { name: 'C++' }).click()
  await expect(chip('C++, tag cplusplus').first()).toHaveAttribute('title', 'cplusplus')
  await bar(page).pressSequentially('Concepts #c+')
  await expect(page.getByRole('option', { name: /^#C\+\+ 1/ })).toBeVisible()
  await bar(page).press('Tab')
  await expect(bar(page)).toHaveValue(/^Concepts #C\+\+ ?$/)
  await expect(page.getByRole('group', { name: 'Understood words' }).getByRole('button')).toHaveText(['#C++'])
  await bar(page).fill('')
  await chip('C++, tag cplusplus').click()
  await expect(bar(page)).toHaveValue('C++')
  await expect(cards(page)).toHaveText([/Templates/])
  await chip('C++, tag cplusplus, included').click()
  await expect(bar(page)).toHaveValue('')
  await page.keyboard.press('Control+z')
  await expect(cards(page).getByRole('button', { name: 'cplusplus', exact: true })).toBeVisible()
})

test('the tags of a group can imply another tag, set in the menu of the group or of the tag, at every width', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, [
    { type: 'note', content: 'Loaf', tags: ['sourdough'] },
    { type: 'note', content: 'Cake', tags: ['baking'] },
    { type: 'note', content: 'Soup', tags: ['cooking'] },
    { type: 'note', content: 'Sofa', tags: ['living'] },
  ])
  const server = await serverFor(person)
  const held = await (await server.post('/api/tag/get-all-tags', { data: {} })).json()
  const tag_ids = held.data
    .filter(({ tag_name }: { tag_name: string }) => tag_name === 'sourdough' || tag_name === 'baking')
    .map(({ _id }: { _id: string }) => _id)
  const data = { searchwords: ['bakery'], tag_ids }
  await server.post('/api/tag/create-many-groups-from-searchword', { data })
  await server.dispose()
  await page.goto('/home?primary_opt=note&popups_center=["grouper"]')
  const grouper = page.getByRole('dialog', { name: 'Tags' })
  const isNarrow = (page.viewportSize()?.width ?? 0) < 700
  // A phone shows either tags or groups.
  if (isNarrow) await grouper.getByRole('radio', { name: 'Groups' }).check({ force: true })
  await grouper.getByRole('button', { name: 'More for bakery' }).click()
  await page.getByRole('menuitem', { name: 'Parents…' }).click()
  const popup = page.getByRole('dialog', { name: 'Parents of a group' })
  await popup.getByRole('textbox', { name: 'A parent of its tags' }).fill('cooking')
  await page.keyboard.press('Enter')
  await expect(popup.getByRole('button', { name: 'Remove cooking' })).toBeVisible()
  await expectNoFindings(page, 'what tags of a group mean')
  await page.goto('/home?primary_opt=note')
  await bar(page).fill('cooking')
  await expect(cards(page)).toHaveCount(3)
  await bar(page).fill('-cooking')
  await expect(cards(page)).toHaveText([/Sofa/])
  await bar(page).fill('tag:cooking!')
  await expect(cards(page)).toHaveText([/Soup/])
})
