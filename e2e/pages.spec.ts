import { expect, test } from '@playwright/test'
import { expectNoFindings } from './support/accessibility.ts'
import { holding } from './support/holding.ts'
import { createAccount, newPerson } from './support/person.ts'

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
  test(`[PG-3] ${path} can be read without script, with its own title and description`, async ({
    browser,
  }) => {
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

test('[RT-1] the description of the API has the product’s font, and no accessibility findings', async ({
  page,
}) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The HTTP API')
  // Check one call of each kind: all of them take axe a minute.
  await page.evaluate(() => {
    for (const call of document.querySelectorAll('article:nth-of-type(n + 3)')) call.remove()
  })
  await expectNoFindings(page)
  await page.goto('/docs')
  await page.goto('/api/docs#post-entity-create-one')
  await expect(page.locator('article:target')).toBeInViewport()
  const hasFont = () => page.evaluate(() => document.fonts.check('16px "Geist Variable"'))
  await expect.poll(hasFont).toBe(true)
  expect(
    await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length),
  ).toBe(1)
})

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

test('[PG-2] the privacy policy has fourteen sections with the required statements', async ({ page }) => {
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

test('[PG-3] the contact page has an address in Pune, and says so if no email is configured', async ({
  page,
}) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  const main = page.getByRole('main')
  await page.goto('/contact')
  await expect(main).toContainText('The operator of this server has not given an email address.')
  await expect(main.getByRole('link', { name: /@/ })).toHaveCount(0)
  await expect(page.locator('address')).toContainText('Pune')
  await expect(page.locator('address')).toContainText('India')
  for (const path of ['/contact', '/terms-of-service', '/privacy-policy', '/refund']) {
    await page.goto(path)
    expect([path, (await main.innerText()).match(/.*@localhost.*/)]).toEqual([path, null])
  }
  expect(errors, 'the script finds the text that was written out').toEqual([])
})

test('[PG-3] the contact page shows the configured email address', async ({ page }) => {
  // The server writes its configured address into the page (see its tests). Here the page is served with one.
  await page.route(/\/contact$|\/sign-in-options$/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll('support@localhost', 'help@cards.example')
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/contact')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'help@cards.example' })).toBeVisible()
  await expect(main).toContainText('Write to the same address with “security” in the subject.')
  await expect(main.getByText(/has not given an email|Write to the postal address/).first()).toBeHidden()
})

test('[PG-6] a signed-out person signs in from the page of the plan, and returns to it', async ({ page }) => {
  await page.goto('/subscription')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await createAccount(page, newPerson(), /\/subscription$/)
  await expect(page.getByText('0 cards in all workspaces')).toBeVisible()
})

test('[PG-6] the pricing page states the free tier, and its prices follow the country', async ({ page }) => {
  await page.goto('/pricing')
  await expect(page.getByText('Free for up to 500 cards.')).toBeVisible()
  await page.getByLabel('Country').selectOption('India')
  await expect(page.getByRole('region', { name: 'Unlimited' })).toContainText('₹149')
  await page.getByRole('radio', { name: 'Yearly' }).check({ force: true })
  await expect(page.getByRole('region', { name: 'Unlimited' })).toContainText('₹1,490')
})

test('[PG-6] settings and subscription have headings for everyone', async ({ page }) => {
  await page.goto('/settings?adding=true')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings page' })).toBeVisible()
  await page.goto('/subscription?adding=nonsense')
  await expect(page.getByRole('heading', { level: 1, name: 'Subscription page' })).toBeVisible()
})

test('[RT-1] a password manager leads a signed-out person to the sign-in, and then to the password', async ({
  page,
}) => {
  await page.goto('/.well-known/change-password')
  await page.getByRole('button', { name: 'Sign in' }).last().click()
  await createAccount(page, newPerson(), /\/settings#account$/)
  await expect(page.getByRole('link', { name: 'Change your password' })).toBeInViewport()
})

test('[PG-3] the layout does not move when the font loads late', async ({ page }) => {
  const release = await holding(page, /\.woff2$/)
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
  release()
  await font
  // Two frames after the font has loaded, any shift has been drawn.
  const moved = await page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0)
  })
  expect(moved).toBeLessThan(0.01)
})

test('[PG-3] a shared link to a page has its own title, text and picture', async ({ request }) => {
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

test('[PG-3] every internal link leads to a page', async ({ page, request }) => {
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
  expect(robots).toContain('Disallow: /api/\nAllow: /api/docs\n')
  const security = await (await request.get('/.well-known/security.txt')).text()
  // No address is configured here. With one, it is `mailto:` (web-app.test.ts).
  expect(security).toMatch(/^Contact: http:\/\/localhost:\d+\/contact$/m)
  // The server has replaced the build's placeholders.
  const start = await (await request.get('/')).text()
  for (const text of [sitemap, robots, security, start]) expect(text).not.toMatch(/__[A-Z_]+__/)
  expect(new Date(/^Expires: (.*)$/m.exec(security)?.[1] ?? 0).getTime()).toBeGreaterThan(Date.now())
})
