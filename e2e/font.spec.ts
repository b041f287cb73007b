import type { Browser, Page } from '@playwright/test'
import { expect, onAnotherDevice, test } from './support/person.ts'

/** Font families that render the letters of an element. */
async function familiesOf(page: Page, selector: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName }) => familyName)
}

/**
 * Expects the product's font. A browser drops it if it arrives too late (`font-display: optional`), as on a
 * busy machine. So several devices try, each on its first visit.
 */
async function expectOurFont(open: () => Promise<Page>, selector: string): Promise<void> {
  await expect(async () => {
    const page = await open()
    await page.locator(selector).first().waitFor()
    const families = await familiesOf(page, selector)
    await page.context().close()
    expect(families).toEqual(['Geist'])
  }).toPass()
}

const visit = async (browser: Browser, address: string) => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(address)
  return page
}

test('text has the font of the product from the first visit on', async ({ browser, person, baseURL }) => {
  await expectOurFont(() => visit(browser, `${baseURL}/`), 'h1')
  await expectOurFont(() => visit(browser, `${baseURL}/docs`), 'h1')
  await expectOurFont(() => onAnotherDevice(browser, person, baseURL ?? ''), '[data-searchbar="home"] input')
})
