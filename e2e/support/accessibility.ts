import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

export const WIDTHS = [390, 820, 1440] as const
export const THEMES = ['light', 'dark'] as const

/** What axe finds on the page as it stands, one line a finding; none is expected anywhere. */
export async function expectNoFindings(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const lines = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${where}: ${id}: ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1] ?? ''}`,
    ),
  )
  expect(lines).toEqual([])
}

/** The same in both themes at three widths; `arrange` brings the page into the state that is looked at. */
export async function expectNoFindingsAnywhere(page: Page, arrange: () => Promise<void>): Promise<void> {
  // Six looks of a few seconds each.
  test.setTimeout(180_000)
  for (const colorScheme of THEMES) {
    for (const width of WIDTHS) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await arrange()
      await expectNoFindings(page, `${colorScheme} ${width}`)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `scrolls sideways at ${width}`).toBeLessThanOrEqual(0)
    }
  }
}
