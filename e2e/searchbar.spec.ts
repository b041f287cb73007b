import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

test('[SB-2] [SB-3] the bar says what Enter will do, and an earlier Enter then does it once', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await bar(page).focus()
  await page.keyboard.type('Buy semolina')
  await page.keyboard.press('Enter')
  await expect(bar(page), 'Enter ends the typing').toHaveValue('')
  await expect(cards(page).filter({ hasText: 'Buy semolina' })).toHaveCount(1)
  await bar(page).fill('Buy flour')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(cards(page).filter({ hasText: 'Buy flour' })).toHaveCount(1)
  await expect(bar(page)).toHaveValue('')

  await page.keyboard.type('Buy oats')
  await expect(page.getByRole('button', { name: 'Add todo' })).toBeEnabled()
  await expect(bar(page)).toHaveAccessibleDescription('Enter adds a todo.')
  await page.keyboard.press('Enter')
  await expect(cards(page).first()).toContainText('Buy oats')
  await expect(bar(page)).toHaveValue('')

  await page.keyboard.type('maths')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeEnabled()
  await expect(bar(page)).toHaveAccessibleDescription('Enter searches.')
  await page.keyboard.press('Control+Enter')
  await expect(bar(page)).toHaveValue('')
  await expect(cards(page).first()).toContainText('maths')
})

test('[SB-3] Enter right after a paste or a search is not lost', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page)).toHaveCount(2)
  await bar(page).focus()
  await page.keyboard.insertText('https://pasted.example/page')
  await page.keyboard.press('Enter')
  await expect(cards(page).filter({ hasText: 'pasted.example' })).toHaveCount(1)
  await expect(bar(page)).toHaveValue('')
  await expect(cards(page)).toHaveCount(3)

  // A saved address: Enter shows its card, and adds no other.
  await page.keyboard.insertText('https://pasted.example/page')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Address' })).toHaveValue(
    'https://pasted.example/page',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await bar(page).fill('bread')
  await bar(page).press('Enter')
  await expect(cards(page).first()).toBeFocused()
  await expect(cards(page)).toHaveCount(1)

  // Once the person has left the bar, the focus stays where it is.
  await bar(page).fill('maths')
  await bar(page).press('Enter')
  await page.getByRole('button', { name: 'Recent changes' }).focus()
  await expect(cards(page)).toHaveCount(1)
  await expect(page).toHaveURL(/search=maths/)
  await expect(page.getByRole('button', { name: 'Recent changes' })).toBeFocused()
})

test('[SB-10] what a key finds is rendered in the task of the key', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page).first()).toBeVisible()
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  const all = await page.locator('[data-count]').textContent()
  // The page waits only some milliseconds for the worker; a busy worker answers by message instead.
  for (const text of ['italian', 'no card says this'])
    await expect.poll(() => page.evaluate(showsAtOnce, { text, all }), { timeout: 20_000 }).toBe(true)
})

/**
 * Empties the bar, waits until all cards are shown, types a text, and reads the list before any message can have arrived.
 * Runs in the page.
 */
