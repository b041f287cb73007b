import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { dayFromToday, KITCHEN_AND_SCHOOL, saveSearches, sow } from './support/seed.ts'

test('[HM-13] Shift+click selects all cards, or tags, from the last selected one to the clicked one', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person, hasTouch }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const boxes = cards(page).getByRole('checkbox', { name: /^Select the note/ })
  // On touch, the boxes appear once a card is selected.
  const select = async (at: number) => {
    if (!hasTouch) return boxes.nth(at).click()
    await cards(page).nth(at).focus()
    await page.keyboard.press('x')
  }
  await select(0)
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 cards selected')).toBeVisible()
  for (const at of [0, 1, 2, 3]) await expect(boxes.nth(at)).toBeChecked()
  await expect(boxes.nth(4)).not.toBeChecked()
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await select(4)
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 cards selected')).toBeVisible()

  await page.goto('/home?primary_opt=tag')
  const tags = page.getByRole('list', { name: 'Tags' }).getByRole('checkbox')
  await tags.nth(1).click()
  await tags.nth(3).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 tags selected')).toBeVisible()
})

test('[HM-4] [HM-5] [HM-3] on a phone the menu of the result has words, and its colours have counts and its dates a name', {
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

test('[HM-8] a folded tags panel can be unfolded by a visible button', async ({ page, person }) => {
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

const RADIOS = ['Updated', 'On']
const TICKS = ['Show completed todos', 'Match tags only']

test('[HM-7] [SB-8] a choice in Filter replaces what it excludes, and the bar shows all that is set', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, [
    { type: 'todo', content: 'Water the plants', tags: ['home'], dueAt: dayFromToday(0) },
    { type: 'todo', content: 'Some day', tags: ['home'] },
    { type: 'link', content: 'https://bread.example/rye' },
  ])
  await saveSearches(person, ['home'])
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(3)

  // The suggested searches of the empty bar open by Tab, too.
  await bar(page).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('listbox', { name: 'Searches to begin with' })).toBeVisible()
  await page.keyboard.press('Escape')

  const filter = page.getByRole('button', { name: /^Filter/ })
  const choose = (name: string) =>
    page
      .getByRole('dialog', { name: 'Filter' })
      .getByRole(RADIOS.includes(name) ? 'radio' : TICKS.includes(name) ? 'checkbox' : 'button', {
        name,
        exact: true,
      })
      .click({ force: RADIOS.includes(name) })
  await filter.click()
  await choose('Updated')
  await expect(bar(page), 'which date alone is no filter').toHaveValue('')
  await choose('Overdue')
  await choose('No date')
  await expect(bar(page)).toHaveValue('is:todo, due:none, ')
  await expect(cards(page), 'no link').toHaveText([/Some day/])
  await choose('Any day')
  await expect(bar(page)).toHaveValue('due:any, ')
  await choose('Overdue')
  await choose('Completed')
  await expect(bar(page)).toHaveValue('is:done, ')
  await choose('On')
  await expect(page.getByRole('textbox', { name: 'Day' }), 'as the bar spells it').toHaveValue(
    dayFromToday(0),
  )
  await choose('Any date')
  await choose('Completed')
  await choose('With subtasks')
  await expect(bar(page), 'the word that people see').toHaveValue('has:subtasks, ')
  await choose('With subtasks')
  await choose('Without tags')
  await choose('Today')
  await choose('Show completed todos')
  await choose('Match tags only')
  await page.keyboard.press('Escape')

  // The list shows the conditions of the bar as chips. The saved searches are in the rail, or in the menu of
  // a phone.
  await expect(page.getByRole('button', { name: 'Remove “is:untagged”: 1 result' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Saved searches' })).toHaveCount(0)
  const box = await bar(page).boundingBox()
  expect(box?.width, 'there is room for the text').toBeGreaterThan(200)
  for (const label of ['completed too', 'tags only']) {
    await expect(page.getByText(label, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: `Remove “${label}”` }).click()
    await expect(page.getByText(label, { exact: true })).toHaveCount(0)
  }
  await expect(bar(page)).toBeFocused()

  // An address on Todo: Enter, the button and the empty list all offer a link.
  await page.goto('/home?primary_opt=todo')
  await bar(page).fill('https://bread.example/oats #home')
  await expect(page.getByRole('button', { name: 'Add it as a link' })).toBeVisible()
  await bar(page).press('Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Added a link, tagged home')
  await bar(page).fill('bread.example/oats tomorrow')
  await expect(
    page.getByRole('button', { name: 'Add, due tomorrow' }),
    'with a day it is something to do',
  ).toBeEnabled()
})
