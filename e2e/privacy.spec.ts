import { expect, type Page, test } from '@playwright/test'
import { test as signedInTest } from './support/person.ts'

const PUBLIC_PAGES = ['/', '/docs', '/pricing', '/privacy-policy', '/tips', '/about', '/contact', '/guides']

/**
 * Keys that storage may hold by the policy: sign-in, theme, visitor number, times, notices of the site, and
 * states of screens and device.
 */
const KEPT =
  /^(?:jwt_(?:access|refresh)_token|jwt_access_token_ends|credentials|unknown_user_id|theme|last[-_]\w+|screen:.+|browser:signed-in-before|browser:site-options|copy_on_device)$/

async function heldBy(page: Page) {
  return page.evaluate(async () => ({
    local: { ...localStorage } as Record<string, string>,
    session: { ...sessionStorage } as Record<string, string>,
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    cookie: document.cookie,
  }))
}

test('[PG-2] pages for visitors send no request to another host and set no cookie', async ({
  page,
  context,
  baseURL,
}) => {
  const hosts = new Set<string>()
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http')) hosts.add(host)
  })
  for (const path of PUBLIC_PAGES) {
    await page.goto(path)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  }
  await page.waitForLoadState('networkidle')
  expect([...hosts]).toEqual([new URL(baseURL ?? '').host])
  expect(await context.cookies()).toEqual([])
  const { local, databases } = await heldBy(page)
  expect(Object.keys(local).filter((key) => !KEPT.test(key))).toEqual([])
  expect(Object.keys(local).filter((key) => /jwt|credentials/.test(key))).toEqual([])
  expect(databases).toEqual([])
})

signedInTest(
  '[PG-2] a browser that is signed in holds what the policy says',
  async ({ page, context, person }) => {
    await page.goto('/home')
    await expect(page.getByRole('status', { name: 'Saving', exact: true }).getByText('Saved')).toBeVisible()
    const { local, session, databases, cookie } = await heldBy(page)
    expect([...Object.keys(local), ...Object.keys(session)].filter((key) => !KEPT.test(key))).toEqual([])
    expect(databases).toHaveLength(1)
    expect(cookie).toBe('')
    const ofThePerson = Object.entries(local).filter(([, value]) => value.includes(person.email))
    expect(ofThePerson.map(([key]) => key)).toEqual(['credentials'])
    const { user } = JSON.parse(local.credentials ?? '') as { user: object }
    expect(Object.keys(user).sort()).toEqual(
      ['email', 'firstName', 'lastName', 'name', 'plan', 'planExpiresAt'].sort(),
    )
    for (const { value } of await context.cookies())
      expect(decodeURIComponent(value)).not.toContain(person.email)
  },
)

signedInTest(
  '[PG-2] a browser that was signed out holds nothing of the person',
  async ({ page, context, person }) => {
    await page.goto('/home')
    await expect(page.getByRole('status', { name: 'Saving', exact: true }).getByText('Saved')).toBeVisible()
    await page.goto('/home?popups_center=["hamburger-menu"]')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/(\?|$)/)
    const held = await heldBy(page)
    expect(held.databases).toEqual([])
    const text = JSON.stringify([held, await context.cookies()])
    for (const trace of [person.email, person.name, person.accessToken]) expect(text).not.toContain(trace)
    expect(Object.keys(held.local).filter((key) => /jwt|credentials|^screen:/.test(key))).toEqual([])
  },
)
