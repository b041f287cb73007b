import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { sow } from './support/seed.ts'

const others = (page: Page) => page.getByRole('group', { name: 'Narrow by year, site, kind or colour' })
const found = (page: Page) => page.locator('[data-count]')

test('[SB-8] beside the tags the bar offers years, sites, kinds and colours that narrow, and a press writes one into it', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person, hasTouch }) => {
  const thisYear = new Date().getFullYear()
  await sow(person, [
    ...Array.from({ length: 12 }, (_, n) => ({
      type: 'link' as const,
      content: `https://bread.example/${n}`,
      tags: ['baking'],
      createdAt: Date.UTC(thisYear - 2, n < 5 ? 1 : 7, 15, 12),
    })),
    ...Array.from({ length: 6 }, (_, n) => ({
      type: 'note' as const,
      content: `Rye number ${n}`,
      tags: ['baking'],
      createdAt: Date.UTC(thisYear - 1, 4, 15, 12),
      ...(n < 2 && { color: 'green' as const }),
    })),
    { type: 'note', content: 'Something else' },
  ])
  await page.goto('/home?primary_opt=all')
  await expect(found(page)).toContainText('19 cards')
  await expect(others(page), 'an empty bar has lines of its own').toHaveCount(0)

  await bar(page).fill('baking')
  await expect(found(page)).toContainText('18 cards')
  const first = await cards(page).first().boundingBox()
  const chips = others(page).getByRole('button')
  await expect(chips.first()).toBeVisible()
  expect(await cards(page).first().boundingBox(), 'the cards stay where they are').toEqual(first)
  expect(await chips.count()).toBeLessThanOrEqual(4)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectNoFindings(page)

  const older = others(page).getByRole('button', { name: `${thisYear - 2}, 12 cards`, exact: true })
  if (hasTouch) await older.click()
  else {
    // By keyboard alone: Tab goes from the bar to the chips, the arrows from chip to chip.
    await chips.first().focus()
    for (let n = 0; n < 4 && !(await older.evaluate((it) => it === document.activeElement)); n++)
      await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(bar(page)).toBeFocused()
  }
  await expect(bar(page)).toHaveValue(`baking, created:${thisYear - 2}`)
  await expect(found(page)).toContainText('12 cards')
  await others(page)
    .getByRole('button', { name: `Jul–Sep ${thisYear - 2}, 7 cards`, exact: true })
    .click()
  await expect(bar(page)).toHaveValue(
    `baking, created:${thisYear - 2}, created:${thisYear - 2}-07..${thisYear - 2}-09`,
  )
  await expect(found(page)).toContainText('7 cards')
  await expect(chips, 'seven cards are looked through sooner than narrowed').toHaveCount(0)

  await bar(page).fill(`created:${thisYear - 2} | created:${thisYear - 1}`)
  await expect(chips.first()).toBeVisible()
  await bar(page).fill('quite unknown words')
  await expect(others(page)).toHaveCount(0)
})

test('[SB-8] the menu of a card leads to cards of the same day, site and rare tag', async ({
  page,
  person,
}) => {
  const createdAt = Date.UTC(2024, 1, 15, 12)
  await sow(person, [
    { type: 'link', content: 'https://bread.example/rye', tags: ['baking'], createdAt },
    { type: 'link', content: 'https://bread.example/oats', tags: ['baking'] },
    { type: 'note', content: 'Flour is dear', tags: ['baking'], createdAt },
    { type: 'note', content: 'Something else' },
  ])
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(4)
  const openMenuOf = async (text: string) => {
    await cards(page).filter({ hasText: text }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Around then…' }).click()
  }
  await openMenuOf('bread.example/rye')
  await expect(page.getByRole('menuitem')).toHaveText([
    'Added on the same day: 1 other card',
    'From bread.example: 1 other card',
    'With “baking”: 2 other cards',
  ])
  await page.getByRole('menuitem', { name: /^Added on the same day/ }).click()
  await expect(bar(page)).toHaveValue('created:2024-02-15')
  await expect(cards(page)).toHaveCount(2)
  await bar(page).fill('Flour')
  await expect(cards(page)).toHaveCount(1)
  await openMenuOf('Flour')
  await expect(page.getByRole('menuitem'), 'a note of no site').toHaveText([
    'Added on the same day: 1 other card',
    'With “baking”: 2 other cards',
  ])
})
