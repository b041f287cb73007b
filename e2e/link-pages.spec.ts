import { testWithSites } from './support/fetching.ts'
import { bar, cards } from './support/offline.ts'
import { expect, openHomeAs, signUp } from './support/person.ts'

/** An orange PNG of 64 × 64 pixels. No SVG is drawn. */
const ICON = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAATklEQVR42u3PQQkAAAgEsItmaANeBN/CYAWWnbwWAQEBAQEB' +
    'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAYFLAQDHQOLgEPjAAAAAAElFTkSuQmCC',
  'base64',
)

const test = testWithSites((request, response) => {
  if (request.url === '/favicon.ico') response.writeHead(200, { 'content-type': 'image/png' }).end(ICON)
  else if (request.url !== '/loaf') response.writeHead(404).end()
  else
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<title>Sourdough for beginners</title><meta name=description content="Flour, water, patience">')
})

test('[CD-10] an added link gets icon and title of its page, and the browser asks only this server', async ({
  page,
  fetching,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(fetching.origin)) foreign.push(request.url())
  })
  await openHomeAs(page, await signUp(fetching.origin), fetching.origin)
  await page.goto(`${fetching.origin}/home?primary_opt=all`)
  await bar(page).fill('https://bread.example/loaf')
  await bar(page).press('Control+Enter')
  const row = cards(page).first()
  await expect(row).toContainText('Sourdough for beginners')
  await expect(row).toContainText('bread.example')
  await expect(row).toContainText('Flour, water, patience')
  const icon = row.locator('img')
  await expect(icon).toHaveAttribute('src', /^\/api\/pictures\/[0-9a-f]{40}\.webp$/)
  await expect.poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)

  // The row says that words which only the page has are from the page.
  await bar(page).fill('patience')
  await expect(row).toContainText('The page: Flour, water, patience')
  await expect(row.locator('mark')).toHaveText('patience')
  await bar(page).fill('sourdough')
  await expect(row).not.toContainText('The page:')
  await bar(page).fill('')

  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Fetch page again' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The page is fetched again' })).toHaveCount(1)

  await page.goto(`${fetching.origin}/settings#data`)
  const section = page.getByRole('region', { name: 'Pages of links' })
  await expect(section.getByText('Fetched', { exact: true })).toBeVisible()
  expect(foreign.filter((url) => !/^(?:data|blob):/.test(url))).toEqual([])
})
