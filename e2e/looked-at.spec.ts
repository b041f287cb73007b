import type { Locator, Page } from '@playwright/test'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, saveSearches, sow } from './support/seed.ts'

const ON_A_PHONE = { tag: '@narrow' }
const AT_EVERY_WIDTH = { tag: ['@wide', '@middle', '@narrow'] }

async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  if (box === null) throw new Error('It is not in sight.')
  return box
}

test(
  '[CD-8] on a phone nothing covers the tags suggested for a new card',
  ON_A_PHONE,
  async ({ page, person }) => {
    await sow(person, KITCHEN_AND_SCHOOL)
    await page.goto('/home')
    await expect(cards(page)).toHaveCount(2)
    await bar(page).fill('Bring bread and the maths exam')
    await bar(page).press('Control+Enter')
    const row = cards(page).filter({ hasText: 'Bring bread' })
    const strip = row.getByRole('group', { name: 'Tags for the card just added' })
    await expect(strip.getByRole('button', { name: /^bread/ })).toBeVisible()
    await expect(row.getByRole('time')).toBeHidden()
    // A touch at its middle and its end hits the strip itself.
    const { x, y, width, height } = await boxOf(strip)
    for (const part of [0.5, 0.98]) {
      const hit = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.closest('[data-new-tags]') !== null,
        [x + width * part, y + height / 2],
      )
      expect(hit, `at ${part} of its width`).toBe(true)
    }
    await strip.getByRole('button', { name: 'Close' }).click()
    await expect(row.getByRole('time'), 'the date comes back').toBeVisible()
  },
)

test(
  '[PU-8] on a phone the text of a previewed card has the whole width',
  ON_A_PHONE,
  async ({ page, person }) => {
    await sow(person, KITCHEN_AND_SCHOOL)
    await page.goto('/home?popups_top=["playground-note"]')
    const card = page.getByRole('dialog').getByRole('article').first()
    const whole = await boxOf(card)
    const text = await boxOf(card.locator('> div').first())
    expect(text.width).toBeGreaterThan(whole.width * 0.8)
    const open = await boxOf(card.getByRole('button', { name: /^Open/ }))
    expect(open.y, 'the buttons stand under it').toBeGreaterThanOrEqual(text.y + text.height - 1)
  },
)

test(
  '[HM-6] on a phone a saved search is in the menu, with its icon',
  ON_A_PHONE,
  async ({ page, person }) => {
    await sow(person, KITCHEN_AND_SCHOOL)
    await saveSearches(person, ['recipes, -quick, -dinner', 'maths, exam, school', 'bread, italian'])
    await page.goto('/home?primary_opt=note')
    await page.getByRole('button', { name: 'Menu' }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const saved = menu.locator('section').filter({ hasText: 'Saved searches' }).getByRole('button')
    await expect(saved).toHaveCount(3)
    for (const each of await saved.all()) expect((await boxOf(each.locator('svg'))).width).toBeGreaterThan(10)
  },
)

test('[HM-1] without a rail, the page says that it shows tags, workspaces or charts', {
  tag: ['@middle', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  for (const [subject, name] of [
    ['tag', 'Tags'],
    ['workspace', 'Workspaces'],
    ['chart', 'Charts'],
  ]) {
    await page.goto(`/home?primary_opt=${subject}`)
    await expect(page.getByRole('search').getByText(name ?? '', { exact: true })).toBeVisible()
  }
})

test('[HM-5] the filter has no heading for colours if no card has one', async ({ page, person }) => {
  await page.goto('/home?primary_opt=all')
  const filter = page.getByRole('button', { name: /^Filter/ })
  await filter.click()
  await expect(page.getByRole('heading', { name: 'Dates' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Colours' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
  await filter.click()
  await expect(page.getByRole('heading', { name: 'Colours' })).toBeVisible()
})

test(
  '[CD-3] the colours are in two rows, and neither row has a single one',
  AT_EVERY_WIDTH,
  async ({ page }) => {
    for (const address of [
      '/create-form?formType=create&primary_opt=note',
      '/home?popups_center=["home-addEntity"]',
    ]) {
      await page.goto(address)
      const colors = page.getByRole('group', { name: 'Colour of the card' }).getByRole('button')
      await expect(colors).toHaveCount(15)
      const rows = await colors.evaluateAll((all) => {
        const tops = all.map((each) => Math.round(each.getBoundingClientRect().top))
        return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length)
      })
      expect(rows, address).toEqual([8, 7])
    }
  },
)

test('[HM-19] in the dark theme the chosen segment is lighter than the popup around it', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/home?popups_center=["home-viewer"]')
  const dialog = page.getByRole('dialog')
  const chosen = dialog.locator('label:has(:checked)', { hasText: 'Comfortable' })
  expect(await lightnessOf(chosen)).toBeGreaterThan((await lightnessOf(dialog)) + 0.05)
})

test('every list calls its chosen items selected', async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  for (const name of ['tagger', 'grouper'])
    await test.step(name, async () => {
      await page.goto(`/home?popups_center=["${name}"]`)
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('radio', { name: /^Selected/ })).toBeVisible()
      await expect(dialog.getByRole('button', { name: /^Select all/ })).toBeVisible()
      await expect(dialog.getByText(/\bcho(ose|sen)\b/i)).toHaveCount(0)
    })
})

/** Lightness, 0 to 1, of the visible background at a place. */
async function lightnessOf(place: Locator): Promise<number> {
  const color = await place.evaluate((start) => {
    for (let at: Element | null = start; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if (!/rgba?\(0, 0, 0, 0\)|transparent/.test(backgroundColor)) return backgroundColor
    }
    return ''
  })
  const [, lightness] = /^oklch\(([\d.]+)/.exec(color) ?? []
  if (lightness === undefined) throw new Error(`No colour in oklch: ${color}`)
  return Number(lightness)
}

test('the hint of the bar is cut with an ellipsis if a phone has no space', ON_A_PHONE, async ({ page }) => {
  await page.goto('/home?primary_opt=all')
  expect(await overflowOf(page)).toBe('ellipsis')
})

const overflowOf = (page: Page) => bar(page).evaluate((field) => getComputedStyle(field).textOverflow)
