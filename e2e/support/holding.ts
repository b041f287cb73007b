import type { BrowserContext, Page } from '@playwright/test'

/** Delays requests to these addresses until the returned function is called. */
export async function holding(by: Page | BrowserContext, addresses: RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await by.route(addresses, async (route) => {
    await held
    await route.continue()
  })
  return release
}
