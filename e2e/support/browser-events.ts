import type { Browser, BrowserContext, Page } from '@playwright/test'

/** How many of the last events are shown. */
const SHOWN = 10

/** Events of all pages of a browser since the test began: errors, failed requests, loaded documents. */
export class BrowserEvents {
  #events: string[] = []

  constructor(browser: Browser) {
    browser.on('context', (context) => this.#follow(context))
  }

  /** Drops the events of earlier tests. */
  clear(): void {
    this.#events = []
  }

  /** The last events, one per line. */
  text(): string {
    return this.#events.slice(-SHOWN).join('\n')
  }

  #follow(context: BrowserContext): void {
    context.on('page', (page) => this.#followPage(page))
    context.on('weberror', (error) => this.#add('error', error.error().message))
    context.on('console', (message) => {
      if (message.type() === 'error') this.#add('console', message.text())
    })
    context.on('requestfailed', (request) =>
      this.#add('request failed', `${request.url()}: ${request.failure()?.errorText}`),
    )
  }

  #followPage(page: Page): void {
    page.on('crash', () => this.#add('page crashed', page.url()))
    page.on('domcontentloaded', () => this.#add('document', page.url()))
  }

  #add(kind: string, text: string): void {
    this.#events.push(`${new Date().toISOString().slice(11, 23)} ${kind}: ${text}`)
  }
}
