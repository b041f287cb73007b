import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { layoutFaults } from './support/layout.ts'
import { add, bar, cards, syncState } from './support/offline.ts'
import { expect, type Person, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

test.use({ serviceWorkers: 'allow' })

/** Links, or todos of one line, with two tags each. */
async function sowMany(person: Person, type: 'link' | 'todo'): Promise<void> {
  await sow(
    person,
    Array.from({ length: 30 }, (_, n) => ({
      type,
      content: `About bread and its crust, number ${n}${type === 'link' ? `\nhttps://bread${n}.example.org/` : ''}`,
      tags: type === 'link' ? ['bread', 'baking'] : [],
    })),
  )
}

/** Number of rows wholly within the window, above the toolbar at its foot. */
function rowsInSight(page: Page): Promise<number> {
  return cards(page).evaluateAll((rows) => {
    const foot = document.querySelector('fieldset:has([name="home-subject"])')?.getBoundingClientRect()
    const end = foot && foot.top > innerHeight / 2 ? foot.top : innerHeight
    return rows.filter((row) => row.getBoundingClientRect().bottom <= end).length
  })
}

test('[HM-4] fourteen todos are visible at 1440 × 900', async ({ page, person }) => {
  await sowMany(person, 'todo')
  await page.goto('/home')
  await expect(cards(page).nth(14)).toBeAttached()
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(14)
})

test('[HM-4] on a phone six links are visible, with the date below the title, and nothing covers the list', {
  tag: '@narrow',
}, async ({ page, person }) => {
  await sowMany(person, 'link')
  await page.goto('/home?primary_opt=hyperlink')
  await expect(cards(page).nth(8)).toBeAttached()
  expect(await rowsInSight(page)).toBeGreaterThanOrEqual(6)
  const row = cards(page).first()
  const [title, date] = [await row.getByRole('link').boundingBox(), await row.getByRole('time').boundingBox()]
  expect(date?.y ?? 0).toBeGreaterThan(title?.y ?? 0)
  await page.mouse.wheel(0, 600)
  await expect(page.getByRole('search')).not.toBeInViewport()
  const add = await page.getByRole('button', { name: 'Add a card' }).boundingBox()
  expect(add?.y ?? 0, 'the plus is within the reach of a thumb').toBeGreaterThan(700)
})

test('[SB-3] on a phone the bar keeps its height when it has text, and menus are sheets at the bottom', {
  tag: '@narrow',
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const height = () => bar(page).evaluate((field) => field.closest('[data-mode] > *')?.clientHeight)
  const empty = await height()
  await bar(page).fill('recipes')
  await expect(page.getByRole('button', { name: 'Save search' })).toBeVisible()
  expect(await height()).toBe(empty)
  await page.getByRole('button', { name: 'View', exact: true }).tap()
  // The sheet has stopped moving.
  await expect
    .poll(async () => {
      const box = await page.getByRole('menu', { name: 'View' }).boundingBox()
      return box && [box.x, box.width, Math.round(box.y + box.height)]
    })
    .toEqual([0, 390, 844])
})

test('[HM-13] a todo can be moved by its handle with a finger, in the order by hand', {
  tag: '@narrow',
}, async ({ page, person }) => {
  await sow(
    person,
    ['third', 'second', 'first'].map((content) => ({ type: 'todo' as const, content })),
  )
  await page.goto('/home?sort=by-hand,placed')
  await expect(cards(page)).toHaveCount(3)
  const before = await cards(page).locator('p').allInnerTexts()
  const grip = await cards(page).last().locator('[class*="_grip_"]').boundingBox()
  const target = await cards(page).first().boundingBox()
  const touch = await page.context().newCDPSession(page)
  const at = (x: number, y: number) => [{ x, y }]
  const x = (grip?.x ?? 0) + 20
  await touch.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: at(x, (grip?.y ?? 0) + 20),
  })
  for (const y of [(grip?.y ?? 0) - 20, (target?.y ?? 0) + 30, (target?.y ?? 0) + 5])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x, y) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(cards(page).first()).toContainText(before.at(-1) ?? '?')
})

test('[SB-5] a token of the bar can be moved by dragging, and by Alt with an arrow key', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await bar(page).fill('italian, quick, recipes')
  const words = page.getByRole('group', { name: 'Words of the search' })
  await words
    .getByRole('button', { name: /^italian/ })
    .dragTo(words.getByRole('button', { name: /^recipes/ }), { targetPosition: { x: 50, y: 8 } })
  await expect(bar(page)).toHaveValue('quick, recipes, italian')
  // A click without a drag focuses the field.
  await words.getByRole('button', { name: /^recipes/ }).click()
  await expect(bar(page)).toBeFocused()
  await words.getByRole('button', { name: /^recipes/ }).press('Alt+ArrowLeft')
  await expect(bar(page)).toHaveValue('recipes, quick, italian')
  await expect(words.getByRole('button', { name: /^recipes/ })).toBeFocused()
})

