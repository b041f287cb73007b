import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

test('[HM-20] [SB-10] text typed on a freshly opened home is in the searchbar', async ({ page }) => {
  await page.goto('/home')
  await expect(page.getByText('No todos yet')).toBeVisible()
  await page.keyboard.type('notes next to the jokes: Water the plants')
  await expect(bar(page)).toHaveValue('notes next to the jokes: Water the plants')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add todo' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(1)
})

test.describe('[HM-20] [SB-10] at a slow start', () => {
  test.use({ serviceWorkers: 'block' })

  test('text typed before home is rendered is in the searchbar', async ({ page, person }) => {
    await sow(person, [{ type: 'todo', content: 'Rake the leaves' }])
    let draw: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      draw = resolve
    })
    await page.route(/\/home-[\w-]{8}\.js$/, async (route) => {
      await released
      await route.continue()
    })
    // The data worker starts before the page's other scripts have arrived.
    const thread = page.waitForEvent('worker')
    await page.goto('/home', { waitUntil: 'commit' })
    await thread
    await page.keyboard.type('rake')
    draw()
    await expect(bar(page)).toHaveValue('rake')
    await expect(bar(page)).toBeFocused()
    await page.keyboard.type(' the')
    await expect(bar(page)).toHaveValue('rake the')
  })
})

test('[HM-20] letters are commands on a card and in the list, and text anywhere else, as the key map says', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await expect(cards(page).nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByText('1 card selected')).toBeVisible()
  await page.keyboard.press('x')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByText(/Letters are keys while a card or the list has the focus/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: /^Note/ }).focus()
  await page.keyboard.type('next')
  await expect(bar(page)).toBeFocused()
  await expect(bar(page)).toHaveValue('next')
  await page.keyboard.press('Alt+n')
  await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeVisible()
})

test('[HM-20] [CD-8] a newcomer adds the first card and tags it by keyboard alone', async ({ page }) => {
  await page.goto('/home')
  await expect(page.getByText('No todos yet')).toBeVisible()
  await page.keyboard.type('Water the plants')
  await expect(bar(page)).toHaveAccessibleDescription('Enter adds a todo.')
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(1)
  await expect(bar(page)).toBeFocused()
  // Arrows go through the bar's suggestions; Escape moves the focus to the cards.
  await page.keyboard.press('Escape')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('t')
  await expect(page.getByRole('textbox', { name: /^Add tags/ })).toBeFocused()
  await page.keyboard.type('garden')
  await page.keyboard.press('Enter')
  await expect(
    cards(page)
      .getByRole('button', { name: /^garden/ })
      .first(),
  ).toBeVisible()
})

test('[HM-20] [SB-10] todos typed one after the other with an immediate Enter are all added', async ({
  page,
}) => {
  await page.goto('/home')
  await expect(page.getByText('No todos yet')).toBeVisible()
  await bar(page).focus()
  for (const text of ['Zed first', 'Yak second', 'Xen third']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(bar(page)).toHaveValue('')
  }
  await expect(cards(page)).toHaveCount(3)
})

test('[HM-1] [HM-19] in All a text with a due date becomes a todo, whatever was added last', async ({
  page,
}) => {
  await page.goto('/home?primary_opt=all')
  await page.getByRole('radio', { name: /^Note/ }).check({ force: true })
  await page.getByRole('radio', { name: /^All/ }).check({ force: true })
  await bar(page).fill('Grandmother’s recipe')
  await expect(page.getByRole('button', { name: 'Add note' })).toBeEnabled()
  await bar(page).fill('Pay the rent every month due:tomorrow')
  await page.getByRole('button', { name: 'Add, due tomorrow' }).click()
  await expect(page.locator('[data-card][data-type="todo"]')).toContainText('Pay the rent')
  await expect(page.locator('[data-card][data-type="todo"]')).toContainText('Tomorrow')
  await expect(page.locator('[data-card][data-type="todo"]')).not.toContainText('every month due')
})
