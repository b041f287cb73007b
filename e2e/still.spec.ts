import type { Page } from '@playwright/test'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, type Sown, saveSearches, sow } from './support/seed.ts'

const MANY: readonly Sown[] = Array.from({ length: 40 }, (_, at) => ({
  type: 'note',
  content: `Note ${at} about bread`,
  tags: ['bread', at % 2 === 0 ? 'even' : 'odd', at % 3 === 0 ? 'third' : 'other'],
  ...(at % 4 === 0 && { color: 'green' as const }),
}))

test('[HM-19] the line above the cards never wraps, whatever is set and however wide the window is', async ({
  page,
  person,
}) => {
  test.slow()
  await sow(person, [...MANY, ...KITCHEN_AND_SCHOOL])
  for (const search of ['', '&colors=green,blue&sort=oldest,updated&search=bread']) {
    await page.goto(`/home?primary_opt=note${search}`)
    await expect(cards(page).first()).toBeVisible()
    if (search !== '') await expect(page.getByRole('button', { name: 'Reset', exact: true })).toBeVisible()
    const faults: string[] = []
    for (const width of [1440, 1280, 1100, 1001, 990, 820, 720, 701, 700, 600, 480, 390, 360]) {
      await page.setViewportSize({ width, height: 800 })
      faults.push(...(await lineFaults(page)).map((fault) => `${width} px: ${fault}`))
    }
    expect(faults, search).toEqual([])
  }
})

/** Controls below the first line of the toolbar, or beyond its edges; should be none. */
function lineFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))
    const line = document.querySelector('[data-count]')?.parentElement
    if (line == null) return ['There is no line.']
    const { top, bottom, left, right } = line.getBoundingClientRect()
    return [...line.querySelectorAll('button, [data-count], label')].flatMap((each) => {
      const box = each.getBoundingClientRect()
      const isFixed = innerWidth <= 700 && each.closest('[data-count] ~ *, [data-count]') === null
      if (isFixed || box.width === 0 || each.closest('[popover]') !== null) return []
      const middle = (box.top + box.bottom) / 2
      const isIn = Math.abs(middle - (top + bottom) / 2) < 4 && box.left >= left - 8 && box.right <= right + 1
      const name = each.getAttribute('aria-label') ?? each.textContent
      return isIn
        ? []
        : [`“${name}” at ${Math.round(box.left)} to ${Math.round(box.right)} of ${Math.round(right)}`]
    })
  })
}

test('[HM-19] on a phone the head of home takes at most 150 pixels, and has no sign of a keyboard', {
  tag: '@narrow',
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await saveSearches(person, ['bread, -odd'])
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const top = async () => (await cards(page).first().boundingBox())?.y ?? Number.NaN
  expect(await top()).toBeLessThanOrEqual(150)
  await expect(page.getByRole('button', { name: 'Commands' })).toHaveCount(0)
  await bar(page).fill('recipes')
  await expect(cards(page)).toHaveCount(3)
  expect(await top()).toBeLessThanOrEqual(150)
  const title = await cards(page).first().getByRole('link').boundingBox()
  const more = await cards(page).first().getByRole('button', { name: 'More' }).boundingBox()
  const middle = (box: typeof title) => (box === null ? Number.NaN : box.y + box.height / 2)
  expect(Math.abs(middle(title) - middle(more)), 'the button is beside the title').toBeLessThan(6)
})

test('[HM-19] on a phone a sheet is dragged away by its head, springs back from a short drag, and Back closes it', {
  tag: '@narrow',
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const sheet = page.getByRole('dialog', { name: 'Tags', exact: true })
  const open = () => page.getByRole('button', { name: 'Tags', exact: true }).tap()
  const drag = async (px: number) => {
    const head = await sheet.getByRole('heading', { name: 'Tags', exact: true }).boundingBox()
    if (head === null) throw new Error('The sheet has no head.')
    await page.mouse.move(head.x + 20, head.y + 8)
    await page.mouse.down()
    await page.mouse.move(head.x + 20, head.y + 8 + px / 2, { steps: 4 })
    // Drag slowly: a flick closes after a shorter distance.
    await page.waitForTimeout(300)
    await page.mouse.move(head.x + 20, head.y + 8 + px, { steps: 4 })
    await page.mouse.up()
  }
  await open()
  await expect(sheet.getByRole('button', { name: /^italian/ }).first()).toBeVisible()
  const before = await sheet.locator(':scope > div').boundingBox()
  await drag(40)
  await expect.poll(() => sheet.locator(':scope > div').boundingBox()).toEqual(before)
  await drag(200)
  await expect(sheet).toHaveCount(0)
  await open()
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/home/)
})