test('[HM-20] a skip link leads to the cards, a key moves from a field to the bar, and a toast covers no key hint', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the cards' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: 'Text of the card' })).toBeFocused()
  await page.keyboard.press('Alt+s')
  await expect(bar(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('Delete')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await expect(undo).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toContainText('Alt')
  const [frame, message] = [await keys.locator('> div').boundingBox(), await undo.boundingBox()]
  expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual(message?.y ?? 0)
  await expect(keys.getByText('or', { exact: true }).first()).toBeVisible()
})

test('[HM-19] the result line does not move during loading, and no hint wrongly says that there are no tags', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.addInitScript(`
    window.places = []
    window.hints = 0
    const look = () => {
      const line = document.querySelector('[data-count]')
      const top = line && Math.round(line.parentElement.getBoundingClientRect().top)
      if (line && window.places.at(-1) !== top) window.places.push(top)
      if (document.body?.innerText.includes('Your tags appear here')) window.hints++
      requestAnimationFrame(look)
    }
    look()
  `)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  await expect(
    page.getByRole('listbox', { name: 'Suggested tags' }).getByRole('option').first(),
  ).toBeVisible()
  expect(await page.evaluate('window.places')).toHaveLength(1)
  expect(await page.evaluate('window.hints')).toBe(0)
})

test('[HM-19] axe reports nothing on home with any popup open, at any width in either theme', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=all')
  await expect(cards(page).first()).toBeVisible()
  const close = () => page.keyboard.press('Escape')
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  for (const [name, open] of [
    ['View', () => button(/^View$/).click()],
    ['Filter', () => button(/^Filter/).click()],
    ['Help: this page', () => button('Help: this page').click()],
    ['Card', () => cards(page).first().click({ button: 'right' })],
    [
      'a tag',
      () =>
        cards(page)
          .first()
          .getByRole('button', { name: /^maths|^bread/ })
          .click({ button: 'right' }),
    ],
    ['the due date', () => button('Set a due date').click({ force: true })],
  ] as const) {
    await open()
    await expect(page.locator('[popover]:popover-open:not([role="tooltip"])')).toHaveCount(1)
    await expectNoFindings(page, name)
    await close()
    await expect(page.locator('[popover]:popover-open:not([role="tooltip"])')).toHaveCount(0)
  }
  await page.goto(
    `/home?note=${await cards(page).and(page.locator('[data-type="note"]')).first().getAttribute('data-card')}`,
  )
  await expect(page.getByRole('textbox', { name: 'Text of the note' })).toBeVisible()
  await expectNoFindings(page, 'the note')
})

test('[HM-13] in a narrow window with a mouse, a tag of a row is shown whole or not at all', async ({
  page,
  person,
}) => {
  const tags = ['architecture', 'programming', 'languages', 'reading', 'weekend']
  await sow(person, [{ type: 'link', content: 'Scaling Software\nhttps://example.org/scaling', tags }])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/home?primary_opt=all')
  await expect(cards(page)).toHaveCount(1)
  const cut = await cards(page).evaluate((card, names) => {
    const chips = [...card.querySelectorAll('button')].filter((button) =>
      names.includes(button.ariaLabel ?? ''),
    )
    const [first] = chips
    const list = first?.parentElement?.parentElement
    if (!first || !list) return ['no tags']
    const end = list.getBoundingClientRect().bottom
    const margin = Number.parseFloat(getComputedStyle(list).overflowClipMargin)
    return chips.flatMap((chip) => {
      const { top, bottom } = chip.getBoundingClientRect()
      return bottom <= end + 1 || top >= end + margin ? [] : [chip.ariaLabel]
    })
  }, tags)
  expect(cut).toEqual([])
})

