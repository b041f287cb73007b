import { randomBytes } from 'node:crypto'
import { test as base, type Page } from '@playwright/test'

/** Somebody with an account of their own, made through the embedded sign-in as people do. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** `person` is signed in and on /home when the test begins; every test has its own. */
export const test = base.extend<{ person: Person }>({
  person: async ({ page }, use) => {
    const person = newPerson()
    await page.goto('/api/user/sign-in/start?return_to=/home')
    await createAccount(page, person)
    await use(person)
  },
})

export { expect } from '@playwright/test'

export function newPerson(): Person {
  const chance = randomBytes(6).toString('hex')
  return { name: `Ada ${chance}`, email: `ada-${chance}@example.org`, password: `a long sentence ${chance}` }
}

/** Fills the embedded provider's page, from wherever it stands, and waits for home. */
export async function createAccount(page: Page, person: Person): Promise<void> {
  const create = page.getByRole('link', { name: 'Create' })
  if (await create.isVisible()) await create.click()
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(/\/home/)
}

/** The bearer token that this page's session has at the moment. */
export async function accessToken(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('jwt_access_token'))
  if (token === null) throw new Error('Nobody is signed in on this page.')
  return token
}
