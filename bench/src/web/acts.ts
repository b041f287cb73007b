import type { Page } from '@playwright/test'
import { CENTER_POPUPS, OWN_POPUPS, slotOf, TOP_POPUPS } from '../../../apps/web/src/overlays/names.ts'
import { takenBy } from './browser.ts'
import type { ExpectedAnswers } from './expected-answers.ts'
import type { Expected } from './stopwatch.ts'

const HOME = '/home?primary_opt=note'
/** ms between two keys of fast typing. */
const BETWEEN_KEYS_MS = 110
/**
 * How long a key is held, in ms. If it is released within the frame that it requested, Chromium delays the message that
 * ends the measurement until the frame after the release.
 */
const KEY_HELD_MS = 80
/** Popups that can't be opened by an address. */
const ASKED = ['are-you-sure', 'text-asker']

const bar = (page: Page) => page.getByRole('combobox').first()

/**
 * Types texts letter by letter. Returns the ms from each key that changes the result to the frame that shows
 * it.
 * @param expectedOf what the page shows for a text; null: not awaited
 */
export async function typeTexts(
  page: Page,
  answers: ExpectedAnswers,
  texts: readonly string[],
  expectedOf: (text: string) => Expected | null = (text) => answers.expected('note', text),
) {
  const times: number[] = []
  let late = 0
  for (const text of texts) {
    await bar(page).fill('')
    await untilShown(page, answers, '')
    await bar(page).focus()
    for (let end = 1; end <= text.length; end++) {
      const expected = expectedOf(text.slice(0, end))
      if (expected !== null) await page.evaluate((what) => window.stopwatch.awaitKey(what), expected)
      const pressed = Date.now()
      await page.keyboard.press(text.charAt(end - 1), { delay: KEY_HELD_MS })
      const taken = expected === null ? -1 : await takenBy(page)
      if (taken === null) late++
      else if (taken >= 0) times.push(taken)
      await page.waitForTimeout(Math.max(0, BETWEEN_KEYS_MS - (Date.now() - pressed)))
    }
  }
  await bar(page).fill('')
  return { times, late }
}

async function untilShown(page: Page, answers: ExpectedAnswers, text: string): Promise<void> {
  await page.waitForFunction((what) => window.stopwatch.shows(what), answers.expected('note', text))
}

/** Adds cards with Enter. Returns the ms from each press to the frame that shows the card in the list. */
export async function addCards(page: Page, count: number, word: string): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const text = `${word} number ${n} of them`
    await bar(page).fill(text)
    await page.locator('[data-searchbar="home"] [data-mode="add"]').waitFor()
    await page.evaluate((what) => window.stopwatch.awaitKeyForText(what), text)
    await bar(page).press('Enter', { delay: KEY_HELD_MS })
    const taken = await takenBy(page)
    times.push(taken ?? Number.POSITIVE_INFINITY)
    await page.waitForTimeout(150)
  }
  return times
}

/**
 * Opens every popup over the home page, one after the other. Returns the ms until each has its content, by
 * name.
 */
export async function openPopups(page: Page, cardId: string): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  const names = [...CENTER_POPUPS, ...TOP_POPUPS, ...OWN_POPUPS].filter((name) => !ASKED.includes(name))
  for (const name of names) {
    const params = {
      [name]: name.startsWith('next-to') ? { words: 'espresso, crema' } : { entityId: cardId },
    }
    const query = new URLSearchParams({
      primary_opt: 'note',
      [`popups_${slotOf(name)}`]: JSON.stringify([name]),
      popups_params: JSON.stringify(params),
    })
    await page.evaluate((address) => window.stopwatch.awaitDialog(address), `/home?${query}`)
    times.set(name, (await takenBy(page)) ?? Number.POSITIVE_INFINITY)
    await page.waitForTimeout(100)
    await page.evaluate((address) => history.pushState(null, '', address), HOME)
    await page.waitForFunction(() => document.querySelector('[aria-modal="true"]') === null)
    await page.waitForTimeout(100)
  }
  return times
}

/** Scrolls the list by the wheel, far and fast, and returns to its top. Returns the ms between frames. */
export async function scroll(page: Page, steps: number): Promise<number[]> {
  await page.mouse.move(600, 600)
  await page.evaluate(() => window.stopwatch.frames())
  for (let n = 0; n < steps; n++) {
    await page.mouse.wheel(0, 900)
    await page.waitForTimeout(16)
  }
  const frames = await page.evaluate(() => window.stopwatch.frames())
  // A wheel goes on scrolling after its last event.
  await page.waitForTimeout(500)
  await page.evaluate(() => window.scrollTo(0, 0))
  return frames
}
