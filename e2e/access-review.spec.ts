import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { freePort } from '../scripts/lib/free-port.mjs'
import { at } from '../scripts/lib/project.mjs'
import { expectNoFindings } from './support/accessibility.ts'
import { expect, signUp, test } from './support/person.ts'
import { startServer } from './support/server.ts'
import { firstWorkspaceId } from './support/server-rows.ts'

const NEW = 'another long sentence'
/** An address where nothing answers. Without this setting a server sends no webhooks. */
const NO_SITES = '127.0.0.1:9'
/** The longest name that is allowed, as one word. */
const LONG = 'w'.repeat(50)

test('[ID-1] in the review after a password reset, a person keeps known access by keyboard, and the rest is removed', {
  tag: ['@wide', '@narrow'],
}, async ({ page }) => {
  test.slow()
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'cardinal-e2e-review-'))
  const server = await startServer([String(port), 'localhost', dataDir, 'private', NO_SITES])
  try {
    const { email, accessToken } = await signUp(origin)
    const headers = { authorization: `Bearer ${accessToken}` }
    const make = async (path: string, data: object) => {
      const answer = await page.request.post(`${origin}/api/user/${path}`, { headers, data })
      expect(answer.status(), await answer.text()).toBe(200)
    }
    for (const name of ['Backup', LONG]) await make('create-token', { name, scope: 'read' })
    await make('create-webhook', { address: 'https://told.example/', events: ['card.added'] })
    await make('create-shared-search', {
      workspace_id: await firstWorkspaceId(page.request, accessToken, origin),
      title: 'Recipes',
      query: { search: 'recipes' },
    })
    await make('create-calendar', {})

    const env = { ...process.env, CARDINAL_DATA_DIR: dataDir, CARDINAL_PUBLIC_URL: origin }
    const words = ['run', '--silent', 'admin', '--', 'reset-password', '--user', email]
    const { stdout } = await promisify(execFile)('npm', words, { cwd: at('.'), env })
    await page.goto(`${origin}/oidc/password`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Present password, or code').fill(JSON.parse(stdout).code)
    await page.getByLabel('New password').fill(NEW)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Until you answer, none of them works')).toBeVisible()

    await signIn(page, origin, email)
    await expectNoFindings(page, 'review')
    const boxes = page.getByRole('checkbox')
    await expect(boxes).toHaveCount(5)
    for (const box of await page.locator('label.keep').all())
      expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(44)

    await test.step('left half way, it is there again', async () => {
      await boxes.first().check()
      await page.goto(origin)
      await signIn(page, origin, email)
      await expect(boxes.first()).not.toBeChecked()
    })
    const known = ['Keep personal token Backup', 'Keep shared search Recipes']
    for (const name of known) {
      await page.getByRole('checkbox', { name }).focus()
      await page.keyboard.press('Space')
    }
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Nothing is removed yet. The button below does that.')
    for (const name of known) await expect(page.getByRole('checkbox', { name })).toBeChecked()
    await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(3)
    await page.getByRole('button', { name: 'Remove what is not ticked, and go on' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/home/)
    const token = await page.evaluate(() => localStorage.getItem('jwt_access_token'))
    const now = { headers: { authorization: `Bearer ${token}` } }
    const listed = async (path: string) => (await page.request.get(`${origin}/api/user/${path}`, now)).json()
    expect((await listed('tokens')).data.map(({ name }: { name: string }) => name)).toEqual(['Backup'])
    expect((await listed('webhooks')).data.webhooks).toEqual([])
    expect((await listed('shared-searches')).data).toHaveLength(1)
  } finally {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** Signs in with the new password. The page of the review stays open. */
async function signIn(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/api/user/sign-in/start?return_to=/home`)
  const link = page.getByRole('link', { name: 'Sign in' })
  if (await link.isVisible()) await link.click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(NEW)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Look through your account' })).toBeVisible()
}
