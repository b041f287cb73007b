import type { Locator, Page } from '@playwright/test'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

const POPUPS = [
  'quick-add',
  'master-editor',
  'home-sorter',
  'home-viewer',
  'home-filter',
  'grouper',
  'tagger',
  'entity-edit-tags',
  'hamburger-menu',
]
const PUBLIC = ['/', '/docs', '/faqs', '/pricing', '/privacy-policy', '/terms-of-service', '/contact']

test('[HM-19] nothing scrolls sideways at 320 pixels, or at 640 pixels with text of twice the size', async ({
  page,
  person,
}) => {
  test.slow()
  const [entityId] = await sow(person, [
    {
      type: 'todo',
      content: `A word without an end: ${'unbreakable'.repeat(20)}`,
      tags: ['a rather long tag name'],
    },
    ...KITCHEN_AND_SCHOOL,
  ])
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(3)
  await bar(page).fill('maths')
  await expect(cards(page)).toHaveCount(1)
  await expectToFit(page, '/home')
  for (const name of POPUPS) {
    const params = JSON.stringify({ [name]: { entityId } })
    await page.goto(
      `/home?popups_center=${encodeURIComponent(JSON.stringify([name]))}&popups_params=${encodeURIComponent(params)}`,
    )
    await expect(page.getByRole('dialog'), name).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Opening' }), name).toHaveCount(0)
    await expectToFit(page, name)
  }
  await page.goto('/create-form?primary_opt=note')
  await expect(page.getByRole('heading', { name: 'New card' })).toBeVisible()
  await expectToFit(page, '/create-form')
  await page.goto('/settings#account')
  await expect(page.getByRole('heading', { name: 'Sign out or delete account' })).toBeVisible()
  await expectToFit(page, '/settings')
})

test('[HM-19] on a phone with text of twice the size every button is inside the window', async ({
  page,
  person,
}) => {
  // Tall, so that the lists show rows even at this text size.
  await page.setViewportSize({ width: 390, height: 2_400 })
  const tags = ['a tag with a remarkably long name to fit into it', 'reference', 'x']
  await sow(person, [{ type: 'note', content: 'Packing list', tags }])
  for (const path of [
    '/home?primary_opt=tag',
    '/home?primary_opt=workspace',
    '/home?primary_opt=note&view_cards=compact',
    '/home?primary_opt=note&popups_center=["above-tag-results"]',
    '/home?popups_top=["playground-tag"]',
    '/home?popups_top=["playground-note"]',
    '/settings#account',
  ]) {
    await page.goto(path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect(
      page.getByText(path === '/settings#account' ? 'Sign out or delete account' : /remarkably|open/).last(),
    ).toBeVisible()
    await expect.poll(() => outOfReach(page), path).toEqual([])
  }
})

test('[HM-1] [HM-19] with text of twice the size no sign or word of the bars overlaps another', async ({
  page,
  person,
}) => {
  await sow(person, [
    ...KITCHEN_AND_SCHOOL,
    ...Array.from({ length: 101 }, (_, n) => ({ type: 'todo' as const, content: `Todo ${n}` })),
  ])
  for (const [path, bar] of [
    ['/home', page.getByRole('group', { name: 'What to search and add' })],
    ['/settings', page.getByRole('banner')],
  ] as const) {
    await page.goto(path)
    await expect(bar.getByText(path === '/home' ? '103' : 'Back to the cards')).toBeVisible()
    for (const width of [320, 390, 820]) {
      await page.setViewportSize({ width, height: 900 })
      for (const size of ['100%', '200%']) {
        await page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize
        }, size)
        await expect.poll(() => overlapsIn(bar), `${path} at ${width} pixels and ${size}`).toEqual([])
        if (path === '/settings') expect(await tooWide(page), `${width} pixels and ${size}`).toEqual([])
      }
    }
  }
})

test('[PG-3] public pages do not scroll sideways at 320 pixels, or at 640 with text of twice the size', async ({
  page,
  context,
}) => {
  await context.setStorageState({ cookies: [], origins: [] })
  for (const path of PUBLIC) {
    await page.goto(path)
    await expectToFit(page, path)
  }
})

test('[HM-19] there are no animations for people who ask for less motion', async ({ page, person }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    for (const kind of ['animationstart', 'transitionrun'] as const)
      addEventListener(
        kind,
        (event) => {
          const element = event.target as Element
          // Progress indicators may rotate, slowly.
          if (element.closest('[role="status"]')) return
          const lasts = element.getAnimations().some(({ effect }) => {
            const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : []
            // A delayed appearance without a transition is one step.
            const isStep = frames.length > 0 && frames.every(({ visibility }) => visibility !== undefined)
            return !isStep && Number(effect?.getComputedTiming().duration ?? 0) > 1
          })
          if (lasts) moved.push(`${kind} of ${element.className}`)
        },
        true,
      )
  })
  await page.goto('/home')
  await expect(cards(page)).toHaveCount(2)
  await page.keyboard.press('Alt+n')
  await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual([])
})

