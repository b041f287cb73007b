import type { Page } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { testWithSites } from './support/fetching.ts'
import { bar, cards, untilServiceWorkerAnswers } from './support/offline.ts'
import { expect, openHomeAs, signUp } from './support/person.ts'

const SENTENCES = Array.from(
  { length: 8 },
  (_, n) =>
    `<p>Sentence ${n} of an article about bread, which is long enough, with commas, that a reader finds it.</p>`,
).join('')
const PAGE = `<html lang="en"><head><title>Sourdough</title></head><body><nav><a href="/">Home</a></nav><article>
  <h1>Sourdough</h1><p>Flour and <em>patience</em> make a cardamom loaf.</p>${SENTENCES}
  <img src="https://spy.example/a.png"><script>document.title = 'ran'</script>
  <h2>Method</h2><ul><li>mix</li><li>wait</li></ul></article></body></html>`

const test = testWithSites((request, response) => {
  const isPage = request.url === '/loaf'
  const body = isPage ? PAGE : '<title>Nothing</title>'
  if (!isPage && request.url !== '/empty') response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': 'text/html' }).end(body)
})

test.use({ serviceWorkers: 'allow' })

const reader = (page: Page) => page.getByRole('dialog', { name: 'Copy of the page' })

async function addLink(page: Page, address: string): Promise<void> {
  await bar(page).fill(address)
  await bar(page).press('Control+Enter')
  await expect(cards(page).filter({ hasText: new URL(address).host })).toHaveCount(1)
}

async function choose(page: Page, host: string, item: string): Promise<void> {
  await cards(page).filter({ hasText: host }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}

/** Selects a passage of a paragraph, as with a pointer. */
async function select(page: Page, from: string, length: number): Promise<void> {
  await reader(page)
    .getByText(from)
    .first()
    .evaluate((element, count) => {
      const range = document.createRange()
      const text = element.firstChild as Text
      range.setStart(text, 0)
      range.setEnd(text, count)
      getSelection()?.removeAllRanges()
      getSelection()?.addRange(range)
    }, length)
}

test('[CD-10] a copy of a page can be made, read, highlighted and found by its words', {
  tag: ['@wide', '@narrow'],
}, async ({ page, fetching }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(fetching.origin)) foreign.push(request.url())
  })
  await openHomeAs(page, await signUp(fetching.origin), fetching.origin)
  await page.goto(`${fetching.origin}/home?primary_opt=all`)
  await addLink(page, 'https://bread.example/loaf')
  await addLink(page, 'https://other.example/empty')
  await choose(page, 'bread.example', 'Keep a copy')
  const row = cards(page).filter({ hasText: 'bread.example' })
  await row.getByRole('button', { name: 'Read the copy' }).click()
  await expect(reader(page).getByRole('heading', { name: 'Sourdough' })).toBeVisible()
  await expect(reader(page)).toContainText('Flour and patience make a cardamom loaf.')
  await expect(reader(page).getByRole('listitem').filter({ hasText: 'mix' })).toHaveCount(1)
  await expect(reader(page)).not.toContainText('Home')
  await expect(reader(page).locator('img, script, iframe')).toHaveCount(0)
  await expect(reader(page)).toContainText('A copy is text.')

  const highlight = reader(page).getByRole('button', { name: 'Highlight' })
  await expect(highlight).toBeDisabled()
  const isCut = (label: Element) => label.scrollWidth > label.clientWidth
  expect(await highlight.getByText('Highlight').evaluate(isCut)).toBe(false)
  await select(page, 'Sentence 3', 24)
  await highlight.click()
  await expect(reader(page).locator('mark')).toHaveText('Sentence 3 of an article')
  await select(page, 'Sentence 5', 24)
  // Selection events come with a delay.
  await expect(highlight).toBeEnabled()
  await page.keyboard.press('h')
  await expect(reader(page).locator('mark')).toHaveCount(2)
  await expect(reader(page).getByText('2 highlights')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reader(page)).toHaveCount(0)
  await expect(row).toContainText('Sentence 3 of an article')

  await page.reload()
  await row.getByRole('button', { name: 'Read the copy' }).click()
  await expect(reader(page).locator('mark')).toHaveCount(2)
  await reader(page).getByText('2 highlights').click()
  await reader(page).getByRole('button', { name: 'Remove the highlight' }).first().click()
  // A list assertion retries until one mark is left; a text assertion would fail at once with two.
  await expect(reader(page).locator('mark')).toHaveText(['Sentence 5 of an article'])
  await page.goBack()

  await bar(page).fill('copy:"cardamom loaf"')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('bread.example')
  // The row says where the words were found, unless they are in the card itself.
  await expect(row.getByRole('button', { name: 'Found in the copy alone: read it' })).toHaveCount(1)
  await bar(page).fill('copy:loaf')
  await expect(row.getByRole('button', { name: 'Read the copy' })).toHaveCount(1)
  await bar(page).fill('-has:copy')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('other.example')
  await bar(page).fill('copy:rye')
  await expect(cards(page)).toHaveCount(0)
  await bar(page).fill('')
  await choose(page, 'bread.example', 'Remove the copy')
  await expect(row.getByRole('button', { name: 'Read the copy' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByRole('button', { name: 'Read the copy' })).toHaveCount(1)
  expect(foreign).toEqual([])
})

