import { cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

test('[HM-13] Shift-click takes all cards, or tags, from the last one chosen to the one clicked, both included', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const boxes = cards(page).getByRole('checkbox', { name: /^Select the note/ })
  await boxes.nth(0).click()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 cards selected')).toBeVisible()
  for (const at of [0, 1, 2, 3]) await expect(boxes.nth(at)).toBeChecked()
  await expect(boxes.nth(4)).not.toBeChecked()
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await boxes.nth(4).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 cards selected')).toBeVisible()

  await page.goto('/home?primary_opt=tag')
  const tags = page.getByRole('list', { name: 'Tags' }).getByRole('checkbox')
  await tags.nth(1).click()
  await tags.nth(3).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 tags selected')).toBeVisible()
})

test('[HM-4] [HM-5] [HM-3] on a phone the menu of the result has words, colours have counts, dates a name', {
  tag: ['@narrow', '@middle'],
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await page.getByRole('button', { name: 'View', exact: true }).tap()
  const menu = page.getByRole('menu', { name: 'View' })
  for (const item of await menu.getByRole('menuitem').or(menu.getByRole('menuitemcheckbox')).all()) {
    const label = item.locator('span').filter({ hasText: /\S/ }).first()
    const box = await label.boundingBox()
    expect(box?.width ?? 0, (await item.textContent()) ?? '').toBeGreaterThan(20)
  }
  await expect(menu.getByText('Tags panel'), 'a panel that is not there').toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Filter/ }).tap()
  const blue = page.getByRole('button', { name: /^blue/ })
  await expect(blue).toBeVisible()
  for (const part of await blue.locator('span').all()) {
    const box = await part.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), 'a swatch, a name, a count').toBeGreaterThan(5)
  }
  await expect(page.getByRole('radio', { name: 'Before' })).toBeVisible()
})

test('[HM-8] a folded tags panel is unfolded by a button in sight', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  const panel = page.getByRole('complementary', { name: 'Tags' })
  await panel.getByRole('button', { name: 'Fold the panel' }).click()
  await expect(panel).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Unfold the tags panel' }).click()
  await expect(panel).toBeVisible()
})

test('[HM-8] on a narrow screen a button shows the tags, and shows them again after they were closed', {
  tag: ['@narrow', '@middle'],
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const panel = page.getByRole('dialog', { name: 'Tags', exact: true })
  for (const time of ['first', 'second']) {
    await page.getByRole('button', { name: 'Tags', exact: true }).tap()
    await expect(panel.getByRole('button', { name: /^italian/ }).first(), time).toBeVisible()
    await panel.getByRole('button', { name: 'Close' }).tap()
    await expect(panel).toHaveCount(0)
  }
})