test('[HM-19] on a phone menus and panels are dragged away by their mark, and spring back from a short drag', {
  tag: '@narrow',
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const more = cards(page).first().getByRole('button', { name: 'More' })
  const menu = page.getByRole('menu')
  const drag = async (px: number) => {
    const box = await menu.boundingBox()
    if (box === null) throw new Error('The menu is not shown.')
    const [x, y] = [box.x + box.width / 2, box.y + 8]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + px / 2, { steps: 4 })
    // Slowly: a flick closes earlier.
    await page.waitForTimeout(300)
    await page.mouse.move(x, y + px, { steps: 4 })
    await page.mouse.up()
  }
  await more.tap()
  await expect(menu).toBeVisible()
  await page.waitForTimeout(300)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/menu-sheet.png` })
  const before = await menu.boundingBox()
  await drag(40)
  await expect.poll(() => menu.boundingBox()).toEqual(before)
  await drag(200)
  await expect(menu).toHaveCount(0)
  await expect(more, 'the focus is back').toBeFocused()
})

test('[HM-19] the list stays where it is while two words are typed letter by letter', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person }) => {
  test.slow()
  const year = new Date().getFullYear()
  await sow(person, [
    ...Array.from({ length: 24 }, (_, at) => ({
      type: at % 2 === 0 ? ('link' as const) : ('note' as const),
      content: at % 2 === 0 ? `https://site${at % 3}.example/database/${at}` : `Dates of a database ${at}`,
      tags: ['database', at % 3 === 0 ? 'postgresql' : 'date and time', 'a tag with a long name'],
      createdAt: Date.UTC(year - (at % 5), 4, 15, 12),
      ...(at % 4 === 0 && { color: 'green' as const }),
    })),
    { type: 'todo', content: 'Dial the plumber', tags: ['home'] },
  ])
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).not.toHaveCount(0)
  for (const text of ['database b', 'dig beds']) {
    await bar(page).fill(text.slice(0, 1))
    await page.evaluate(sampleTops)
    await bar(page).press('End')
    for (const key of text.slice(1)) {
      await page.keyboard.type(key)
      await expect(page.locator('[data-searchbar="home"] [data-mode]')).not.toHaveAttribute(
        'data-mode',
        'loading',
      )
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    }
    expect(
      await page.evaluate(() => [...(window as unknown as { tops: Set<number> }).tops]),
      text,
    ).toHaveLength(1)
  }
})

/** Collects in `window.tops` where the search area ends, in each frame that changes the page. */
function sampleTops(): void {
  const tops = new Set<number>()
  Object.assign(window, { tops })
  const area = document.querySelector('search') as HTMLElement
  new ResizeObserver(() => tops.add(Math.round(area.getBoundingClientRect().bottom))).observe(area)
}

/** The sum of all layout shifts so far. */
const shifts = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    return (window as unknown as { shifts: number }).shifts
  })

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const here = window as unknown as { shifts: number }
    here.shifts = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        here.shifts += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

test('[HM-19] the state of the tags is shown at once, and no line moves another when it arrives', async ({
  page,
  person,
}) => {
  const about = (n: number): Sown => ({
    type: 'note',
    content: `Spring ${n}`,
    tags: ['spring', 'java', `topic ${n % 7}`, n % 2 === 0 ? 'recipe' : 'recipes'],
  })
  await sow(person, [...Array.from({ length: 30 }, (_, n) => about(n)), ...MANY])
  await watchShifts(page)
  await page.goto('/home?primary_opt=tag')
  await expect(page.getByRole('list', { name: 'Tags' })).toContainText('spring')
  const before = await shifts(page)
  await page.getByRole('link', { name: /^Desk/ }).click()
  const desk = page.getByRole('dialog', { name: 'Tags' })
  await expect(desk.getByRole('region', { name: 'likely parents' })).toContainText('Add the parent')
  await expect(desk.getByRole('region', { name: /group.* without tags/ })).toBeVisible()
  expect((await shifts(page)) - before).toBe(0)
})

test('[HM-19] the titles in the panel of tags stay in place when tags arrive and while words are typed', async ({
  page,
  person,
}) => {
  await sow(person, MANY)
  await page.goto('/home?primary_opt=note')
  const panel = page.getByRole('complementary', { name: 'Tags' })
  const groups = panel.getByRole('button', { name: 'Groups' })
  const at = await groups.boundingBox()
  await expect(panel).toContainText('bread')
  expect(await groups.boundingBox()).toEqual(at)
  await bar(page).fill('zzz')
  await expect(panel).toContainText('Nothing is found there')
  expect(await groups.boundingBox()).toEqual(at)
})

test('[HM-6] [HM-14] many saved searches scroll in the rail, and a card that was opened moves nothing in it', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await saveSearches(
    person,
    Array.from({ length: 10 }, (_, n) => `word ${n}`),
  )
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const rail = page.getByRole('navigation', { name: 'Workspace' })
  const groups = rail.getByRole('button', { name: 'Groups', exact: true })
  await expect(rail.getByText('No groups yet.')).toBeVisible()
  const boxes = () =>
    Promise.all(
      [
        rail.getByRole('button', { name: 'My workspace' }),
        rail.getByRole('button', { name: 'Add a card' }),
        groups,
        rail.getByRole('link', { name: 'Settings' }),
      ].map((each) => each.boundingBox()),
    )
  const before = await boxes()
  expect(before.slice(0, 2).map((box) => box?.height)).toEqual([28, 28])
  for (const [n, name] of ['Focaccia', 'Completing the square'].entries()) {
    await cards(page).filter({ hasText: name }).getByRole('link').first().click()
    await expect(page.getByRole('complementary', { name: 'Note' })).toContainText(name)
    await expect(rail.getByRole('listitem').filter({ hasText: name })).toBeVisible()
    expect(await boxes(), `after ${n + 1}`).toEqual(before)
  }
  await page.reload()
  await expect(rail.getByRole('button', { name: 'Recent', exact: true })).toBeVisible()
  expect(await boxes(), 'after a reload').toEqual(before)
})
