import { expectNoFindings } from './support/accessibility.ts'
import { expect, test } from './support/person.ts'
import { KITCHEN_AND_SCHOOL, sow } from './support/seed.ts'

test.use({ serviceWorkers: 'allow' })

const HOSTILE = '<img src=x onerror=alert(1)> & "Bread"'

test('[HM-19] a search can be shared from the menu of the result, read without an account, and withdrawn in the settings', {
  tag: ['@wide', '@narrow'],
}, async ({ page, person, browser, baseURL }) => {
  await sow(person, [
    ...KITCHEN_AND_SCHOOL,
    { type: 'link', content: `${HOSTILE}\nhttps://example.org/bread\n\nWith rye.`, tags: ['baking'] },
  ])
  await page.goto('/home?primary_opt=hyperlink&search=baking')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share this search…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this search' })
  await expect(dialog.getByLabel('Title')).toHaveValue('baking')
  await dialog.getByLabel('Title').fill('Bread & more')
  await dialog.getByRole('checkbox', { name: /^Descriptions/ }).check()
  await expectNoFindings(page, 'the dialog')
  await dialog.getByRole('button', { name: 'Make the address' }).click()
  const address = await dialog.locator('code').textContent()
  expect(address).toMatch(new RegExp(`^${baseURL}/api/shared/[\\w-]{43}$`))
  await dialog.getByRole('button', { name: 'Done' }).click()

  const visitor = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const shared = await visitor.newPage()
  const problems: string[] = []
  shared.on('console', (message) => problems.push(message.text()))
  shared.on('dialog', (alert) => problems.push(alert.message()))
  await shared.goto(address ?? '')
  await expect(shared.getByRole('heading', { level: 1 })).toHaveText('Bread & more')
  await expect(shared.getByRole('link', { name: HOSTILE })).toHaveAttribute(
    'href',
    'https://example.org/bread',
  )
  await expect(shared.getByText('With rye.')).toBeVisible()
  await expect(shared.getByText('baking'), 'tags were not chosen').toHaveCount(0)
  await expectNoFindings(shared, 'the page')
  expect(await shared.locator('script').count()).toBe(0)
  // Chromium's own XML parser is strict.
  const titles = await shared.evaluate(
    (feed) =>
      new Promise<(string | null)[]>((resolve) => {
        const request = new XMLHttpRequest()
        request.open('GET', feed)
        request.responseType = 'document'
        request.onload = () =>
          resolve(
            [...(request.responseXML?.querySelectorAll('item > title') ?? [])].map(
              (each) => each.textContent,
            ),
          )
        request.send()
      }),
    `${address}/feed.xml`,
  )
  expect(titles).toContain(HOSTILE)

  await page.goto('/settings#shared-searches')
  const section = page.getByRole('region', { name: 'Shared searches' })
  await expect(section.getByRole('link', { name: 'Open Bread & more' })).toHaveAttribute(
    'href',
    address ?? '',
  )
  await expect(section).toContainText('titles and addresses, descriptions')
  await section.getByRole('button', { name: 'Take Bread & more back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
  await expect(section).toContainText('None. On home')
  await expect(section).toBeFocused()
  expect((await shared.goto(address ?? ''))?.status()).toBe(404)
  await expect(shared.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible()
  await page.goto('/settings#recent-activity')
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText(
    'Shared search taken back',
  )
  expect(problems.filter((text) => !text.includes('404'))).toEqual([])
  await visitor.close()
})

test('[HM-19] [OF-1] notes and todos are shared only if ticked, and nothing is shared without a network', async ({
  page,
  person,
}) => {
  await sow(person, KITCHEN_AND_SCHOOL)
  await page.goto('/home?primary_opt=note&popups_center=share-search')
  const dialog = page.getByRole('dialog', { name: 'Share this search' })
  const share = dialog.getByRole('button', { name: 'Make the address' })
  await expect(dialog.getByLabel('Title')).toHaveValue('All notes')
  await expect(dialog).toContainText('This search finds notes. Tick “Notes and todos” to share them.')
  await expect(share).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /^Notes and todos/ }).check()
  await dialog.getByLabel('Title').fill('')
  await expect(dialog).toContainText('Others see the title, so it needs one.')
  await expect(share).toBeDisabled()
  await dialog.getByLabel('Title').fill('My notes')
  await page.context().setOffline(true)
  await share.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.context().setOffline(false)
  await share.click()
  await expect(dialog.getByRole('link', { name: 'RSS' })).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy address' }).click()
  const address = await dialog.locator('code').textContent()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address)
})
