import type { Session } from '../server/seed.ts'
import { PlainBrowser } from './plain-browser.ts'
import { type Expected, installStopwatch } from './stopwatch.ts'

/** Result of a start, in ms since the page began. */
export interface Start {
  readonly firstCards: number
  /** When the page showed its final content. */
  readonly whole: number
  /** Lengths of the page's tasks above 50 ms until then. */
  readonly longTasks: readonly number[]
}

/** A browser's profile and server. */
export interface StartPlace {
  readonly profile: string
  readonly session: Session
  readonly address: string
}

/** Opens the app on an empty device until all cards are counted, then waits until everything is stored. */
export async function firstLoad(place: StartPlace, expected: Expected): Promise<Start> {
  const browser = await open(place)
  await browser.beforeEachPage((what) => window.stopwatch.awaitStart(what), expected)
  await browser.goTo(place.address)
  const start = await browser.until<Start>(STARTED)
  // The copy is on the disk, and the app in its service worker's cache.
  await browser.until(SAVED)
  await browser.until('navigator.serviceWorker.ready.then(({ active }) => active?.state)')
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  await browser.close()
  return start
}

/**
 * Opens the app with its copy on the disk.
 * @param text typed as soon as the searchbar appears; null: nothing. Typing changes the work before the first
 * cards, so their time is measured by starts without typing.
 */
export async function startFromDisk(
  place: StartPlace,
  text: string | null,
  expected: Expected,
): Promise<Start> {
  const browser = await open(place)
  await browser.beforeEachPage(
    (wanted) => {
      if (wanted.text === null) window.stopwatch.awaitStart(wanted.expected)
      else window.stopwatch.searchAtOnce(wanted.text, wanted.expected)
    },
    { text, expected },
  )
  await browser.goTo(place.address)
  const start = await browser.until<Start>(STARTED)
  await browser.until(SAVED)
  await browser.close()
  return start
}

/**
 * Opens a note in a page that has opened none, by Enter on its card: ms until its text is painted in the editor. All
 * code comes from the service worker.
 */
export async function openNote(place: StartPlace, cardId: string): Promise<number> {
  const browser = await open(place)
  await browser.goTo(place.address)
  await browser.until(SAVED)
  // Wait for what the app loads after its first screen.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  await browser.until(`navigator.serviceWorker.controller === null ? null : (
    document.querySelector('[data-card="${cardId}"]').focus(),
    window.stopwatch.awaitKeyForEditor(),
    true
  )`)
  await browser.press('Enter')
  const taken = await browser.until<number>('window.stopwatch.taken')
  await browser.close()
  return taken
}

const STARTED = `window.stopwatch?.taken == null || window.stopwatch.firstCards < 0 ? null : ({
  firstCards: window.stopwatch.firstCards,
  whole: window.stopwatch.taken,
  longTasks: window.stopwatch.longTasks(),
})`

const SAVED = `[...document.querySelectorAll('[role="status"]')].some(({ textContent }) => textContent === 'Saved') || null`

async function open({ profile, session }: StartPlace): Promise<PlainBrowser> {
  const browser = await PlainBrowser.open(profile)
  await browser.beforeEachPage(installStopwatch, null)
  await browser.beforeEachPage(signIn, session)
  return browser
}

/** Runs in the page before its own scripts. */
function signIn({ accessToken, refreshToken }: Session): void {
  if (localStorage.getItem('jwt_refresh_token') !== null) return
  localStorage.setItem('jwt_access_token', accessToken)
  localStorage.setItem('jwt_refresh_token', refreshToken)
}
