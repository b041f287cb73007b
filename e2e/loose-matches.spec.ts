import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { sow } from './support/seed.ts'

const LINKS = [
  { type: 'link', content: 'Use hotkey showoff in Eclipse\nhttps://example.org/a', tags: ['editors'] },
  { type: 'link', content: 'Form validation\nhttps://example.org/b', tags: ['java'] },
  { type: 'note', content: 'A validating parser' },
  { type: 'note', content: 'Soup' },
] as const

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('[SB-1] words in another order and misspelt words find their cards below the exact answer', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, LINKS)
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(4)
  await bar(page).fill('eclipse hotkey')
  const inOrder = group(page, 'In any order')
  await expect(inOrder.getByRole('article')).toHaveText([/hotkey showoff/])
  await expect(inOrder.getByText('1 card', { exact: true })).toBeVisible()
  await expect(inOrder.locator('mark')).toHaveText(['hotkey', 'Eclipse'])

  await bar(page).fill('validaton')
  const close = group(page, 'Close')
  await expect(close.getByRole('article')).toHaveText([/Form validation/, /validating parser/])
  await expect(inOrder).toBeHidden()
  const exactly = 'Nothing has exactly these words; the cards below come close'
  await expect(page.getByText(exactly), 'one sentence for both').toBeVisible()
  await expect(page.getByText('Nothing here has')).toHaveCount(0)
  await expect(page.getByRole('status').getByText('Close, validation, validating: 2 cards.')).toBeAttached()
  await expectNoFindings(page)

  await close.getByRole('button', { name: 'Search for validation: 1 card' }).click()
  await expect(bar(page)).toHaveValue('validation')
  await expect(cards(page)).toHaveText([/Form validation/])
  await bar(page).fill('soup')
  await expect(cards(page)).toHaveText([/Soup/])
  await expect(close).toBeHidden()
})

test(
  '[SB-1] the count above the cards and the panel of tags say that only loose matches are listed',
  {
    tag: ['@wide', '@middle', '@narrow'],
  },
  async ({ page, person }, { project }) => {
    await sow(person, LINKS)
    await page.goto('/home?primary_opt=all')
    const count = page.locator('[data-count]')
    await expect(count).toHaveText('4 cards')
    await bar(page).fill('eclipse hotkey')
    await expect(count).toHaveText('0 exact, 1 in any order')
    await bar(page).fill('validaton')
    await expect(count).toHaveText('0 exact, 2 close')
    expect(await count.evaluate((line) => line.scrollWidth - line.clientWidth), 'it is not cut').toBe(0)
    if (project.name === 'wide') {
      const panel = page.getByRole('complementary', { name: 'Tags' })
      await expect(panel).toContainText('Nothing is found exactly, so no tag narrows it.')
      await bar(page).fill('nowhere at all')
      await expect(panel).toContainText('Nothing is found there.')
    }
    await bar(page).fill('soup')
    await expect(count).toHaveText('1 card')
  },
)

test('[SB-1] at a key, loose matches change in the same frame as the exact list', async ({
  page,
  person,
}) => {
  await sow(person, [...LINKS, { type: 'note', content: 'yyvalidatonz, misspelt' }])
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(5)
  await bar(page).pressSequentially('validatonz')
  await expect(cards(page)).toHaveText([/misspelt/])
  await expect(group(page, 'Close').getByRole('article')).toHaveCount(2)
  await page.evaluate(() => {
    const drawn: string[] = []
    Object.assign(window, { drawn })
    new MutationObserver(() => {
      const has = (list: string) => document.querySelector(`ul[aria-label="${list}"] article`) !== null
      const now = [has('Cards') && 'exact', has('Close') && 'close'].filter(Boolean).join(' and ')
      if (now !== drawn.at(-1)) drawn.push(now)
    }).observe(document.body, { childList: true, subtree: true })
  })
  // A word with a digit at its end is no form of another word.
  await page.keyboard.press('7')
  await expect(group(page, 'Close')).toBeHidden()
  const drawn = await page.evaluate(() => (window as unknown as { drawn: string[] }).drawn)
  expect(drawn).not.toContain('close')
  expect(drawn.at(-1)).toBe('')
})

test('[SB-1] [HM-13] keys move from the exact answer on to loose matches', async ({ page, person }) => {
  await sow(person, [...LINKS, { type: 'note', content: 'xvalidatons, misspelt' }])
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(5)
  await bar(page).fill('validaton')
  await expect(group(page, 'Close').getByRole('article')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(cards(page).filter({ hasText: 'misspelt' })).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.getByRole('article').filter({ hasText: 'Form validation' })).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selected cards' })).toContainText('1 card selected')
})

test('[SB-1] found words are marked in title, excerpt, address and subtasks, and the excerpt begins near them', async ({
  page,
  person,
}) => {
  const long = 'Lines that say nothing of it. '.repeat(30)
  await sow(person, [
    { type: 'note', content: `Garden\n${long}\nthe compost heap` },
    { type: 'todo', content: `${long} turn the compost` },
    { type: 'link', content: 'A page\nhttps://example.org/soil/compost.html' },
    { type: 'todo', content: 'Spring', lines: ['One', 'Two', 'Three', 'Four', 'Sieve the compost'] },
    { type: 'note', content: 'Compost, a title' },
  ])
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(5)
  await bar(page).fill('compost')
  await expect(cards(page)).toHaveCount(5)
  for (const card of await cards(page).all()) await expect(card.locator('mark')).toHaveText([/compost/i])
  const note = cards(page).filter({ hasText: 'Garden' })
  await expect(note).toContainText(/….{0,30}the compost heap/)
  await expect(cards(page).filter({ hasText: 'A page' })).toContainText('example.org/soil/compost.html')
})

test('[HM-20] Ctrl+K also finds tags, cards and settings, even with misspelt words, and lists what was run last first', async ({
  page,
  person,
}) => {
  await sow(person, LINKS)
  await page.goto('/home?primary_opt=todo')
  await expect(page.getByText('No todos yet')).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find a command, a tag or a card' })
  await field.fill('edtors')
  await page.getByRole('option', { name: 'Tag: editors' }).click()
  await expect(bar(page)).toHaveValue('editors')
  await expect(cards(page)).toHaveText([/hotkey showoff/])
  await page.keyboard.press('Control+k')
  await field.fill('validating parsr')
  await expect(page.getByRole('option', { name: 'A validating parser' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/note=/)
  await page.keyboard.press('Escape')
  await expect(page, 'Escape closes a note that is still opening').not.toHaveURL(/note=/)
  await page.keyboard.press('Control+k')
  await field.fill('go to links')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/primary_opt=hyperlink/)
  await page.keyboard.press('Control+k')
  const commands = page.getByRole('listbox', { name: 'Commands' })
  await expect(commands.getByRole('option').first()).toHaveText('Go to links')
  await field.fill('two factor')
  await page.getByRole('option', { name: 'Setting: Second step' }).click()
  await expect(page.getByRole('region', { name: 'Second step' })).toBeFocused()
})
