import { randomBytes } from 'node:crypto'
import { type CallToSend, callOf } from '@cardinal/contract'
import type { Mutation } from '@cardinal/sync'
import type { Page } from '@playwright/test'
import { CENTER_POPUPS, OWN_POPUPS, slotOf, TOP_POPUPS } from '../../../apps/web/src/overlays/names.ts'
import { takenBy } from './browser.ts'
import type { Twin } from './twin.ts'

const HOME = '/home?primary_opt=note'
/** ms between two keys: fast typing. */
const BETWEEN_KEYS = 110
/** Questions, which no address brings. */
const ASKED = ['are-you-sure', 'text-asker']

const bar = (page: Page) => page.getByRole('combobox').first()

/** Types texts letter by letter; ms from each key that changes what is found to the frame that shows it. */
export async function typeTexts(page: Page, twin: Twin, texts: readonly string[]) {
  const times: number[] = []
  let late = 0
  for (const text of texts) {
    await bar(page).fill('')
    await untilShown(page, twin, '')
    await bar(page).focus()
    for (let end = 1; end <= text.length; end++) {
      const expected = twin.expected('note', text.slice(0, end))
      await page.evaluate((what) => window.stopwatch.awaitKey(what), expected)
      const pressed = Date.now()
      await page.keyboard.press(text.charAt(end - 1))
      const taken = await takenBy(page)
      if (taken === null) late++
      else if (taken >= 0) times.push(taken)
      await page.waitForTimeout(Math.max(0, BETWEEN_KEYS - (Date.now() - pressed)))
    }
  }
  await bar(page).fill('')
  return { times, late }
}

async function untilShown(page: Page, twin: Twin, text: string): Promise<void> {
  await page.waitForFunction((what) => window.stopwatch.shows(what), twin.expected('note', text))
}

/** Adds cards by Enter; ms from the key to the frame that shows the card in the list. */
export async function addCards(page: Page, count: number, word: string): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const text = `${word} number ${n} of them`
    await bar(page).fill(text)
    await page.locator('[data-searchbar="home"] [data-mode="add"]').waitFor()
    await page.evaluate((what) => window.stopwatch.awaitKeyForText(what), text)
    await bar(page).press('Enter')
    const taken = await takenBy(page)
    times.push(taken ?? Number.POSITIVE_INFINITY)
    await page.waitForTimeout(150)
  }
  return times
}

/** Opens every popup over the home page, one after the other; ms until it has its content, by name. */
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

/** Scrolls the list by the wheel, far and fast; ms between frames. */
export async function scroll(page: Page, steps: number): Promise<number[]> {
  await page.mouse.move(600, 600)
  await page.evaluate(() => window.stopwatch.frames())
  for (let n = 0; n < steps; n++) {
    await page.mouse.wheel(0, 900)
    await page.waitForTimeout(16)
  }
  return page.evaluate(() => window.stopwatch.frames())
}

/** Puts changes into the outbox on the disk as a device without a network would have, and takes the time to send them. */
export async function sendQueued(page: Page, count: number): Promise<number> {
  const workspaceId = await page.evaluate(workspaceOnDisk)
  const entries = Array.from({ length: count }, (_, n) => {
    const mutation: Mutation = {
      name: 'createCard',
      args: { card: { id: randomBytes(12).toString('hex'), type: 'todo', content: `queued ${n}` } },
    }
    const call: CallToSend = callOf(mutation, workspaceId)
    const key = randomBytes(12).toString('hex')
    const waiting = { attempts: 0, ackedSeq: null, isRepeat: false, isWaiting: 1 }
    return { key, workspaceId, mutation, call, at: Date.now(), ...waiting }
  })
  await page.evaluate(putIntoOutbox, entries)
  await page.goto(HOME)
  const started = Date.now()
  await page.waitForFunction(outboxIsEmpty, undefined, { timeout: 300_000, polling: 250 })
  return Date.now() - started
}

async function workspaceOnDisk(): Promise<string> {
  const [{ name } = {}] = await indexedDB.databases()
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name ?? '')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const asking = opening.result.transaction('copies').objectStore('copies').getAllKeys()
      asking.onsuccess = () => {
        opening.result.close()
        resolve(String(asking.result[0]))
      }
    }
  })
}

async function putIntoOutbox(entries: readonly object[]): Promise<void> {
  const [{ name } = {}] = await indexedDB.databases()
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name ?? '')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const writing = opening.result.transaction('outbox', 'readwrite')
      for (const entry of entries) writing.objectStore('outbox').add(entry)
      writing.oncomplete = () => {
        opening.result.close()
        resolve()
      }
      writing.onerror = () => reject(writing.error)
    }
  })
}

async function outboxIsEmpty(): Promise<boolean> {
  const [{ name } = {}] = await indexedDB.databases()
  return new Promise((resolve) => {
    const opening = indexedDB.open(name ?? '')
    opening.onerror = () => resolve(false)
    opening.onsuccess = () => {
      const asking = opening.result.transaction('outbox').objectStore('outbox').index('waiting').count()
      asking.onsuccess = () => {
        opening.result.close()
        resolve(asking.result === 0)
      }
    }
  })
}
