import { expect, test } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { onAnotherDevice, test as signedInTest } from './support/person.ts'

const PAGES = [
  ['/docs', 'User manual'],
  ['/guides', 'Video guides'],
  ['/faqs', 'Frequently asked questions'],
  ['/tips', 'Precaution'],
  ['/about', 'About Cardinal'],
  ['/contact', 'Contact'],
  ['/shipping', 'Shipping policy'],
  ['/refund', 'Refund policy'],
  ['/privacy-policy', 'Privacy policy'],
  ['/terms-of-service', 'Terms of service'],
  ['/pricing', 'Plans and pricing'],
] as const

for (const [path, title] of PAGES) {
  test(`[PG-3] ${path} reads without script, with its own title and description`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(/Cardinal/)
    const description = page.locator('meta[name="description"]')
    expect((await description.getAttribute('content'))?.length).toBeGreaterThan(40)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path}$`))
    await context.close()
  })

  test(`[RT-1] ${path} has no accessibility findings in both themes at three widths`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expectNoFindings(page)
  })
}

test('[PG-1] the terms have twelve numbered sections and their date', async ({ page }) => {
  await page.goto('/terms-of-service')
  await expect(page.getByText('10th January 2024')).toBeVisible()
  await expect(page.locator('main').getByRole('heading', { level: 2 })).toHaveText([
    '1. Introduction',
    '2. Use of service',
    '3. Content',
    '4. Payments and subscriptions',
    '5. Data security',
    '6. Disclaimer',
    '7. Termination',
    '8. Limitation of liability',
    '9. Indemnification',
    '10. Changes to terms',
    '11. Governing law',
    '12. Contact',
  ])
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('[PG-2] the privacy policy has fourteen sections and says what it must', async ({ page }) => {
  await page.goto('/privacy-policy')
  const main = page.locator('main')
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(14)
  for (const text of [
    'social sign-in button',
    'only your name and your email address',
    'cloud provider',
    'currently not encrypted',
    'encryption of certain folders is planned',
    'card payment provider',
    'country-specific',
    'under 13',
    'last login or refresh',
    'type of your device',
  ]) {
    await expect(main).toContainText(text)
  }
  await expect(main.getByRole('term')).toHaveText([
    'Access',
    'Update',
    'Delete',
    'Rectification',
    'Objection',
    'Restriction',
    'Portability',
    'Withdrawal of consent',
  ])
})

test('[PG-3] contact gives an email and an address in Pune', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.locator('main').locator('a[href^="mailto:"]').first()).toBeVisible()
  await expect(page.locator('address')).toContainText('Pune')
  await expect(page.locator('address')).toContainText('India')
})

test('[PG-4] see more shows the rest of the manual and hides itself', async ({ page }) => {
  await page.goto('/docs')
  const more = page.getByRole('button', { name: 'See more' })
  await expect(page.getByRole('heading', { name: 'How the searchbar works' })).toHaveCount(0)
  await more.click()
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How the searchbar works' })).toBeVisible()
  await expect(more).toHaveCount(0)
})

test('[PG-4] ten usage examples, one open at a time', async ({ page }) => {
  await page.goto('/docs')
  const examples = page.locator('#usage-examples').getByRole('heading', { level: 3 }).getByRole('button')
  await expect(examples).toHaveText([
    'Entrepreneur',
    'Chef',
    'Programmer / developer',
    'Working professional',
    'Fitness',
    'Parent',
    'Student',
    'Freelancer',
    'Researcher',
    'Gardener',
  ])
  await examples.nth(1).click()
  await expect(page.getByRole('term')).toHaveText(['Scenario', 'Tags and groups', 'Usage', 'Outcome'])
  await examples.nth(9).click()
  await expect(examples.nth(1)).toHaveAttribute('aria-expanded', 'false')
  await expect(examples.nth(9)).toHaveAttribute('aria-expanded', 'true')
  await examples.nth(9).click()
  await expect(examples.nth(9)).toHaveAttribute('aria-expanded', 'false')
})

test('[PG-4] every usage example finds something in its own cards', async ({ page }) => {
  await page.goto('/docs')
  const examples = page.locator('#usage-examples').getByRole('heading', { level: 3 }).getByRole('button')
  for (let index = 0; index < 10; index++) {
    await examples.nth(index).click()
    await page.getByRole('button', { name: /^Try it/ }).click()
    await expect(page.getByRole('list', { name: 'Cards found' }).getByRole('article').first()).toBeVisible()
  }
})

test('[ID-8] opening a usage example while signed out is recorded', async ({ page }) => {
  await page.goto('/docs')
  // Nothing else is recorded on this page.
  const recorded = page.waitForResponse((response) => response.url().endsWith('/api/user/action-taken'))
  await page.getByRole('button', { name: 'Chef' }).click()
  expect((await recorded).status()).toBe(200)
})

test('[PG-5] the manual states the problem, the solution and the features', async ({ page }) => {
  await page.goto('/docs')
  const main = page.locator('main')
  await expect(main).toContainText('you don’t know which tags you used')
  await expect(main).toContainText('through those you remember')
  for (const feature of [
    'tag grouping',
    'tag suggestions',
    'search with exclusion',
    'Notes, links and todos',
  ]) {
    await expect(main).toContainText(feature)
  }
})

test('[PG-6] pricing states the free tier and follows the country', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByText('Free for up to 500 cards.')).toBeVisible()
  await page.getByLabel('Country').selectOption('India')
  await expect(page.getByRole('region', { name: 'Unlimited' })).toContainText('₹1,490')
  await page.getByRole('radio', { name: 'Monthly' }).check({ force: true })
  await expect(page.getByRole('region', { name: 'Unlimited' })).toContainText('₹149')
})

test('[PG-6] settings and subscription have their headings for everyone', async ({ page }) => {
  await page.goto('/settings?adding=true')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings page' })).toBeVisible()
  await page.goto('/subscription?adding=nonsense')
  await expect(page.getByRole('heading', { level: 1, name: 'Subscription page' })).toBeVisible()
})

signedInTest(
  '[PG-6] [ID-12] settings correct the name, switch help off and make a workspace',
  async ({ page, person }) => {
    await page.goto('/settings')
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await page.getByRole('textbox', { name: 'Name' }).first().fill('Grace Hopper')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
    await page.getByRole('switch', { name: /Show help signs/ }).uncheck({ force: true })
    await page.getByRole('button', { name: 'New workspace' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('garden')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('button', { name: 'Open My workspace' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('Grace Hopper')
    await expect(page.getByRole('switch', { name: /Show help signs/ })).not.toBeChecked()
    await expect(page.getByRole('button', { name: 'Open My workspace' })).toBeVisible()
  },
)

signedInTest(
  '[HM-18] [ID-12] settings refuse a bad name of a workspace at once; what goes from a list hands its focus on',
  async ({ page, person }) => {
    await page.request.post('/api/user/update-global-settings', {
      headers: { authorization: `Bearer ${person.accessToken}` },
      data: { saved_searches: ['recipes', 'maths', 'travel'] },
    })
    await page.goto('/settings')
    await page.getByRole('button', { name: 'New workspace' }).click()
    const asker = page.getByRole('dialog', { name: 'Write a text' })
    for (const [name, problem] of [
      ['my WORKSPACE', 'There is a workspace “My workspace” already.'],
      ['w'.repeat(51), 'A name has at most 50 characters.'],
    ] as const) {
      await asker.getByLabel('Name').fill(name)
      await page.keyboard.press('Enter')
      await expect(asker).toContainText(problem)
    }
    await asker.getByLabel('Name').fill('garden')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Rename garden' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete garden' }).click()
    await page.getByRole('alertdialog').getByRole('textbox').fill('garden')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Rename garden' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete My workspace' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Workspaces' })).toBeFocused()

    const tokens = page.getByRole('region', { name: 'Personal tokens' })
    await tokens.getByLabel('Name').fill('script')
    await page.keyboard.press('Enter')
    await expect(tokens).toContainText('cardinal_pat_')
    await tokens.getByRole('button', { name: 'End script' }).click()
    await page.getByRole('button', { name: 'End token' }).click()
    await expect(tokens).toContainText('No tokens.')
    await expect(tokens, 'a token that is gone is not offered any more').not.toContainText('cardinal_pat_')
    await expect(tokens).toBeFocused()

    await page.getByRole('button', { name: 'Remove maths' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Remove maths' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Remove/ }).and(page.locator(':focus'))).toHaveCount(1)
  },
)

signedInTest(
  '[ID-5] signing out ends the session on the server: its refresh token renews nothing any more',
  async ({ page }) => {
    await page.goto('/settings')
    const jwt_refresh_token = await page.evaluate(() => localStorage.getItem('jwt_refresh_token'))
    await page.getByRole('region', { name: 'Leave' }).getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/$/)
    const renewal = await page.request.post('/api/user/renew-access-token', { data: { jwt_refresh_token } })
    expect(renewal.status()).toBe(401)
  },
)

signedInTest(
  '[PG-6] settings have the theme, the saved searches, the keys, and what this device holds',
  async ({ page, person }) => {
    await page.request.post('/api/user/update-global-settings', {
      headers: { authorization: `Bearer ${person.accessToken}` },
      data: { saved_searches: ['recipes, -meat'] },
    })
    await page.goto('/settings')
    const region = (name: string) => page.getByRole('region', { name })
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await region('Saved searches').getByRole('button', { name: 'Remove recipes, -meat' }).click()
    await expect(region('Saved searches')).toContainText('None yet')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(region('Saved searches')).toContainText('recipes, -meat')
    await expect(region('Keyboard').getByRole('term')).not.toHaveCount(0)
    await expect(region('On this device')).toContainText('Everything is saved on the server')
    await expect(region('On this device')).toContainText(/[\d.]+ ?MB/)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(region('Saved searches')).toContainText('recipes, -meat')
    await page.getByRole('button', { name: 'Export the open workspace' }).click()
    await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Import a file' }).click()
    await expect(page.getByRole('dialog', { name: 'Import' })).toBeVisible()
  },
)

signedInTest('[ID-12] everything can be downloaded, and the account deleted', async ({ page, person }) => {
  await page.goto('/settings')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.(json|zip)$/)
  await page.getByRole('button', { name: 'Delete the account' }).click()
  const sure = page.getByRole('alertdialog')
  await expect(sure.getByRole('button', { name: 'Delete my account' })).toBeDisabled()
  await sure.getByRole('textbox').fill(person.email)
  await sure.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL('/')
  expect(await page.evaluate(() => localStorage.getItem('jwt_refresh_token'))).toBeNull()
})

signedInTest('[PG-6] a personal token is shown once and can be ended', async ({ page, person, request }) => {
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Personal tokens' })
  await section.getByLabel('Name').fill('backup script')
  await section.getByRole('button', { name: 'New token' }).click()
  const secret = (await section.locator('code').innerText()).trim()
  const profile = () =>
    request.get('/api/user/get-profile', { headers: { authorization: `Bearer ${secret}` } })
  expect(((await (await profile()).json()) as { data: { email: string } }).data.email).toBe(person.email)
  await section.getByRole('button', { name: 'End backup script' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End token' }).click()
  await expect(section.getByRole('button', { name: 'End backup script' })).toHaveCount(0)
  expect((await profile()).status()).toBe(401)
})

signedInTest(
  '[PG-6] a session on another device is ended from settings',
  async ({ page, person, browser, baseURL }) => {
    const elsewhere = await onAnotherDevice(browser, person, baseURL ?? '')
    await page.goto('/settings')
    const section = page.getByRole('region', { name: 'Sessions' })
    await expect(section.getByRole('listitem')).toHaveCount(2)
    await section.getByRole('button', { name: /^Sign out/ }).click()
    await expect(section.getByRole('listitem')).toHaveCount(1)
    await expect(section).toContainText('this one')
    await elsewhere.context().close()
  },
)

signedInTest('[PG-6] settings and subscription have no accessibility findings', async ({ page }) => {
  for (const path of ['/settings', '/subscription']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Open home' })).toBeVisible()
    if (path === '/settings') await expect(page.getByRole('heading', { name: 'Leave' })).toBeVisible()
    await expectNoFindings(page, path)
  }
})

test('[PG-3] [PG-4] what is pressed before the script has come is done when it has', async ({ page }) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/docs', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'See more' }).click()
  await expect(page.getByRole('heading', { name: 'How the searchbar works' })).toHaveCount(0)
  letGo()
  await expect(page.getByRole('heading', { name: 'How the searchbar works' })).toBeVisible()
})

test('[PG-3] nothing moves when the font comes late', async ({ page }) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\.woff2$/, async (route) => {
    await held
    await route.continue()
  })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/privacy-policy', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const font = page.waitForResponse(/\.woff2$/)
  letGo()
  await font
  // Whatever the font would move has been drawn two frames after it is there.
  const moved = await page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0)
  })
  expect(moved).toBeLessThan(0.01)
})

test('[PG-3] a shared link has a title, a text and a picture of its own', async ({ request }) => {
  const titles = new Set<string>()
  for (const path of ['/', ...PAGES.map(([each]) => each)]) {
    const html = await (await request.get(path)).text()
    const content = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
    titles.add(/<title>([^<]*)/.exec(html)?.[1] ?? '')
    expect(content('og:title').length, `${path}: og:title`).toBeGreaterThan(5)
    expect(content('og:description').length, `${path}: og:description`).toBeGreaterThan(40)
    expect(content('twitter:card'), path).toBe('summary_large_image')
    const picture = await request.get(new URL(content('og:image')).pathname)
    expect(picture.headers()['content-type'], `${path}: og:image`).toMatch(/^image\//)
    if (path === '/') expect(html).toContain('application/ld+json')
  }
  expect(titles.size, 'each page has a title of its own').toBe(PAGES.length + 1)
})

test('[PG-3] no internal link leads nowhere', async ({ page, request }) => {
  const seen = new Set<string>()
  const waiting = ['/']
  while (waiting.length > 0) {
    const path = waiting.pop() ?? '/'
    if (seen.has(path)) continue
    seen.add(path)
    const answer = await request.get(path)
    expect(answer.status(), path).toBeLessThan(400)
    if (!/^\/[a-z-]*$/.test(path)) continue
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Not Found' })).toHaveCount(0)
    const found = await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => (link.getAttribute('href') ?? '').split('#')[0] ?? ''))
    waiting.push(...found.filter((href) => href !== '' && !seen.has(href)))
  }
  expect(seen.size).toBeGreaterThan(12)
})

test('[PG-3] sitemap, robots and security.txt are served', async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const [path] of PAGES) expect(sitemap).toContain(`${path}</loc>`)
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('Sitemap:')
  const security = await (await request.get('/.well-known/security.txt')).text()
  expect(security).toMatch(/^Contact: mailto:/m)
  // What the build leaves open has been filled in.
  const start = await (await request.get('/')).text()
  for (const text of [sitemap, robots, security, start]) expect(text).not.toMatch(/__[A-Z_]+__/)
  expect(new Date(/^Expires: (.*)$/m.exec(security)?.[1] ?? 0).getTime()).toBeGreaterThan(Date.now())
})