test('[HM-19] in forced colours, chosen, focused and marked items stay visible', async ({ page, person }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note')
  await expect(cards(page)).toHaveCount(5)
  const type = (name: string) => page.locator('label').filter({ hasText: name }).first()
  await differ(type('Note'), type('Link'), 'the chosen type')

  await bar(page).focus()
  expect(await isOutlined(bar(page)), 'the searchbar that has the focus').toBe(true)
  await page.keyboard.type('recipes')
  await expect(bar(page)).toHaveAccessibleDescription('Enter searches.')
  await page.keyboard.press('Enter')
  await expect(cards(page).first()).toBeFocused()
  expect(await isOutlined(cards(page).first()), 'the card that keys act on').toBe(true)
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  const tick = (index: number) => cards(page).nth(index).getByRole('checkbox').first()
  await expect(tick(0)).toBeChecked()
  const pictureOf = (index: number) => tick(index).locator('..').screenshot()
  expect((await pictureOf(0)).equals(await pictureOf(2)), 'a ticked box looks like one that is not').toBe(
    false,
  )

  await page.goto(`/home?primary_opt=note&popups_center=${encodeURIComponent('["home-viewer"]')}`)
  const box = page.getByRole('checkbox', { name: 'Tags' })
  await expect(box).toBeChecked()
  const compact = page.getByRole('radio', { name: 'Compact' })
  for (const [control, seen] of [
    [box, box],
    [compact, compact.locator('..')],
  ] as const) {
    const before = await seen.screenshot()
    await control.press('Space')
    await page.mouse.move(0, 0)
    expect((await seen.screenshot()).equals(before), 'pressing a box or a choice shows').toBe(false)
    expect((await seen.boundingBox())?.width, 'a box has room to be drawn').toBeGreaterThan(12)
  }
})

/** At 640 pixels, text of twice the size has as much room as normal text at 320. */
async function expectToFit(page: Page, where: string): Promise<void> {
  for (const [width, fontSize] of [
    [320, '100%'],
    [640, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height: 640 })
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, fontSize)
    // Wait until the page has been laid out for the new width.
    await expect.poll(() => tooWide(page), `${where} at ${width} pixels and ${fontSize}`).toEqual([])
  }
}

/** Visible buttons, of the popup where one is open, that extend beyond the window. */
function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const popup = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
    return [...(popup ?? document).querySelectorAll('button')]
      .filter((each) => each.checkVisibility({ opacityProperty: true }))
      .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((each) => each.getAttribute('aria-label') ?? each.textContent)
  })
}

/** Icons and words that overlap within an element; should be none. */
function overlapsIn(element: Locator): Promise<string[]> {
  return element.evaluate((root) => {
    const seen: { readonly what: string; readonly box: DOMRect }[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node instanceof Element ? node : node.parentElement
      if (!at?.checkVisibility() || at.closest('.visually-hidden') !== null) continue
      // Visually hidden text.
      if (at.getBoundingClientRect().width <= 1) continue
      if (node instanceof Text) {
        const range = document.createRange()
        range.selectNodeContents(node)
        seen.push({ what: node.data, box: range.getBoundingClientRect() })
      } else if (at.tagName === 'svg') {
        seen.push({ what: `the sign of ${at.parentElement?.textContent}`, box: at.getBoundingClientRect() })
      }
    }
    return seen.flatMap((a, index) =>
      seen
        .slice(index + 1)
        .filter(
          ({ box }) =>
            Math.min(a.box.right, box.right) - Math.max(a.box.left, box.left) > 1 &&
            Math.min(a.box.bottom, box.bottom) - Math.max(a.box.top, box.top) > 1,
        )
        .map(({ what }) => `${a.what} and ${what}`),
    )
  })
}

/** Elements wider than the window, by class and text; should be none. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    // Elements that may scroll sideways, such as the row of suggestions.
    const scrolls = [
      ...document.querySelectorAll('[aria-modal="true"], [aria-modal="true"] :not([role="listbox"])'),
    ].filter(
      (each) =>
        /auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth + 1,
    )
    if (scrollWidth <= clientWidth && scrolls.length === 0) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (each) => each.getBoundingClientRect().right > clientWidth + 1,
    )
    return [...scrolls, ...(scrollWidth > clientWidth ? wide.slice(-5) : [])].map(
      (each) => `${each.tagName} ${each.className}: ${each.textContent?.slice(0, 40)}`,
    )
  })
}

/** Whether an element, or the box drawn around it, has an outline that forced colours keep. */
function isOutlined(element: Locator): Promise<boolean> {
  return element.evaluate((start) => {
    for (let at: Element | null = start, up = 0; at !== null && up < 4; at = at.parentElement, up++) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at)
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) return true
    }
    return false
  })
}

/** Expects that forced colours show which of two controls is chosen. */
async function differ(chosen: Locator, other: Locator, what: string): Promise<void> {
  const look = (element: Locator) =>
    element.evaluate((start) =>
      [start, ...start.querySelectorAll('*')].map((each) => {
        const { backgroundColor, color, borderStyle, borderColor, outline, fontWeight } =
          getComputedStyle(each)
        return [backgroundColor, color, borderStyle, borderColor, outline, fontWeight].join()
      }),
    )
  expect(await look(chosen), what).not.toEqual(await look(other))
}
