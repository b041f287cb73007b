import type { Page } from '@playwright/test'
import { bar, cards } from './support/offline.ts'
import { expect, test } from './support/person.ts'
import { type Sown, saveSearches, sow } from './support/seed.ts'

const TAGS = ['java', 'scala', 'tools', 'architecture', 'database', 'reading', 'algorithm']
const LIVED_IN: readonly Sown[] = Array.from({ length: 60 }, (_, at) => ({
  type: at % 5 === 0 ? 'todo' : at % 3 === 0 ? 'note' : 'link',
  content:
    at % 5 === 0 || at % 3 === 0
      ? `About ${TAGS[at % 7]}, part ${at}`
      : `https://site${at % 9}.example/${at}`,
  tags: TAGS.filter((_, tag) => (at + tag) % 4 === 0),
  ...(at % 7 === 0 && { color: 'green' as const }),
}))

declare global {
  interface Window {
    shifts: string[]
  }
}

/**
 * Records what moved by itself. Chromium leaves out shifts within half a second of a key or press. Two
 * seconds are left out here, because an answer takes that long on a busy machine.
 */
function recordShifts(): void {
  window.shifts = []
  let acted = -2_000
  for (const act of ['keydown', 'pointerdown', 'pointerup'] as const)
    addEventListener(act, ({ timeStamp }) => (acted = timeStamp), { capture: true })
  const at = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as LayoutShift[]) {
      if (entry.hadRecentInput || entry.startTime - acted < 2_000 || entry.value < 0.0001) continue
      const moved = entry.sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node instanceof Element ? node.className : ''} ${node?.textContent?.slice(0, 40) ?? node?.nodeName}: ${at(previousRect)} to ${at(currentRect)}`,
      )
      window.shifts.push(`${entry.value.toFixed(4)} ${moved.join('; ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

test('[HM-19] [PG-6] nothing moves by itself while a person visits, searches, adds, undoes and looks at everything', {
  tag: ['@wide', '@middle', '@narrow'],
}, async ({ page, person, browser, baseURL }) => {
  test.setTimeout(240_000)
  await sow(person, LIVED_IN)
  await saveSearches(person, ['java, -scala', 'tools'])
  const moved: string[] = []
  const isTouch = (page.viewportSize()?.width ?? 0) < 1000
  const look = async (where: string, on: Page = page) => {
    await on.waitForTimeout(1_200)
    const found = await on.evaluate(() => window.shifts.splice(0))
    moved.push(...found.map((shift) => `${where}: ${shift}`))
  }
  await page.addInitScript(recordShifts)

  await test.step('at the door', async () => {
    // The demonstration moves on purpose, and does not play for reduced motion.
    const context = await browser.newContext({
      ...(baseURL !== undefined && { baseURL }),
      viewport: page.viewportSize(),
      storageState: { cookies: [], origins: [] },
      reducedMotion: 'reduce',
    })
    const visitor = await context.newPage()
    await visitor.addInitScript(recordShifts)
    await visitor.goto('/')
    await visitor.getByLabel('I have read How it Works').check()
    await expect(visitor.getByRole('main').getByRole('button', { name: 'Create account' })).toBeVisible()
    await look('the start page', visitor)
    await context.close()
  })

  await test.step('at home', async () => {
    await page.goto('/home?primary_opt=all')
    await expect(cards(page).first()).toBeVisible()
    await look('home')
    await bar(page).click()
    await page.keyboard.type('java', { delay: 60 })
    await look('a search')
    await page.getByRole('option').first().click()
    await look('a suggestion')
    await page
      .getByRole('button', { name: /^Clear/ })
      .first()
      .click()
    await look('no search')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await look('the filter')
    await page.keyboard.press('Escape')
    if (!isTouch) await cards(page).nth(1).hover()
    await cards(page).nth(1).getByRole('button', { name: 'More', exact: true }).click()
    await look('a menu')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await look('a deletion')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await look('an undo')
    await bar(page).click()
    await page.keyboard.type('Call the plumber', { delay: 30 })
    await page.keyboard.press('Control+Enter')
    await look('an addition')
    // Longer than tags are suggested for the new card.
    await page.waitForTimeout(10_500)
    await look('after an addition')
  })

  await test.step('in popups', async () => {
    for (const name of [
      'import-file',
      'deleted-cards',
      'recent-acts',
      'done-todos',
      'search-language',
      'home-tags',
    ]) {
      await page.goto(`/home?primary_opt=all&popups_center=["${name}"]`)
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(name)
    }
  })

  await test.step('on other pages', async () => {
    const settings = ['account', 'appearance', 'data', 'devices', 'security', 'connections']
    const paths = [
      ...settings.map((name) => `/settings#${name}`),
      '/home?primary_opt=tag',
      '/home?primary_opt=workspace',
      '/home?primary_opt=chart',
      '/tagger',
      '/docs',
    ]
    for (const path of paths) {
      // A changed hash alone would load nothing.
      await page.goto('/robots.txt')
      await page.goto(path)
      await look(path)
    }
  })
  expect(moved).toEqual([])
})
