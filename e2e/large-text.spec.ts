import type { Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '../scripts/lib/browser.mjs'
import { layoutFaults } from './support/layout.ts'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

const executablePath = await findBrowser()

// The person's own setting of the browser: media queries in em follow it, as they do not follow a style of the page.
test.use({
  launchOptions: {
    args: [...BROWSER_ARGS, '--blink-settings=defaultFontSize=32'],
    ...(executablePath ? { executablePath } : {}),
  },
})

const POPUPS = [
  'quick-add',
  'home-addEntity',
  'master-editor',
  'home-sorter',
  'home-viewer',
  'home-filter',
  'home-action',
  'grouper',
  'tagger',
  'entity-edit-text',
  'entity-edit-tags',
  'above-tag-results',
  'above-link-results',
  'hamburger-menu',
]

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [640, 900],
  [1440, 900],
] as const)
  test.describe(`[HM-19] with text of twice the size in a window of ${width} pixels`, () => {
    test.beforeEach(async ({ page }) => page.setViewportSize({ width, height }))

    for (const type of ['todo', 'hyperlink', 'tag', 'workspace', 'chart'])
      test(`[HM-1] [HM-4] every control of ${type} can be seen and pressed`, async ({ page, person }) => {
        await sow(person, KITCHEN_AND_SCHOOL)
        await page.goto(`/home?primary_opt=${type}&col=cols`)
        await expect(
          bar(page)
            .or(page.getByRole('combobox', { name: 'Search' }))
            .first(),
        ).toBeVisible()
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
        if (type === 'todo' || type === 'hyperlink') await expect(cards(page)).toHaveCount(2)
        await expectNoFaults(page, type)
        const types = page.getByRole('group', { name: 'What to search and add' }).locator('label')
        await expect(types).toHaveCount(6)
        for (const each of await types.all()) await expect(each).toBeInViewport({ ratio: 1 })
      })

    test('[SB-6] every control beside a search can be seen and pressed', async ({ page, person }) => {
      await sow(person, KITCHEN_AND_SCHOOL)
      await page.goto('/home?primary_opt=note&search=recipes,%20italian&colors=["green"]')
      await expect(cards(page)).toHaveCount(1)
      await expectNoFaults(page, 'search')
    })

    test('every control of each popup can be seen and pressed', async ({ page, person }) => {
      test.slow()
      const [entityId] = await sow(person, KITCHEN_AND_SCHOOL)
      for (const name of POPUPS) {
        const params = JSON.stringify({ [name]: { entityId } })
        await page.goto(
          `/home?primary_opt=note&popups_center=${encodeURIComponent(JSON.stringify([name]))}&popups_params=${encodeURIComponent(params)}`,
        )
        await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')), name).toBeVisible()
        await expect(page.getByRole('status', { name: 'Opening' }), name).toHaveCount(0)
        await expectNoFaults(page, name)
        if (name !== 'grouper' || width > 700) continue
        await page.getByRole('radio', { name: 'Groups' }).check({ force: true })
        await expectNoFaults(page, 'groups')
      }
    })

    test('every control of the settings and of the form can be seen and pressed', async ({ page }) => {
      await page.goto('/settings')
      await expect(page.getByRole('heading', { name: 'Sign out or delete account' })).toBeVisible()
      await expectNoFaults(page, 'settings')
      await page.goto('/create-form?primary_opt=note')
      await expect(page.getByRole('heading', { name: 'New card' })).toBeVisible()
      await expectNoFaults(page, 'form')
    })
  })

/** What the page draws anew is there in a moment. */
async function expectNoFaults(page: Page, where: string): Promise<void> {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/${page.viewportSize()?.width}-${where}.png` })
  await expect
    .soft(async () => expect(await layoutFaults(page), where).toEqual([]))
    .toPass({ timeout: 5_000 })
}
