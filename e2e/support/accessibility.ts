import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const WIDTHS = [390, 820, 1440] as const

/**
 * Sees to it that axe finds nothing on the page as it stands, at three widths in both themes, and that nothing
 * scrolls sideways. Width and theme change under the open page, as they do for a person.
 */
export async function expectNoFindings(page: Page, where = ''): Promise<void> {
  // Six looks; each takes up to two seconds on a busy machine.
  test.slow()
  const size = page.viewportSize()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    expect(await findings(page, EVERYTHING), `${where} light ${width}`).toEqual([])
    // Between the themes nothing differs but colours.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await findings(page, COLORS), `${where} dark ${width}`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${where} scrolls sideways at ${width}`).toBeLessThanOrEqual(0)
  }
  if (size) await page.setViewportSize(size)
}

const EVERYTHING = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const
const COLORS = { type: 'rule', values: ['color-contrast'] } as const

/** What axe finds, one line a finding. */
async function findings(page: Page, runOnly: typeof EVERYTHING | typeof COLORS): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // The pages have no frames, so axe needs no page of its own to put their parts together.
    .setLegacyMode()
    .options({ runOnly: { type: runOnly.type, values: [...runOnly.values] }, resultTypes: ['violations'] })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary?.split('\n')[1] ?? ''}`),
  )
}