test('[HM-20] [OF-8] on a phone the number of drafts in the strip above is legible beside any saving state', {
  tag: '@narrow',
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?popups_center=["home-addEntity"]')
  await page.getByRole('dialog').getByLabel('Text', { exact: true }).fill('half a thought')
  await page.keyboard.press('Escape')
  const draft = page.getByRole('button', { name: '1 draft' })
  await expect(draft).toBeVisible()
  const expectLegible = async () => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => layoutFaults(page)).toEqual([])
      expect((await draft.boundingBox())?.width, `its sign and its number, at ${width}`).toBeGreaterThan(40)
      const tags = await page.getByRole('button', { name: 'Tags', exact: true }).first().boundingBox()
      expect((tags?.x ?? 0) + (tags?.width ?? width)).toBeLessThanOrEqual(width)
    }
  }
  await expectLegible()
  await page.evaluate(() => {
    const prompt = async () => ({ outcome: 'dismissed' })
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })
  await expect(page.getByRole('button', { name: 'Install the app' })).toBeVisible()
  await expectLegible()
  await page.context().setOffline(true)
  for (let n = 1; n <= 12; n++) await add(page, `Change ${n}`)
  await expect(syncState(page)).toHaveText('Offline, 12 changes waiting')
  await page.getByRole('button', { name: 'Dismiss' }).tap()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectLegible()
})

test('[OF-7] [HM-19] a toast that appears or disappears moves no dialog and covers none of its buttons', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person }) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const dialog = page.getByRole('dialog')
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  for (const popup of ['tagger', 'grouper', 'home-addEntity', 'home-viewer'])
    await test.step(popup, async () => {
      await cards(page).first().focus()
      await page.keyboard.press('Delete')
      await expect(dismiss).toBeVisible()
      await page.evaluate((name) => {
        history.pushState({}, '', `/home?primary_opt=note&popups_center=["${name}"]`)
        dispatchEvent(new PopStateEvent('popstate'))
      }, popup)
      await expect(dialog).toBeVisible()
      const places = () =>
        dialog.evaluate((layer) =>
          [layer.firstElementChild, ...layer.querySelectorAll('button, input')].map((each) => {
            const { x, y, width, height } = each?.getBoundingClientRect() ?? new DOMRect()
            return [x, y, width, height].map(Math.round).join()
          }),
        )
      // The dialog has stopped moving.
      await expect
        .poll(() => dialog.evaluate((layer) => layer.getAnimations({ subtree: true }).length))
        .toBe(0)
      await expect.poll(() => layoutFaults(page)).toEqual([])
      await expect(dismiss).toBeVisible()
      const before = await places()
      await dismiss.click()
      await expect(dismiss).toHaveCount(0)
      expect(await places()).toEqual(before)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })
})

test('[HM-13] nothing covers a row that is edited or tagged, and its buttons cut no letter', async ({
  page,
  person,
}) => {
  const content = `A line that reaches to the end of its row ${'and on '.repeat(20)}`
  await sow(person, [{ type: 'todo', content }])
  await page.goto('/home?view_cards=compact')
  const row = cards(page)
  const due = row.getByRole('button', { name: 'Set a due date' })
  const more = row.getByRole('button', { name: 'More', exact: true })
  await row.hover()
  await expect(due).toHaveCSS('opacity', '1')
  // No text remains beside the buttons at the edge, and the background is the row's.
  const end = await row.locator('p').evaluate((text) => text.getBoundingClientRect().right)
  const box = await due.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThanOrEqual(end)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((await more.boundingBox())?.x ?? 0)
  const layers = () =>
    due.evaluate((button) => {
      const row = getComputedStyle(button.closest('article') as Element)
      const { backgroundColor, backgroundImage } = getComputedStyle(button)
      return {
        isOpaque: !/\/|transparent|rgba/.test(backgroundColor),
        isOfRow: backgroundImage.includes(row.backgroundColor),
      }
    })
  // Wait for the row's colour transition.
  await expect.poll(layers).toEqual({ isOpaque: true, isOfRow: true })
  await row.focus()
  for (const [key, name] of [
    ['e', 'Text of the card'],
    ['t', 'Add a tag'],
  ] as const) {
    await page.keyboard.press(key)
    const field = row.getByRole('textbox', { name }).or(row.getByPlaceholder(name))
    await expect(field).toBeFocused()
    await row.hover({ position: { x: 300, y: 10 } })
    await expect(due).toBeHidden()
    await expect(more).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
  }
  await expect(more).toBeVisible()
})

test('[HM-15] on a phone an open note fills the page, with the saving state at the bottom', {
  tag: '@narrow',
}, async ({ page, person }) => {
  await sow(person, [{ type: 'note', content: 'Focaccia' }])
  await page.goto('/home?primary_opt=note')
  await cards(page).first().locator('p').first().tap()
  const note = page.getByRole('dialog', { name: 'Note' })
  await expect(note.getByRole('textbox', { name: 'Text of the note' })).toBeVisible()
  const save = await note.getByText('Saved', { exact: true }).boundingBox()
  const end = (save?.y ?? 0) + (save?.height ?? 0)
  expect(end).toBeGreaterThan(844 - 24)
  expect(end).toBeLessThanOrEqual(844)
})
