import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADA } from './forms.ts'
import {
  Browser,
  type IdentityNode,
  isHome,
  outcomeOf,
  type Page,
  startIdentityNode,
  startOf,
} from './support.ts'

const MINUTE = 60_000

describe('[ID-1] [ID-12] a browser in which somebody has signed in before', () => {
  let server: IdentityNode
  let later = 0
  let browser: Browser
  let secret = ''
  let lastCallback = ''
  beforeAll(async () => {
    server = await startIdentityNode({ now: () => Date.now() + later })
    browser = new Browser()
    const { address } = await browser.follow(startOf(server.origin))
    const token = await tokenOf(await browser.post(`${formOf(address)}/create`, ADA))
    const { data: begun } = await call(token, 'begin-second-step', {})
    secret = begun.secret
    expect((await call(token, 'turn-on-second-step', { secret, code: codeOf() })).data).toBeDefined()
    later += MINUTE
    const refreshed = await tokenOf(await giveAll(await toForm()))
    // Ends all sessions, like the button in the settings.
    await call(refreshed, 'end-sessions', {})
  })
  afterAll(() => server.stop())

  const formOf = (address: string) => address.split('?')[0] ?? ''
  const codeOf = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later })

  /** Opens the form. `change` edits the request to the provider before it is sent. */
  async function toForm(change: (address: URL) => void = () => undefined, more = ''): Promise<string> {
    const start = await browser.get(startOf(server.origin) + more)
    const request = new URL(start.next ?? '')
    expect(request.pathname).toBe('/oidc/auth')
    change(request)
    return (await browser.follow(request.href, isHome)).address
  }

  /** Submits the password and a code of the app. */
  async function giveAll(address: string): Promise<Page> {
    const asked = await browser.post(`${formOf(address)}/sign-in`, ADA)
    const ticket = /name="ticket" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
    return browser.post(`${formOf(address)}/second-step`, { ticket, code: codeOf() })
  }

  async function tokenOf(sent: Page): Promise<string> {
    const callback = await browser.follow(sent.next ?? '', (next) => next.includes('/sign-in/callback'))
    lastCallback = callback.address
    const { address } = await browser.follow(callback.address, isHome)
    const credential = { credential: outcomeOf(address).code, client_id: 'cardinal' }
    const { body } = await browser.postJson(`${server.origin}/api/user/sign-in`, credential)
    return body.data.jwt_access_token
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  async function call(token: string, path: string, body: unknown): Promise<any> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`${server.origin}/api/user/${path}`, init)).json()
  }

  const changes: readonly (readonly [string, Readonly<Record<string, string | null>>])[] = [
    ['without the prompt', { prompt: null }],
    ['with an age that is not over', { prompt: null, max_age: '3600' }],
    ['with the email as a hint', { prompt: null, login_hint: ADA.email }],
    ['with another class of sign-in', { prompt: null, acr_values: '0' }],
    ['with an essential claim', { prompt: null, claims: '{"id_token":{"auth_time":{"essential":true}}}' }],
    [
      'with a scope that outlives the session',
      { prompt: null, scope: 'openid email profile offline_access' },
    ],
    ['with the answer as a form', { prompt: null, response_mode: 'form_post' }],
    ['with the answer behind the hash', { prompt: null, response_mode: 'fragment' }],
  ]
  it.each(changes)(
    'a browser in which somebody signed in before is asked for the password at an address %s',
    async (_what, changed) => {
      for (const more of ['', '&confirm=true']) {
        const address = await toForm(({ searchParams }) => {
          for (const [name, value] of Object.entries(changed))
            if (value === null) searchParams.delete(name)
            else searchParams.set(name, value)
        }, more)
        expect(new URL(address).pathname).toMatch(/^\/oidc\/interaction\//)
        expect((await browser.get(address)).text).toMatch(/<input[^>]*name="password"/)
      }
    },
  )

  it('a request without a question, or from another application, gets no code even if somebody signed in before', async () => {
    for (const prompt of ['none', 'consent', 'create']) {
      const silent = await toForm(({ searchParams }) => searchParams.set('prompt', prompt))
      expect(outcomeOf(silent), prompt).toMatchObject({ code: null, error: 'untrusted' })
    }
    const other = await toForm(({ searchParams }) => {
      searchParams.delete('prompt')
      searchParams.set('client_id', 'another-application')
    })
    expect((await browser.get(other)).status).toBe(400)
    const implicit = await toForm(({ searchParams }) => {
      searchParams.delete('prompt')
      searchParams.set('response_type', 'id_token')
    })
    expect(outcomeOf(implicit).code).toBeNull()
  })

  it('a token can not be got by a device flow, a refresh token or a registration at the provider', async () => {
    for (const path of ['device/auth', 'reg', 'session/end', 'backchannel'])
      expect(
        (await browser.post(`${server.origin}/oidc/${path}`, { client_id: 'cardinal' })).status,
        path,
      ).toBe(404)
    for (const grant of ['refresh_token', 'password', 'urn:ietf:params:oauth:grant-type:device_code']) {
      const sent = { grant_type: grant, client_id: 'cardinal', refresh_token: 'any' }
      expect((await browser.post(`${server.origin}/oidc/token`, sent)).status, grant).toBeGreaterThanOrEqual(
        400,
      )
    }
  })

  it('a finished sign-in can not be repeated with its form, its callback or its code', async () => {
    later += MINUTE
    const form = await toForm()
    const before = new Map(browser.cookies)
    const sent = await giveAll(form)
    const resume = sent.next ?? ''
    const after = new Map(browser.cookies)
    expect(await tokenOf(sent)).toMatch(/^ey/)
    for (const cookies of [before, after]) {
      for (const [name, value] of cookies) browser.cookies.set(name, value)
      expect((await browser.get(form)).status).toBe(400)
      const { page, address } = await browser.follow(resume, isHome)
      expect(page.status).toBe(400)
      expect(address).not.toContain('sign_in_code')
      expect(outcomeOf((await browser.follow(lastCallback, isHome)).address).code).toBeNull()
    }
  })

  it('a code must be fetched within a minute, and after it signing in starts again', async () => {
    later += MINUTE
    const { next } = await giveAll(await toForm())
    later += 2 * MINUTE
    const { address, page } = await browser.follow(next ?? '', isHome)
    expect([page.status, new URL(address).pathname]).toEqual([400, new URL(next ?? '').pathname])
    expect((await browser.get(await toForm())).text).toMatch(/<input[^>]*name="password"/)
  })

  it('a sign-in leaves no session of the provider in the store', async () => {
    const { node } = server
    later += MINUTE
    await tokenOf(await giveAll(await toForm()))
    const cookie = browser.lines.findLast((line) => line.startsWith('_session=')) ?? ''
    const id = /^_session=([^;]*)/.exec(cookie)?.[1] ?? ''
    expect(await node.store.providerRecords.byId('Session', id)).toBeUndefined()
  })

  it('answers of the provider can not be read by pages of other sites', async () => {
    const asked = { origin: 'https://evil.example' }
    const paths = ['.well-known/openid-configuration', 'jwks', 'me', 'token', 'auth']
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'dpop' }
        const headers = method === 'OPTIONS' ? { ...asked, ...preflight } : asked
        const answer = await fetch(`${server.origin}/oidc/${path}`, { method, headers, redirect: 'manual' })
        const found = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
        expect(found, `${method} ${path}`).toEqual([])
      }
    }
  })
})
