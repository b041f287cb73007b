import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'

const WIDTHS = [390, 820, 1440] as const

/** Everything below an open popup is inert, so axe checks the page once and then only the popup. */
const POPUP = '[aria-modal="true"]'

/**
 * Expects no axe findings and no sideways scrolling at three widths in both themes. Width and theme change under the open
 * page, as they do for a person.
 */
export async function expectNoFindings(page: Page, where = ''): Promise<void> {
  // Six checks of up to two seconds on a busy machine.
  test.slow()
  const size = page.viewportSize()
  const popup = (await page.locator(POPUP).count()) > 0 ? POPUP : null
  for (const [n, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    const part = n === 0 ? null : popup
    expect(await findings(page, EVERYTHING, part), `${where} light ${width}`).toEqual([])
    // Themes differ only in colours.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await findings(page, COLORS, popup), `${where} dark ${width}`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${where} scrolls sideways at ${width}`).toBeLessThanOrEqual(0)
  }
  if (size) await page.setViewportSize(size)
}

const EVERYTHING: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
const COLORS: axe.RunOnly = { type: 'rule', values: ['color-contrast'] }

/** axe's findings in a part of the page (null: all of it), one line each. Injects axe once per page. */
async function findings(page: Page, runOnly: axe.RunOnly, part: string | null): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ([within, only]) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const found = await run(within ?? document, {
        runOnly: only,
        rules: { 'target-size': { enabled: only.type === 'tag' } },
        resultTypes: ['violations'],
      })
      // A control at the edge of a list that scrolls is small only until it is scrolled into view.
      const isSmallWherever = async (selector: string) => {
        document.querySelector(selector)?.scrollIntoView({ block: 'center' })
        const again = await run(selector, { runOnly: { type: 'rule', values: ['target-size'] } })
        return again.violations.length > 0
      }
      for (const violation of found.violations) {
        if (violation.id !== 'target-size') continue
        const small: typeof violation.nodes = []
        for (const node of violation.nodes)
          if (await isSmallWherever(String(node.target[0]))) small.push(node)
        violation.nodes = small
      }
      return found.violations
    },
    [part, runOnly] as const,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1] ?? ''}`),
  )
}
