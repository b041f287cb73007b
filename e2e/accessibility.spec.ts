import type { Page } from '@playwright/test'
import { layoutFaults } from './support/layout.ts'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

const popup = (name: string) => `/home?primary_opt=note&popups_center=${JSON.stringify([name])}`

/** The screens that people spend their time on, and one of each kind of popup. */
const PLACES = [
  '/home?primary_opt=todo',
  '/home?primary_opt=hyperlink&col=cols',
  '/home?primary_opt=tag',
  '/home?primary_opt=chart',
  popup('home-filter'),
  popup('home-sorter'),
  popup('tagger'),
  popup('grouper'),
  '/settings#account',
  '/settings#security',
  '/settings#connections',
  '/docs',
]

async function open(page: Page, place: string): Promise<void> {
  await page.goto(place)
  await expect(page.getByRole('heading').or(page.getByRole('dialog')).first()).toBeVisible()
  if (place.includes('popups'))
    await expect(page.getByRole('dialog').locator('button, input').nth(1)).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: /Opening|Loading/ })).toHaveCount(0)
}

/** The least distances between lines, letters and words that WCAG 1.4.12 asks a page to support. */
const WIDE_TEXT = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`

/** The page's policy refuses style elements. */
const setStyles = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, css)

for (const width of [320, 1440])
  test(`[HM-20] in a window of ${width} pixels, wide text hides nothing, and each Tab stop is visible with a focus ring`, async ({
    page,
    person,
  }) => {
    test.slow()
    await sow(person, KITCHEN_AND_SCHOOL)
    await page.setViewportSize({ width, height: 640 })
    for (const place of PLACES) {
      await open(page, place)
      expect.soft(await focusFaults(page), place).toEqual([])
      // The focused skip link would cover the menu.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await setStyles(page, WIDE_TEXT)
      await expect.soft.poll(() => layoutFaults(page), { message: `wide text, ${place}` }).toEqual([])
    }
  })

/**
 * Walks through the page by Tab. Lists focused elements that are outside the window, covered, or look the
 * same without the focus.
 */
async function focusFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const looks = (part: Element) => {
      const { outlineStyle, outlineWidth, boxShadow, stroke, borderColor } = getComputedStyle(part)
      return [outlineStyle, outlineWidth, boxShadow, stroke, borderColor].join()
    }
    const seen = new Set<Element>()
    const faults: string[] = []
    let look: (() => void) | null = null
    let isByTab = false
    const onFocus = ({ target }: FocusEvent) => {
      // The previous element has lost the focus.
      look?.()
      look = null
      // A popup that opens moves the focus itself.
      if (!isByTab || !(target instanceof Element) || seen.has(target)) return
      isByTab = false
      seen.add(target)
      const text = target.getAttribute('aria-label') ?? target.textContent ?? ''
      const name = `${target.tagName} “${text.slice(0, 40)}”`
      // The focus ring may be drawn by an element around a field, or by a part of a drawing.
      const around = [target.parentElement, target.parentElement?.parentElement, target.nextElementSibling]
      const parts = [target, ...target.querySelectorAll('rect'), ...around].filter(
        (part) => part instanceof Element,
      )
      requestAnimationFrame(() => {
        if (document.activeElement !== target) return void seen.delete(target)
        const { left, right, top, bottom } = target.getBoundingClientRect()
        if (bottom <= 0 || top >= innerHeight) faults.push(`${name} is out of sight`)
        const middle = document.elementFromPoint(
          Math.min(Math.max((left + right) / 2, 0), innerWidth - 1),
          (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
        )
        const own = [target, target.closest('label')]
        if (middle && !own.some((part) => part?.contains(middle) || (part && middle.contains(part))))
          faults.push(`${name} is covered`)
        const focused = parts.map(looks)
        look = () => {
          if (parts.every((part, index) => looks(part) === focused[index])) faults.push(`${name} has no ring`)
        }
      })
    }
    const onKey = () => {
      isByTab = true
      // The key moves the focus before this timeout. Later moves come from popups that open.
      setTimeout(() => {
        isByTab = false
      })
    }
    document.addEventListener('keydown', onKey, { capture: true })
    document.addEventListener('focusin', onFocus)
    Object.assign(window, { walk: () => ({ faults, stops: seen.size }) })
  })
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press('Tab')
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  }
  const { faults, stops } = await page.evaluate(() =>
    (window as unknown as { walk: () => { faults: string[]; stops: number } }).walk(),
  )
  return stops < 4 ? [...faults, `Only ${stops} stops`] : faults
}

test('[HM-20] in a high contrast theme, chosen items differ from others', async ({ page, person }) => {
  test.slow()
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.emulateMedia({ forcedColors: 'active' })
  for (const place of [...PLACES, '/settings#appearance']) {
    await open(page, place)
    const alike = await page.evaluate(() => {
      const CHOSEN =
        '[aria-pressed="true"], [aria-selected="true"], [aria-current]:not([aria-current="false"])'
      const looks = (part: Element | null) => {
        if (part === null) return ''
        const { outlineStyle, outlineColor, borderColor, backgroundColor, color } = getComputedStyle(part)
        return [outlineStyle, outlineColor, borderColor, backgroundColor, color].join()
      }
      const drawnBy = (part: Element) =>
        part instanceof HTMLInputElement ? (part.closest('label') ?? part) : part
      const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')]
      return [...document.querySelectorAll(CHOSEN), ...boxes].flatMap((chosen) => {
        const other =
          chosen instanceof HTMLInputElement
            ? document.querySelector(`input[type=radio][name="${chosen.name}"]:not(:checked)`)
            : [...document.getElementsByClassName(chosen.className)].find((each) => !each.matches(CHOSEN))
        if (!other || !chosen.checkVisibility()) return []
        const isAlike = looks(drawnBy(chosen)) === looks(drawnBy(other))
        return isAlike ? [`${chosen.tagName} “${drawnBy(chosen).textContent?.slice(0, 40)}”`] : []
      })
    })
    expect.soft(alike, place).toEqual([])
  }
})

test('[HM-20] [PG-6] single-key shortcuts can be turned off, and letters are then typed into the searchbar', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/settings#keyboard')
  await page.getByRole('switch', { name: 'Keys of one character' }).uncheck()
  await page.goto('/home?primary_opt=note')
  await cards(page).first().focus()
  for (const key of ['x', '/', '?']) await page.keyboard.press(key)
  await expect(bar(page)).toHaveValue('x/?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await bar(page).fill('')
  await page.keyboard.press('Alt+n')
  await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeVisible()
})