test('[CD-10] a page without text says why there is no copy', async ({ page, fetching }) => {
  await openHomeAs(page, await signUp(fetching.origin), fetching.origin)
  await page.goto(`${fetching.origin}/home?primary_opt=all`)
  await addLink(page, 'https://other.example/empty')
  await choose(page, 'other.example', 'Keep a copy')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(reader(page)).toContainText('The server found no text to read')
  await expect(reader(page).getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('[CD-10] copies on this device, kept by a rule for all links, can be read and searched offline', async ({
  page,
  context,
  fetching,
}) => {
  await openHomeAs(page, await signUp(fetching.origin), fetching.origin)
  await page.goto(`${fetching.origin}/settings#data`)
  const section = page.getByRole('region', { name: 'Copies of pages' })
  const saved = page.waitForResponse('**/api/user/update-copy-rule')
  await section.getByRole('radio', { name: 'All links' }).check()
  await saved
  await section.getByRole('checkbox', { name: 'Keep copies on this device' }).check()
  await page.goto(`${fetching.origin}/home?primary_opt=all`)
  await addLink(page, 'https://bread.example/loaf')
  await expect(cards(page).getByRole('button', { name: 'Read the copy' })).toBeVisible()
  await page.goto(`${fetching.origin}/settings#data`)
  await expect(section).toContainText('1 copy is on this device.')
  await expect(section).toContainText('1 copy, less than 0.1 MB of your room.')
  await page.goto(`${fetching.origin}/home?primary_opt=all`)
  await expect(cards(page)).toHaveCount(1)
  await untilServiceWorkerAnswers(page)
  await context.setOffline(true)
  await bar(page).fill('copy:cardamom')
  await expect(cards(page)).toHaveCount(1)
  await bar(page).fill('copy:rye')
  await expect(cards(page)).toHaveCount(0)
  await bar(page).fill('')
  await cards(page).getByRole('button', { name: 'Read the copy' }).click()
  await expect(reader(page)).toContainText('Flour and patience make a cardamom loaf.')
  await context.setOffline(false)
})

test('[CD-10] without a network and without copies on this device, reading and searching say so', async ({
  page,
  context,
  fetching,
}) => {
  await openHomeAs(page, await signUp(fetching.origin), fetching.origin)
  await page.goto(`${fetching.origin}/home?primary_opt=all`)
  await addLink(page, 'https://bread.example/loaf')
  await choose(page, 'bread.example', 'Keep a copy')
  await untilServiceWorkerAnswers(page)
  const read = cards(page).getByRole('button', { name: 'Read the copy' })
  await read.click()
  await expect(reader(page)).toContainText('cardamom loaf')
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  await read.click()
  await expect(reader(page)).toContainText('The copy is not on this device')
  await page.keyboard.press('Escape')
  await bar(page).fill('copy:cardamom')
  await expect(page.getByText('Words of copies and of files are looked for by the server')).toBeVisible()
  await context.setOffline(false)
})

test('[CD-10] the reading view is accessible at three widths in both themes', async ({ page, fetching }) => {
  await openHomeAs(page, await signUp(fetching.origin), fetching.origin)
  await page.goto(`${fetching.origin}/home?primary_opt=all`)
  await addLink(page, 'https://bread.example/loaf')
  await choose(page, 'bread.example', 'Keep a copy')
  await cards(page).getByRole('button', { name: 'Read the copy' }).click()
  await select(page, 'Sentence 3', 24)
  await reader(page).getByRole('button', { name: 'Highlight' }).click()
  await expect(reader(page).locator('mark')).toHaveCount(1)
  await expectNoFindings(page, 'a copy')
})
