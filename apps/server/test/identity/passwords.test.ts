import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { CODE_LIFE_MS, makePasswordCode } from '../../src/identity/provider/password-change.ts'
import { request } from '../support/node.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'
import {
  Browser,
  type IdentityNode,
  isHome,
  outcomeOf,
  type Page,
  startIdentityNode,
  startOf,
} from './support.ts'

const OLD = 'analytical engine'
const NEW = 'difference engine'

describe.each(DATABASES)('[ID-1] new passwords on $name', { timeout: 120_000 }, ({ start }) => {
  let database: TestDatabase
  let server: IdentityNode
  let now = Date.now()
  let env: Record<string, string>
  beforeAll(async () => {
    database = await start()
    env = database.databaseUrl === null ? {} : { DATABASE_URL: database.databaseUrl }
    server = await startIdentityNode({ dataDir: database.dataDir, env, now: () => now })
  })
  afterAll(async () => {
    await server.stop()
    await database.stop()
  })

  let people = 0
  /** Creates an account by the form. Returns its e-mail and tokens. */
  async function signUp() {
    const email = `ada${++people}@example.org`
    const { tokens } = await enter('create', { name: 'Ada Lovelace', email, password: OLD })
    return { email, ...tokens }
  }

  async function enter(kind: 'sign-in' | 'create', fields: Record<string, string>) {
    const browser = new Browser()
    const { address } = await browser.follow(startOf(server.origin))
    const page = await browser.post(`${address}/${kind}`, fields)
    if (page.next === null) return { page, tokens: { jwt_access_token: '', jwt_refresh_token: '' } }
    const { code } = outcomeOf((await browser.follow(page.next, isHome)).address)
    const credentials = { credential: code, client_id: 'cardinal' }
    const { data } = (await browser.postJson(`${server.origin}/api/user/sign-in`, credentials)).body
    return { page, tokens: data as { jwt_access_token: string; jwt_refresh_token: string } }
  }

  const change = (email: string, proof: string, password: string): Promise<Page> =>
    new Browser().post(`${server.origin}/oidc/password`, { email, proof, password })
  const canSignIn = async (email: string, password: string) =>
    (await enter('sign-in', { email, password })).page.next !== null
  const profile = async (token: string) =>
    (
      await request(`${server.origin}/api`, 'GET', '/user/get-profile', undefined, {
        authorization: `Bearer ${token}`,
      })
    ).status

  it('the current password sets a new one, after which the old one is refused and every device is signed out', async () => {
    const ada = await signUp()
    expect(await profile(ada.jwt_access_token)).toBe(200)
    const page = await change(ada.email.toUpperCase(), OLD, NEW)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Your password is set')
    expect(await profile(ada.jwt_access_token)).toBe(401)
    expect(await canSignIn(ada.email, OLD)).toBe(false)
    expect(await canSignIn(ada.email, NEW)).toBe(true)
  })

  it('a new password is refused with a wrong or missing proof, for an unknown person, and if it is weak', async () => {
    const ada = await signUp()
    const wrong: readonly (readonly [string, string, string, string])[] = [
      [ada.email, 'wrong password', NEW, 'Wrong email, password or code'],
      ['nobody@example.org', OLD, NEW, 'Wrong email, password or code'],
      [ada.email, '', NEW, 'Enter your present password'],
      ['', OLD, NEW, 'Enter your email'],
      [ada.email, OLD, 'password1', 'Many people use this password'],
      [ada.email, OLD, 'short', 'at least 8'],
    ]
    for (const [email, proof, password, sentence] of wrong) {
      const page = await change(email, proof, password)
      expect(page.status).toBe(422)
      expect(page.text).toContain(sentence)
      expect(page.text).not.toContain(OLD)
    }
    expect(await profile(ada.jwt_access_token)).toBe(200)
    expect(await canSignIn(ada.email, OLD)).toBe(true)
  })

  it("the operator's code sets a new password once, within half an hour, and suspends personal tokens until the review", async () => {
    const ada = await signUp()
    const headers = { authorization: `Bearer ${ada.jwt_access_token}` }
    const token = { name: 'script', scope: 'read' }
    const made = await request(`${server.origin}/api`, 'POST', '/user/create-token', token, headers)
    expect(await profile(made.body.data.secret ?? made.body.data.token)).toBe(200)

    const place = { CARDINAL_DATA_DIR: database.dataDir, CARDINAL_PUBLIC_URL: server.origin, ...env }
    const printed = await runAdmin(['reset-password', '--email', ada.email], place, () => now)
    const { code, address } = JSON.parse(printed.ok ? (printed.value[0] ?? '') : '')
    expect(address).toBe(`${server.origin}/oidc/password`)
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    // A weak new password must not use up the code.
    expect((await change(ada.email, code, 'password1')).status).toBe(422)
    expect((await change(ada.email, code.toLowerCase().replaceAll('-', ' '), NEW)).status).toBe(200)
    const { page } = await enter('sign-in', { email: ada.email, password: NEW })
    expect(page.text).toContain('Look through your account')
    expect(await profile(made.body.data.secret ?? made.body.data.token)).toBe(401)
    expect((await change(ada.email, code, 'a third sentence')).status).toBe(422)
  })

  it('a code is refused if it is too old, of another person, or replaced by a later one', async () => {
    const [ada, eve] = [await signUp(), await signUp()]
    const codeFor = async (email: string) => {
      const account = await server.node.store.providerAccounts.byEmailKey(email)
      if (account === undefined) throw new Error('no account')
      return makePasswordCode(server.node.store, account, now)
    }
    const ofEve = await codeFor(eve.email)
    expect((await change(ada.email, ofEve, NEW)).status).toBe(422)
    const first = await codeFor(ada.email)
    const second = await codeFor(ada.email)
    expect((await change(ada.email, first, NEW)).status).toBe(422)
    now += CODE_LIFE_MS
    expect((await change(ada.email, second, NEW)).status).toBe(422)
    expect((await change(ada.email, await codeFor(ada.email), NEW)).status).toBe(200)
  })
})
