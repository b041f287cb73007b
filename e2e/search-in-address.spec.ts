import type { Page } from '@playwright/test'
import { bar, cards } from './support/offline.ts'
import { expect, onAnotherDevice, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

test.describe('[RT-3]', () => {
  test.beforeEach(async ({ page, person }) => {
    await sow(person, KITCHEN_AND_SCHOOL)
    await page.goto('/home?primary_opt=note')
    await expect(cards(page)).toHaveCount(5)
  })

  test('typing a search changes the address in place; Enter adds a history entry, and Back returns to the search before', async ({
    page,
  }) => {
    const length = await historyLength(page)
    await bar(page).pressSequentially('italian', { delay: 30 })
    await expect(page).toHaveURL(/search=italian(&|$)/)
    expect(await historyLength(page)).toBe(length)
    await enter(page)
    expect(await historyLength(page)).toBe(length + 1)

    await bar(page).fill('exam')
    await expect(page).toHaveURL(/search=exam/)
    expect(await historyLength(page)).toBe(length + 1)
    await enter(page)
    await expect(cards(page)).toHaveCount(1)

    await page.goBack()
    await expect(bar(page)).toHaveValue('italian')
    await expect(cards(page)).toHaveCount(3)
    await page.goBack()
    await expect(bar(page)).toHaveValue('')
    await expect(cards(page)).toHaveCount(5)
    await page.goForward()
    await expect(bar(page)).toHaveValue('italian')
    await page.goForward()
    await expect(bar(page)).toHaveValue('exam')
  })

  test('each click on a chip and each saved search is a history entry that Back returns from', async ({
    page,
  }) => {
    const chip = (name: string) =>
      page
        .getByRole('complementary', { name: 'Tags' })
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .first()
    await chip('italian').click()
    await expect(page).toHaveURL(/search=italian(&|$)/)
    await chip('dinner').click()
    await expect(bar(page)).toHaveValue('italian, dinner')
    await expect(cards(page)).toHaveCount(1)
    await page.goBack()
    await expect(bar(page)).toHaveValue('italian')
    await expect(cards(page)).toHaveCount(3)
    await page.goBack()
    await expect(bar(page)).toHaveValue('')
  })

  test('a link to a search shows the same on another device, including filters and order', async ({
    page,
    person,
    browser,
    baseURL,
  }) => {
    await bar(page).fill('italian')
    await page.getByRole('button', { name: 'Recently created' }).click()
    await page.getByRole('radio', { name: 'Alphabetically' }).check({ force: true })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page.getByRole('button', { name: /^green/ }).click()
    await page.keyboard.press('Escape')
    await expect(cards(page)).toHaveCount(1)
    // In either order: a busy browser writes both at once.
    await expect(page).toHaveURL(/(?=.*search=italian[^&]*color[^&]*green)(?=.*sort=alphabetically)/)

    const other = await onAnotherDevice(browser, person, baseURL ?? '')
    await other.goto(page.url())
    await expect(bar(other)).toHaveValue('italian, color:green, ')
    await expect(cards(other)).toHaveCount(1)
    await expect(other.getByRole('button', { name: 'Filter: green' })).toBeVisible()
    await other.reload()
    await expect(cards(other)).toHaveCount(1)
    // Addresses of releases in which colours were not part of the search text.
    await other.goto('/home?primary_opt=note&search=italian&colors=["green"]')
    await expect(other.getByRole('button', { name: 'Filter: green' })).toBeVisible()
    await expect(cards(other)).toHaveCount(1)
    await other.context().close()
  })

  test('[HM-2] an order chosen right before its popup closes is kept, however slowly the browser goes back', async ({
    page,
  }) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Sort', exact: true }).click()
    const sorter = page.getByRole('dialog')
    await expect(sorter.getByRole('radio', { name: 'Oldest' })).toBeVisible()
    // A busy browser navigates back with a delay.
    await page.evaluate(() => {
      const back = history.back.bind(history)
      history.back = () => void setTimeout(back, 700)
    })
    await sorter.getByRole('radio', { name: 'Oldest' }).check({ force: true })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/sort=oldest/)
    await expect(page.getByRole('button', { name: 'Oldest created' })).toBeVisible()
  })

  test('adding a card leaves no search in the history, and popups keep the search', async ({ page }) => {
    const length = await historyLength(page)
    await bar(page).fill('A note about nothing else')
    await expect(page).toHaveURL(/search=A/)
    await bar(page).press('Control+Enter')
    await expect(bar(page)).toHaveValue('')
    await expect(page).not.toHaveURL(/search=/)
    expect(await historyLength(page)).toBe(length)

    await bar(page).fill('italian')
    await enter(page)
    await page.keyboard.press('?')
    await page.keyboard.press('Escape')
    await expect(bar(page)).toHaveValue('italian')
    await page.getByRole('button', { name: 'Recent changes' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page).toHaveURL(/search=italian/)
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(bar(page)).toHaveValue('italian')
  })

  test('an address of home typed into the tab is opened, and Back and a reload restore the search', async ({
    page,
  }) => {
    await bar(page).fill('italian')
    await enter(page)
    await expect(cards(page)).toHaveCount(3)
    await page.reload()
    await expect(bar(page)).toHaveValue('italian')
    await page.goto('/home?primary_opt=note')
    await expect(cards(page)).toHaveCount(5)
    await expect(bar(page)).toHaveValue('')
    await expect(page).not.toHaveURL(/search=/)
    await page.goBack()
    await expect(bar(page)).toHaveValue('italian')
    await expect(cards(page)).toHaveCount(3)

    await page.getByRole('button', { name: 'Recently created' }).click()
    await page.getByRole('radio', { name: 'Alphabetically' }).check({ force: true })
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/(?=.*search=italian)(?=.*sort=alphabetically)/)
    await page.goto('/home')
    await expect(cards(page)).toHaveCount(2)
    await expect(bar(page)).toHaveValue('')
    await expect(page.getByRole('button', { name: 'By day' })).toBeVisible()
  })

  test('a bookmark with fewer parameters is opened as it is, and only Back or opening the app restores the last search', async ({
    page,
  }) => {
    const whole =
      '/home?primary_opt=note&search=italian&second_search=o&colors=["green"]&sort=alphabetically,asc'
    const isWhole = async () => {
      await expect(bar(page)).toHaveValue('italian')
      await expect(page.getByRole('button', { name: 'Alphabetically' })).toBeVisible()
      await expect(cards(page)).toHaveCount(1)
    }
    await page.goto(whole)
    await isWhole()
    for (const [bookmark, text, count] of [
      ['/home?primary_opt=note&search=italian', 'italian', 3],
      ['/home?primary_opt=note&col=cols', '', 5],
      ['/home?primary_opt=note', '', 5],
    ] as const) {
      await page.goto(bookmark)
      await expect(bar(page)).toHaveValue(text)
      await expect(cards(page)).toHaveCount(count)
      await expect(page.getByRole('button', { name: 'Recently created' })).toBeVisible()
      await expect(page).not.toHaveURL(/second_search|colors|sort/)
      await page.goBack()
      await isWhole()
    }
    await page.goto('/')
    await expect(page).toHaveURL(/\/home/)
    await isWhole()
  })

  test('opening the app from the landing page restores the last search of the tab', async ({ page }) => {
    await bar(page).fill('italian')
    await enter(page)
    await page.goto('/')
    await expect(page).toHaveURL(/\/home/)
    await expect(bar(page)).toHaveValue('italian')
  })

  test('a card of several lines that is being typed stays, whatever address is opened', async ({ page }) => {
    const lines = page.getByRole('textbox', { name: /^Search or add/ })
    await bar(page).fill('First line')
    await bar(page).press('Shift+Enter')
    await page.keyboard.type('Second line')
    await expect(lines).toHaveValue('First line\nSecond line')
    await page.goto('/home')
    await expect(lines).toHaveValue('First line\nSecond line')
  })

  test('[RT-2] a malformed search shows everything', async ({ page }) => {
    await page.goto(
      '/home?primary_opt=note&colors=["no such"]&dates=created,after,never&sort=most,wanted&search={"a":1}',
    )
    await expect(cards(page)).toHaveCount(5)
    await expect(bar(page)).toHaveValue('')
  })

  test('[HM-18] Back into another workspace does not apply the search of the first', async ({ page }) => {
    await bar(page).fill('italian')
    await enter(page)
    await openNewWorkspace(page)
    await expect(bar(page)).toHaveValue('')
    await page.goBack()
    await expect(bar(page)).toHaveValue('')
    await expect(page).not.toHaveURL(/search=italian/)
  })

  test('[HM-18] a search that was cleared before another workspace was opened is not restored there', async ({
    page,
  }) => {
    await bar(page).fill('italian')
    await enter(page)
    await bar(page).fill('')
    await expect(page).not.toHaveURL(/search=/)
    await openNewWorkspace(page)
    await page.goBack()
    await expect(cards(page)).toHaveCount(0)
    await expect(bar(page)).toHaveValue('')
    await expect(page).not.toHaveURL(/search=italian/)
  })
})

async function openNewWorkspace(page: Page): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Workspace' })
  await rail.locator('[aria-haspopup="menu"]').first().click()
  await page.getByRole('menuitem', { name: 'New workspace…' }).click()
  await page.getByLabel('Name', { exact: true }).fill('mill')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(rail.getByText('mill')).toBeVisible()
}

const historyLength = (page: Page) => page.evaluate(() => history.length)

/** Presses Enter once the bar says that it searches. */
async function enter(page: Page): Promise<void> {
  await expect(bar(page)).toHaveAccessibleDescription(/^Enter searches/)
  await bar(page).press('Enter')
}
