import type { BrowserContext, Page } from '@playwright/test'

/** Holds requests for these addresses back, until what it resolves with is called. */
export async function holding(by: Page | BrowserContext, addresses: RegExp): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await by.route(addresses, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}
