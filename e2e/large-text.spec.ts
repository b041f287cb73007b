import type { Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '../scripts/lib/browser.mjs'
import { layoutFaults } from './support/layout.ts'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

const executablePath = await findBrowser()

// The browser's own setting: media queries in em follow it, but not the page's styles.
test.use({
  launchOptions: {
    args: [...BROWSER_ARGS, '--blink-settings=defaultFontSize=32'],
    ...(executablePath ? { executablePath } : {}),
  },
})

/** Popups with the words of their titles. */
const POPUP_TITLES: Readonly<Record<string, string>> = {
  'quick-add': 'Quick add',
  'home-addEntity': 'New card',
  'master-editor': 'Card',
  'home-sorter': 'Sort',
  'home-viewer': 'Layout and fields',
  'home-filter': 'Filter',
  'home-action': 'Edit cards',
  grouper: 'Tags',
  tagger: 'Tags',
  'entity-edit-text': 'Edit text',
  'entity-edit-tags': 'Edit tags',
  'above-tag-results': 'These tags',
  'above-link-results': 'Export links',
  'hamburger-menu': 'Menu',
}

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [640, 900],
  [1440, 900],
] as const)
  test.describe(`[HM-19] with text of twice the size in a window of ${width} pixels`, () => {
    test.use({ viewport: { width, height } })

    test('[HM-1] [HM-4] [SB-6] every control of home and of each popup is visible and can be clicked', async ({
      page,
      person,
    }) => {
      test.slow()
      const [entityId] = await sow(person, KITCHEN_AND_SCHOOL)
      await page.goto('/home?primary_opt=todo&col=cols')
      await expect(cards(page)).toHaveCount(2)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
      for (const type of ['todo', 'hyperlink', 'tag', 'workspace', 'chart']) {
        await goOn(page, `/home?primary_opt=${type}&col=cols`)
        const field = bar(page).or(page.getByRole('combobox', { name: 'Search' }))
        await expect(field.first()).toBeVisible()
        if (type === 'todo' || type === 'hyperlink') await expect(cards(page)).toHaveCount(2)
        await expect(page.getByRole('status').filter({ hasText: /Opening|Loading/ })).toHaveCount(0)
        await expectNoFaults(page, type)
        const types = page.getByRole('group', { name: 'What to search and add' }).locator('label')
        await expect(types).toHaveCount(4)
        for (const each of await types.all()) await expect(each).toBeInViewport({ ratio: 1 })
      }

      for (const [name, title] of Object.entries(POPUP_TITLES)) {
        await goOn(page, `/home?primary_opt=note&popups_center=${name}&${name}.entityId=${entityId}`)
        await expect(page.locator('[aria-modal="true"]'), name).toHaveCount(1)
        await expect(page.locator('[aria-modal="true"]'), name).toHaveAccessibleName(title)
        await expect(page.getByRole('status').filter({ hasText: 'Opening' }), name).toHaveCount(0)
        await expectNoFaults(page, name)
        if (name !== 'grouper' || width > 700) continue
        await page.getByRole('radio', { name: 'Groups' }).check({ force: true })
        await expectNoFaults(page, 'groups')
      }

      await page.goto('/home?primary_opt=note&search=recipes,%20italian&colors=green')
      await expect(cards(page)).toHaveCount(1)
      await expectNoFaults(page, 'search')
    })

    test('every control of the settings and of the form is visible and can be clicked', async ({ page }) => {
      await page.goto('/settings#account')
      await expect(page.getByRole('heading', { name: 'Sign out or delete account' })).toBeVisible()
      await expectNoFaults(page, 'settings')
      await goOn(page, '/create-form?primary_opt=note')
      await expect(page.getByRole('heading', { name: 'New card' })).toBeVisible()
      await expectNoFaults(page, 'form')
    })
  })

/** Navigates without reloading the page, as the app's own links do. */
async function goOn(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
}

/** Expects no layout faults, once the page has rendered. */
async function expectNoFaults(page: Page, where: string): Promise<void> {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/${page.viewportSize()?.width}-${where}.png` })
  await expect
    .soft(async () => expect(await layoutFaults(page), where).toEqual([]))
    .toPass({ timeout: 5_000 })
}
