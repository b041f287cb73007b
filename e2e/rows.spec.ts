import type { Locator, Page } from '@playwright/test'
import { cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { sow } from './support/seed.ts'

const card = (page: Page, text: string): Locator => cards(page).filter({ hasText: text })
const bar = (page: Page): Locator => page.getByRole('combobox').first()

/** px between the middle of a row and the middle of an element in it. */
async function offMiddle(row: Locator, part: Locator): Promise<number> {
  const [outer, inner] = [await row.boundingBox(), await part.boundingBox()]
  if (outer === null || inner === null) throw new Error('The row or its part is not shown.')
  return Math.abs(outer.y + outer.height / 2 - (inner.y + inner.height / 2))
}

const PLAIN = 'Nothing but a title'
const MANY = ['medical', 'cardiology', 'emergency', 'pediatrics', 'infection', 'antibiotics', 'neurology']

test('a card without tags, date and site has one line, with the title in its middle', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, [
    { type: 'todo', content: PLAIN, tags: [] },
    { type: 'note', content: PLAIN, tags: [] },
    { type: 'note', content: 'A note with tags', tags: ['medical'] },
  ])
  for (const kind of ['todo', 'note']) {
    await page.goto(`/home?primary_opt=${kind}`)
    const row = card(page, PLAIN)
    const title = row.getByText(PLAIN)
    await expect(title).toBeVisible()
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(45)
    expect(await offMiddle(row, title)).toBeLessThan(2)
    expect(await offMiddle(row, row.locator('time'))).toBeLessThan(2)
  }
  const tagged = await card(page, 'A note with tags').boundingBox()
  expect(tagged?.height).toBeGreaterThan(45)
})

test('a press anywhere on a row opens its card as Enter does, and a press that closes a menu opens nothing', async ({
  page,
  context,
  person,
}) => {
  await sow(person, [
    { type: 'todo', content: 'Pack\nsocks and a very warm hat', tags: [] },
    { type: 'note', content: 'Lisbon\n\nTake the tram early.', tags: ['travel'] },
    { type: 'link', content: 'https://example.org/tram Tram map', tags: ['travel'] },
  ])
  await page.goto('/home?primary_opt=note')
  const beside = (row: Locator) => row.click({ position: { x: 500, y: 8 } })
  await card(page, 'Lisbon').click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await beside(card(page, 'Lisbon'))
  await expect(page.getByRole('menu')).toHaveCount(0)
  expect(page.url()).not.toContain('note=')
  await beside(card(page, 'Lisbon'))
  await expect(page).toHaveURL(/[?&]note=/)

  await page.goto('/home?primary_opt=todo')
  await beside(card(page, 'Pack'))
  await expect(page.getByRole('textbox', { name: 'Add a subtask' })).toBeVisible()
  await beside(card(page, 'Pack'))
  await expect(page.getByRole('textbox', { name: 'Add a subtask' })).toHaveCount(0)

  await page.goto('/home?primary_opt=hyperlink')
  await context.route('https://example.org/**', (route) => route.fulfill({ body: 'The map' }))
  const opened = context.waitForEvent('page')
  await beside(card(page, 'Tram map'))
  expect((await opened).url()).toBe('https://example.org/tram')
})

test('a tag that every found card must have is not shown on the cards, and a tag that is one of several alternatives is', async ({
  page,
  person,
}) => {
  await sow(person, [
    { type: 'note', content: 'Amoxicillin', tags: ['medical', 'drug'] },
    { type: 'note', content: 'Croup', tags: ['medical', 'pediatrics'] },
  ])
  await page.goto('/home?primary_opt=note')
  const medical = cards(page).getByRole('button', { name: /^medical/ })
  await expect(medical).toHaveCount(2)
  await bar(page).fill('medical')
  await expect(medical).toHaveCount(0)
  await expect(card(page, 'Croup').getByRole('button', { name: /^pediatrics/ })).toBeVisible()
  await bar(page).fill('medical | drug')
  await expect(medical).toHaveCount(2)
  await bar(page).fill('')
  await expect(medical).toHaveCount(2)

  // A second press on the same chip removes the condition.
  const first = card(page, 'Croup').getByRole('button', { name: /^medical/ })
  await first.click()
  await expect(bar(page)).toHaveValue('medical')
  await expect(medical).toHaveCount(1)
  await first.click()
  await expect(bar(page)).toHaveValue('')
  await expect(medical).toHaveCount(2)
})

test('where tags are cut, the row says how many more there are', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, [
    {
      type: 'note',
      content: 'A title that takes half of the line in every width of the window, and then a bit more',
      tags: MANY,
    },
  ])
  for (const look of ['', '&view_cards=compact', '&view_cards=cards', '&col=cols']) {
    await page.goto(`/home?primary_opt=note${look}`)
    await expect(cards(page)).toHaveCount(1)
    await expect.poll(() => countedAndCut(page), { message: `with “${look}”` }).toEqual('agree')
  }
})

/** “agree” if the number after the plus equals the number of hidden tags. */
function countedAndCut(page: Page): Promise<string> {
  return page.evaluate(() => {
    const row = document.querySelector('article')
    const chips = [
      ...(row?.querySelectorAll('[data-about] button[aria-label]:not([aria-label^="Exclude"])') ?? []),
    ]
    const isCut = (chip: Element) => {
      const line = chip.closest('[data-about] > div')?.getBoundingClientRect()
      return line === undefined || chip.getBoundingClientRect().top >= line.bottom
    }
    const cut = chips.filter(isCut).length
    const said = /\+(\d+)/.exec(row?.querySelector('[data-about]')?.textContent ?? '')?.[1] ?? '0'
    return chips.length === 7 && Number(said) === cut
      ? 'agree'
      : `${chips.length} chips, ${cut} cut, +${said}`
  })
}

test('the marks of related tags cover no letter and no count of a chip', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, [
    { type: 'note', content: 'Amoxicillin', tags: ['medical', 'drug', 'i'] },
    { type: 'todo', content: 'Order pills', tags: ['medical', 'drug', 'i'] },
  ])
  await page.goto('/home?primary_opt=note')
  await cards(page).getByRole('button', { name: /^drug/ }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(cards(page).locator('[data-todos]').first()).toBeVisible()
  expect(
    await page.evaluate(() =>
      [...document.querySelectorAll('[data-todos], [data-group]')].flatMap((chip) => {
        const marks = chip.querySelector('svg')?.parentElement?.getBoundingClientRect()
        const texts = [...chip.querySelectorAll('button > span')].map((each) => each.getBoundingClientRect())
        const isCovered = texts.some(
          (text) => marks !== undefined && text.right > marks.left + 0.5 && text.left < marks.right - 0.5,
        )
        return isCovered ? [chip.textContent] : []
      }),
    ),
  ).toEqual([])
})