async function showsAtOnce({ text, all }: { text: string; all: string | null }): Promise<boolean> {
  const input = document.querySelector<HTMLInputElement>('[data-searchbar="home"] input')
  const write = (value: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  const total = () => document.querySelector('[data-count]')?.textContent
  write('')
  while (total() !== all) await new Promise(requestAnimationFrame)
  write(text)
  for (let turn = 0; turn < 100 && total() === all; turn++) await Promise.resolve()
  return total() !== all
}

test('[SB-3] Shift+Enter inserts a line break, and a text with lines is added', async ({ page }) => {
  await page.goto('/home')
  await page.getByRole('radio', { name: /^Note/ }).check({ force: true })
  await bar(page).focus()
  await page.keyboard.type('first line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line')
  const lines = page.getByRole('textbox', { name: 'Search or add notes' })
  await expect(lines).toBeFocused()
  await expect(lines).toHaveValue('first line\nsecond line')
  await expect(page.getByRole('button', { name: 'Add note' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(cards(page).first()).toContainText('second line')
})

test('[SB-4] the bar warns of a word that occurs twice', async ({ page }) => {
  await page.goto('/home')
  await bar(page).fill('maths, Maths')
  await expect(page.getByRole('alert')).toHaveText('Duplicates not allowed')
})

test('[SB-4] [HM-20] with charts the bar asks for a type, and Enter shows the cards of the type with most', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=chart')
  await expect(page.getByRole('region', { name: 'Charts' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('italian')
  await expect(page.getByRole('alert')).toHaveText('Select 1 of 4 options above ( link / note / tag / todo )')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: /^Note/ })).toBeChecked()
  await expect(cards(page)).toHaveCount(3)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('[HM-18] [SB-3] Ctrl+Enter does not create a second workspace of one name, and says so', async ({
  page,
}) => {
  await page.goto('/home?primary_opt=workspace')
  await bar(page).fill('MY workspace')
  await bar(page).press('Control+Enter')
  await expect(page.getByText('There is a workspace “My workspace” already.').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 workspace' })).toBeVisible()
  await expect(bar(page)).toHaveValue('MY workspace')

  await test.step('another name is made and opened, by the rule of settings', async () => {
    await bar(page).fill('Garden & herbs')
    await bar(page).press('Control+Enter')
    await expect(page.getByText('Opened “Garden & herbs”').first()).toBeVisible()
    await expect(bar(page)).toHaveValue('')
    await expect(page.getByRole('heading', { name: '2 workspaces' })).toBeVisible()
    await expect(
      page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name: 'Garden & herbs' }),
    ).toBeVisible()
  })
})

test('[SB-4] [SB-7] a bar that only searches does not ask for a type', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  const playground = encodeURIComponent('["playground-note"]')
  for (const [path, name] of [
    ['/tagger', 'Find the cards to tag'],
    [`/home?popups_top=${playground}`, 'Search notes'],
  ] as const) {
    await page.goto(path)
    const search = page.getByRole('combobox', { name })
    await search.fill('maths, maths')
    await expect(page.getByRole('alert')).toHaveText('Duplicates not allowed')
    await search.fill('maths')
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('[SB-1] [SB-5] [SB-8] suggestions can be picked by arrows, Tab and Enter, each shows its reason, and words are chips', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await bar(page).focus()
  await page.keyboard.type('ita')
  const option = page.getByRole('option', { name: /^italian/ })
  await expect(option).toContainText('starts with')
  await page.keyboard.press('Tab')
  await expect(bar(page)).toHaveValue('italian')
  await expect(page.getByRole('option').first()).toContainText(/on \d of 3 of these/)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
  const activeId = await bar(page).getAttribute('aria-activedescendant')
  expect(activeId).not.toBeNull()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
  await expect(bar(page)).toHaveValue('italian')

  await bar(page).fill('italian, quick')
  const words = page.getByRole('group', { name: 'Words of the search' })
  await words.getByRole('button', { name: /^quick/ }).press('-')
  await expect(bar(page)).toHaveValue('italian, -quick')
  await expect(cards(page)).toHaveCount(2)
  await words.getByRole('button', { name: 'Remove quick' }).click()
  await expect(bar(page)).toHaveValue('italian')
  await expect(cards(page)).toHaveCount(3)
})

test('[SB-6] the second searchbar narrows the cards by words in their text', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await bar(page).fill('recipes')
  await expect(cards(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('searchbox', { name: 'Also contains' }).fill('flour')
  const second = page.getByRole('searchbox', { name: 'Narrow by words in the text' })
  await expect(second).toHaveValue('flour')
  await expect(cards(page)).toHaveCount(1)
  await second.fill('-flour')
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(second).toBeHidden()
  await expect(cards(page)).toHaveCount(3)
})

test('[SB-6] a tag included or left out in the tag panel of a card opens “Also contains” while it has words', {
  tag: '@narrow',
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note&second_search=flour')
  await expect(cards(page)).toHaveCount(1)
  const filter = page.getByRole('button', { name: /^Filter/ })
  const words = page.getByRole('searchbox', { name: 'Also contains' })
  const isOpen = async (expected: string) => {
    await filter.click()
    const section = page.getByRole('button', { name: 'Also contains' })
    await expect(section).toHaveAttribute('aria-expanded', expected)
    await expect(words).toHaveCount(expected === 'true' ? 1 : 0)
    if (expected === 'true') await section.click()
    await page.keyboard.press('Escape')
    await expect(section).toHaveCount(0)
  }
  await isOpen('false')
  for (const [modifiers, text] of [
    [[], 'bread'],
    [['Alt'], '-bread'],
  ] as const) {
    await bar(page).fill('')
    await cards(page).first().focus()
    await page.keyboard.press('t')
    const panel = page.getByRole('group', { name: 'Tags of this card' })
    await panel.getByRole('button', { name: /^bread/ }).click({ modifiers: [...modifiers] })
    await expect(bar(page)).toHaveValue(text)
    await page.keyboard.press('Escape')
    await bar(page).fill('')
    await isOpen('true')
  }
})

test('[SB-8] [HM-19] when no tag can be suggested, the row says why', async ({ page, person }) => {
  await page.goto('/home')
  await bar(page).fill('anything')
  await expect(page.getByText('Your tags appear here')).toBeVisible()
  await sow(person, [{ type: 'todo', content: 'Buy anything but milk' }])
  await page.reload()
  await expect(page.getByText('No more tags to narrow by')).toBeVisible()
})

test('[SB-9] words that match no tag are offered as new tags', async ({ page }) => {
  await page.goto(
    '/home?popups_center=["next-to--unmatched-tagging-experience"]&popups_params={"next-to--unmatched-tagging-experience":{"words":"sourdough, 50%25"}}',
  )
  const dialog = page.getByRole('dialog', { name: 'New tags' })
  await expect(dialog.getByRole('button', { name: '50%' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'sourdough' }).click()
  await expect(page.getByText('Created 1 tag', { exact: false }).first()).toBeAttached()
})

test('[SB-10] an added card is on screen at once, and Alt with a digit tags it', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  await page.route('**/api/sync/push*', (route) => route.abort())
  await bar(page).fill('Bring bread to the exam')
  await bar(page).press('Control+Enter')
  await expect(cards(page).first()).toContainText('Bring bread')
  const offers = page.getByRole('group', { name: 'Tags for the card just added' })
  await expect(offers.getByRole('button', { name: /^(bread|exam)/ })).toHaveCount(2)
  await page.keyboard.press('Alt+1')
  await expect(
    cards(page)
      .first()
      .getByRole('button', { name: /^(bread|exam), included, added/ }),
  ).toHaveCount(1)
})

test('[SB-1] markup, emoji and a very long text are searched as plain text', async ({ page }) => {
  await page.goto('/home')
  const text = '<img src=x onerror=alert(1)> 😀 שלום'
  await bar(page).fill(text)
  await bar(page).press('Control+Enter')
  await expect(cards(page).first()).toContainText(text)
  await bar(page).fill('x'.repeat(100_000))
  await expect(page.getByRole('textbox', { name: 'Search or add todos' })).toBeVisible()
})
