import { expect, type Locator, type Page } from '@playwright/test'

export const cards = (page: Page): Locator => page.getByRole('list', { name: 'Cards' }).getByRole('article')
export const bar = (page: Page): Locator => page.getByRole('combobox', { name: /^Search or add/ })
/** The status element that says whether all changes are saved. */
export const syncState = (page: Page): Locator => page.getByRole('status', { name: 'Saving', exact: true })

/** Resolves once a service worker controls this page, so that the network may go. */
export async function untilServiceWorkerAnswers(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    await navigator.serviceWorker.ready
    return navigator.serviceWorker.controller !== null
  })
}

/** Adds a card by the searchbar, even if the text would find something. */
export async function add(page: Page, text: string): Promise<void> {
  await bar(page).fill(text)
  await bar(page).press('Control+Enter')
  await expect(cards(page).filter({ hasText: text }).first()).toBeVisible()
  await bar(page).fill('')
}
