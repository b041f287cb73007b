import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { expect, test } from './support/person.ts'
import { type Sown, sow } from './support/seed.ts'

const many = (count: number, content: string, tags: readonly string[]): Sown[] =>
  Array.from({ length: count }, () => ({ type: 'note', content, tags }))

/**
 * Cards with the same words and tags, so that a search shows only the newest ten of them. Some have a second
 * tag.
 */
const ALIKE = [
  ...many(12, 'Soup of the day', ['soup']),
  ...many(8, 'Soup of the day', ['soup', 'winter']),
  ...many(13, 'Letter home', ['post']),
  ...many(8, 'Letter home', ['post', 'family']),
].map((card, minutes) => ({ ...card, createdAt: Date.UTC(2026, 0, 1) + minutes * 60_000 }))

const findability = (page: Page) =>
  page.getByRole('dialog', { name: 'Tags' }).getByRole('region', { name: 'Findability' })

async function look(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForTimeout(300)
    const size = page.viewportSize()
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${size?.width}-${colorScheme}.png` })
  }
}

test('[TG-1] the desk names cards that three steps do not reach; tags are put on one after the other by keys, and undone', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, ALIKE)
  await page.goto('/home?popups_center=tag-desk')
  const found = findability(page).getByRole('status')
  await expect(found).toHaveText(/^These 2 tags would reach 4 of them\./)
  const heading = findability(page).getByRole('heading')
  const before = await heading.innerText()
  expect(before).toMatch(/^\d+ of 41 cards can’t be reached in three steps$/)
  await found.scrollIntoViewIfNeeded()
  await look(page, 'findability')
  await expectNoFindings(page, 'findability')

  const puts = findability(page).getByRole('button', { name: /^Put “/ })
  const second = await puts.nth(1).innerText()
  await puts.first().focus()
  await page.keyboard.press('Enter')
  await expect(puts.filter({ hasText: second }), 'the next tag has the focus').toBeFocused()
  await expect(puts).toHaveCount(1)
  await expect(found).toHaveText(/^This tag would reach 2 of them\./)
  await expect(puts).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(puts).toHaveCount(2)
  await expect(heading).toHaveText(before)
})
