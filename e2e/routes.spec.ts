import { expect, type Page, test } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { SHOPPING } from './support/editor.ts'
import { cards } from './support/offline.ts'
import { createAccount, newPerson, test as signedInTest } from './support/person.ts'
import { sow } from './support/seed.ts'

/** Popups only. Help beside the controls is a dialog, too, but not modal. */
const dialogs = (page: Page) => page.locator('[aria-modal="true"]')

test('[RT-1] an unknown address shows Not Found with a link to home', async ({ page }) => {
  await page.goto('/no-such-place')
  await expect(page.getByRole('heading', { level: 1, name: 'Not Found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go home' })).toHaveAttribute('href', '/home')
  await expectNoFindings(page)
  // Also below an existing page: the tab has the title “Not Found”, and the next page has its own title.
  await page.goto('/docs/no-such-chapter')
  await expect(page).toHaveTitle('Not Found · Cardinal')
  await page.getByRole('link', { name: 'Read the docs' }).click()
  await expect(page).toHaveTitle('User manual · Cardinal')
})

test('[ID-9] pages of the app ask signed-out people to sign in, and open after it', async ({ page }) => {
  for (const path of ['/home', '/create-form', '/edit-form', '/tagger']) {
    await page.goto(`${path}?col=cols`)
    await expect(page).toHaveURL('/')
  }
  await page.getByLabel('I have read How it Works').check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await createAccount(page, newPerson(), /\/tagger\?col=cols/)
  expect(page.url()).not.toContain('sign_in_code')
})

test('[ID-9] a person sees that the server, not the password, is why a sign-in failed', async ({ page }) => {
  const sentences = {
    'wrong-client': 'The sign-in provider refuses this server: client id or secret is wrong.',
    'wrong-issuer': 'The address of the sign-in provider is wrong on this server.',
  }
  for (const [problem, sentence] of Object.entries(sentences)) {
    await page.goto(`/?sign_in_error=${problem}`)
    const notice = page.getByRole('region', { name: 'Notifications' })
    await expect(notice).toContainText(`${sentence} Its operator finds more in the log.`)
    await expect(page).toHaveURL('/')
  }
})

signedInTest('[RT-2] [RT-3] nonsense in the address falls to the defaults', async ({ page }) => {
  await page.goto('/home?primary_opt=%7B%7D&col=9&view_cards=true&popups_center=4&exclude_fields=what&x=y')
  await expect(page.getByRole('combobox').first()).toBeVisible()
  await expect(dialogs(page)).toHaveCount(0)
  await expect(page.getByText('Something went wrong!')).toHaveCount(0)
})

