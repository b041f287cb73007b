import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { BROWSER_ARGS, ensureBrowser } from '../../../scripts/lib/browser.mjs'
import type { Session } from '../server/seed.ts'
import { installStopwatch } from './stopwatch.ts'

/** A browser with its own profile on the disk and a signed-in session. */
export async function openBrowser(profile: string, session: Session): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await ensureBrowser(),
    args: BROWSER_ARGS,
    viewport: { width: 1440, height: 900 },
  })
  await context.addInitScript(installStopwatch)
  await context.addInitScript(({ accessToken, refreshToken }) => {
    if (localStorage.getItem('jwt_refresh_token') !== null) return
    localStorage.setItem('jwt_access_token', accessToken)
    localStorage.setItem('jwt_refresh_token', refreshToken)
  }, session)
  return context
}

export async function pageOf(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  page.setDefaultTimeout(60_000)
  return page
}

/** ms measured by the page's stopwatch; null: nothing within the limit. */
export async function takenBy(page: Page, limit = 5_000): Promise<number | null> {
  try {
    await page.waitForFunction(() => window.stopwatch.taken !== null, undefined, {
      timeout: limit,
      polling: 10,
    })
  } catch {
    return null
  }
  return page.evaluate(() => window.stopwatch.taken)
}
