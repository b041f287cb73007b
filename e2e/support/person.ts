import { randomBytes } from 'node:crypto'
import {
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContext,
  test as base,
  type Page,
  request,
} from '@playwright/test'
import { BrowserEvents } from './browser-events.ts'

/** Credentials of an account. */
export interface Account {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** A signed-in browser's storage state. */
export type Session = Exclude<Awaited<ReturnType<BrowserContext['storageState']>>, string>

/** A person with an account, signed in to the test's browser. */
export interface Person extends Account {
  /** The access token of the test's browser. */
  readonly accessToken: string
  readonly session: Session
}

/**
 * Each test has a person of its own, signed in when its first page opens. Account and session are made through the
 * provider's forms over HTTP; the specs of signing in use the screens.
 */
export const test = base.extend<
  { person: Person; reportsEvents: undefined },
  { browserEvents: BrowserEvents }
>({
  person: async ({ baseURL }, use) => use(await signUp(baseURL ?? '')),
  storageState: async ({ person }, use) => use(person.session),
  browserEvents: [
    async ({ browser }, use) => use(new BrowserEvents(browser)),
    { scope: 'worker', auto: true },
  ],
  // The summary of `npm test` prints the events of a failed test.
  reportsEvents: [
    async ({ browserEvents }, use, info) => {
      browserEvents.clear()
      await use(undefined)
      if (info.status !== info.expectedStatus)
        await info.attach('browser-events', { body: browserEvents.text(), contentType: 'text/plain' })
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

export function newPerson(): Account {
  const chance = randomBytes(6).toString('hex')
  return { name: `Ada ${chance}`, email: `ada-${chance}@example.org`, password: `a long sentence ${chance}` }
}

/** Makes an account on the server at `origin`, and signs in. */
export async function signUp(origin: string): Promise<Person> {
  const account = newPerson()
  return { ...account, ...(await sessionBy('create', account, origin)) }
}

/** Signs in to an existing account. */
export async function signIn(account: Account, origin: string): Promise<Person> {
  return { ...account, ...(await sessionBy('sign-in', account, origin)) }
}

/** Opens home on another device of this person. The caller closes its context. */
export async function onAnotherDevice(browser: Browser, person: Person, origin: string): Promise<Page> {
  const { session } = await sessionBy('sign-in', person, origin)
  const page = await (await browser.newContext({ storageState: session })).newPage()
  await page.goto('/home')
  return page
}

/** Signs the person in on a page, possibly at another address of the server, and opens home there. */
export async function openHomeAs(page: Page, { session }: Person, origin: string): Promise<void> {
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate(
    (entries) => {
      for (const { name, value } of entries) localStorage.setItem(name, value)
    },
    session.origins.flatMap(({ localStorage: entries }) => entries),
  )
  await page.goto(`${origin}/home`)
}

/** Fills in the embedded provider's page, and waits for home or the wanted page. */
export async function createAccount(page: Page, person: Account, wanted = /\/home/): Promise<void> {
  await page.waitForURL(/oidc/)
  const create = page.getByRole('link', { name: 'Create' })
  if (await create.isVisible()) await create.click()
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(wanted)
}

/** The page's present access token. */
export async function accessToken(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('jwt_access_token'))
  if (token === null) throw new Error('Nobody is signed in on this page.')
  return token
}

/** Signs in over HTTP as a browser does: the provider, its form, back, and the code for tokens. */
async function sessionBy(
  form: 'create' | 'sign-in',
  { name, email, password }: Account,
  origin: string,
): Promise<Pick<Person, 'accessToken' | 'session'>> {
  const browser = await request.newContext({ baseURL: origin })
  const page = await wellDone(browser.get('/api/user/sign-in/start?return_to=/home'))
  const landed = await wellDone(browser.post(`${page.url()}/${form}`, { form: { name, email, password } }))
  const credential = new URL(landed.url()).searchParams.get('sign_in_code') ?? ''
  const clientId = (await dataOf(browser.get('/api/user/sign-in-options'))).client_id
  const { jwt_access_token, jwt_refresh_token, user } = await dataOf(
    browser.post('/api/user/sign-in', { data: { credential, client_id: clientId } }),
  )
  const credentials = JSON.stringify({
    credential,
    clientId,
    user: {
      name: user.name,
      email: user.email,
      firstName: user.first_name,
      lastName: user.last_name,
      plan: user.plan,
      planExpiresAt: null,
    },
  })
  const kept = { jwt_access_token, jwt_refresh_token, credentials }
  const localStorage = Object.entries(kept).map(([key, value]) => ({ name: key, value }))
  const { cookies } = await browser.storageState()
  await browser.dispose()
  return { accessToken: jwt_access_token, session: { cookies, origins: [{ origin, localStorage }] } }
}

async function dataOf(asked: ReturnType<APIRequestContext['get']>) {
  return (await (await wellDone(asked)).json()).data
}

async function wellDone(asked: Promise<APIResponse>): Promise<APIResponse> {
  const answer = await asked
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}: ${await answer.text()}`)
  return answer
}