signedInTest('[RT-4] popups open from the address; Escape and Back close the topmost', async ({ page }) => {
  await page.goto('/home?popups_center=["home-sorter","home-viewer"]')
  await expect(dialogs(page)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(dialogs(page)).toHaveCount(1)
  await expect(dialogs(page)).toHaveAccessibleName('Sort')
  await page.keyboard.press('Escape')
  await expect(dialogs(page)).toHaveCount(0)
  expect(page.url()).not.toContain('popups_center')
})

signedInTest(
  '[RT-2] [RT-3] the address names popups and their parameters plainly',
  async ({ page, person }) => {
    const [id] = await sow(person, SHOPPING)
    await page.goto('/home?exclude_fields=tags,dates')
    await page.getByRole('article').press('Shift+Enter')
    const whole = page.getByRole('dialog', { name: 'Card', exact: true })
    await expect(whole.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('Shopping')
    const plain = `/home?exclude_fields=tags,dates&popups_center=master-editor&master-editor.entityId=${id}`
    await expect(page).toHaveURL(plain)
    await page.reload()
    await expect(whole.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('Shopping')

    // Links of earlier releases hold JSON; they still open, and the next address is plain.
    const older = { exclude_fields: ['tags', 'dates'], popups_center: ['master-editor'] }
    const pairs = Object.entries({ ...older, popups_params: { 'master-editor': { entityId: id } } })
    const query = new URLSearchParams(pairs.map(([name, value]) => [name, JSON.stringify(value)]))
    await page.goto(`/home?${query}`)
    await expect(whole.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('Shopping')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/home?exclude_fields=tags,dates')
  },
)

signedInTest(
  '[RT-4] focus goes into a popup and back to what opened it; Back closes it',
  async ({ page }) => {
    await page.goto('/settings#account')
    const opener = page.getByRole('button', { name: 'New workspace' })
    await opener.click()
    await expect(dialogs(page).getByRole('textbox')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialogs(page)).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.click()
    await expect(dialogs(page)).toHaveCount(1)
    await page.goBack()
    await expect(dialogs(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/settings#account$/)
  },
)

signedInTest(
  '[RT-4] a name that is no popup is ignored, and a question is dropped on reload',
  async ({ page }) => {
    await page.goto('/home?popups_center=["no-such-popup","are-you-sure","text-asker"]')
    await expect(page.getByRole('combobox').first()).toBeVisible()
    await expect(dialogs(page)).toHaveCount(0)
    await expect(page).not.toHaveURL(/are-you-sure|text-asker/)
  },
)

signedInTest('[RT-7] a card that is not there is Not Found', async ({ page }) => {
  for (const address of [
    '/edit-form?entityId=aaaaaaaaaaaaaaaaaaaaaaaa',
    '/edit-form?entityId=x',
    '/edit-form',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Not Found' }), address).toBeVisible()
    await expect(page).toHaveTitle('Not Found · Cardinal')
  }
  await page.goto('/create-form?formType=create&primary_opt=note')
  await expect(page.getByRole('heading', { name: 'New card' })).toBeVisible()
})

test('[RT-8] pages for visitors load no code of the app', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await page.goto('/pricing')
  await expect(page.getByLabel('Country')).toBeVisible()
  expect(scripts.filter((url) => /home-page|connected-frame|router/.test(url))).toEqual([])
})

signedInTest('[RT-8] home and its parts come in at most 60 files', async ({ page, person }) => {
  await sow(person, SHOPPING)
  const files = new Set<string>()
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) files.add(request.url())
  })
  await page.goto('/home?primary_opt=todo')
  await expect(cards(page).first()).toBeVisible()
  // These files are loaded last.
  await expect.poll(() => [...files].filter((url) => /capture-card-.*\.js$/.test(url))).toHaveLength(1)
  await expect.poll(() => [...files].filter((url) => /palette-.*\.js$/.test(url))).toHaveLength(1)
  expect(files.size).toBeLessThanOrEqual(60)
})

test('[RT-9] a broken part leaves the page usable, and its error can be shown and hidden', async ({
  page,
}) => {
  await page.route(/sample-search-.*\.js/, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByText('Something went wrong!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Show Error' }).click()
  await expect(page.locator('pre')).toBeVisible()
  await page.getByRole('button', { name: 'Hide Error' }).click()
  await expect(page.locator('pre')).toHaveCount(0)
})

signedInTest(
  '[RT-3] [RT-9] a tab that is left and entered again by Back and Forward works, without an error',
  async ({ page, person }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await sow(person, SHOPPING)
    await page.goto('/home')
    const card = page.getByRole('article', { name: /Shopping/ })
    for (const left of ['/settings', '/docs', '/tagger']) {
      await expect(card).toBeVisible()
      await page.goto(left)
      await expect(page.getByRole('main')).toBeVisible()
      await page.goBack()
      await expect(card).toBeVisible()
      await page.goForward()
      await expect(page.getByRole('main')).toBeVisible()
      await page.goBack()
    }
    await card.getByRole('checkbox', { name: 'milk' }).check()
    await expect(page.getByRole('status', { name: 'Saving', exact: true })).toHaveText('Saved')
    expect(errors).toEqual([])
  },
)

/** The script with the panel in which a card is tagged. */
const PANEL = /\/assets\/later-parts-[\w-]+\.js$/

signedInTest.describe('[RT-9] without a service worker, as over plain HTTP', () => {
  signedInTest.use({ serviceWorkers: 'block' })

  signedInTest(
    'a part whose code can’t be fetched leaves the list alone, and says what to do',
    async ({ page, person, context }) => {
      await sow(person, [
        { type: 'todo', content: 'Rake the leaves' },
        { type: 'todo', content: 'Sweep the yard' },
      ])
      // It is fetched after the first cards, before any press.
      await page.route(PANEL, (route) => route.abort())
      await page.goto('/home')
      await expect(cards(page)).toHaveCount(2)
      await context.setOffline(true)
      const card = cards(page).filter({ hasText: 'Rake the leaves' })
      await card.focus()
      await page.keyboard.press('t')
      await expect(card.getByRole('alert')).toContainText('Reload the page when you are online again.')
      await expect(cards(page)).toHaveCount(2)
      await context.setOffline(false)
      await page.unroute(PANEL)
      await card.getByRole('button', { name: 'Reload the page' }).click()
      await expect(cards(page)).toHaveCount(2)
      await cards(page).filter({ hasText: 'Rake the leaves' }).focus()
      await page.keyboard.press('t')
      await expect(page.getByRole('textbox', { name: 'Add tags, with commas between them' })).toBeVisible()
    },
  )

  signedInTest(
    'a note can be opened and written without a network, because the editor is loaded behind the first cards',
    async ({ page, person, context }) => {
      await sow(person, [{ type: 'note', content: 'Focaccia' }])
      const loaded = page.waitForResponse(/\/assets\/note-editor-[\w-]+\.js$/)
      await page.goto('/home?primary_opt=note')
      await expect(cards(page)).toHaveCount(1)
      await (await loaded).finished()
      await context.setOffline(true)
      await cards(page).first().focus()
      await page.keyboard.press('Enter')
      const text = page.getByRole('textbox', { name: 'Text of the note' })
      await expect(text).toBeFocused()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' with rosemary')
      await page.keyboard.press('Escape')
      await expect(cards(page).filter({ hasText: 'Focaccia with rosemary' })).toHaveCount(1)
      await context.setOffline(false)
    },
  )
})
