import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import {
  Browser,
  fetchJson,
  type IdentityNode,
  isHome,
  outcomeOf,
  startIdentityNode,
  startOf,
} from './support.ts'

const CLIENT = 'cardinal-at-work'
const OTHER_PORT_PATH = '/other-callback'

let server: IdentityNode
let provider: ChildProcess
let issuer: string

/** A provider as a separate process, and a server that trusts it. */
beforeAll(async () => {
  const [port, providerPort] = [await freePort(), await freePort()]
  issuer = `http://localhost:${providerPort}`
  provider = await startProvider(
    providerPort,
    `http://localhost:${port}/api/user/sign-in/callback`,
    `http://localhost:${port}${OTHER_PORT_PATH}`,
  )
  server = await startIdentityNode({
    port,
    env: {
      CARDINAL_OIDC_ISSUER: issuer,
      CARDINAL_OIDC_CLIENT_ID: CLIENT,
      CARDINAL_OIDC_CLIENT_SECRET: `${CLIENT}-secret-with-enough-characters`,
    },
  })
})

afterAll(async () => {
  await server.stop()
  provider.kill()
})

function startProvider(port: number, ...redirectUris: string[]): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./provider-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, String(port), ...redirectUris], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve(child))
    child.once('exit', () => reject(new Error('The provider did not start.')))
  })
}

type Change = (address: URL) => void
const unchanged: Change = () => undefined

/**
 * Signs in, up to the address of the callback. `onTheWay` edits the request to the provider, like an attacker in
 * between.
 */
async function toCallback(browser: Browser, person: string, onTheWay: Change = unchanged): Promise<URL> {
  const start = await browser.get(startOf(server.origin, '/home'))
  const request = new URL(start.next ?? '')
  expect(request.origin).toBe(issuer)
  request.searchParams.set('login_hint', person)
  onTheWay(request)
  const { address } = await browser.follow(request.href, (next) => next.includes('/sign-in/callback'))
  return new URL(address)
}

async function signIn(person: string, onTheWay?: Change, onTheWayBack: Change = unchanged) {
  const browser = new Browser()
  const callback = await toCallback(browser, person, onTheWay)
  onTheWayBack(callback)
  const { address } = await browser.follow(callback.href, isHome)
  return { browser, callback, ...outcomeOf(address) }
}

async function exchange(browser: Browser, credential: string | null, clientId = CLIENT) {
  return browser.postJson(`${server.origin}/api/user/sign-in`, { credential, client_id: clientId })
}

describe('[ID-1] signing in through a provider in another process', () => {
  it('[ID-1] [ID-2] signing in through another provider works with PKCE, state and nonce', async () => {
    let asked = new URLSearchParams()
    const { browser, code, returnTo } = await signIn('ada', (request) => {
      asked = request.searchParams
    })
    expect(asked.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)?.length).toBeGreaterThan(20)
    expect(returnTo).toBe('/home')
    const { status, body } = await exchange(browser, code)
    expect(status).toBe(200)
    expect(body.data.user).toMatchObject({
      name: 'Person ada',
      email: 'ada@work.example',
      first_name: 'Person',
    })
    const profile = await fetchJson(`${server.origin}/api/user/get-profile`, {
      headers: { authorization: `Bearer ${body.data.jwt_access_token}` },
    })
    expect(profile.data.email).toBe('ada@work.example')
  })

  it('[ID-1] the same person at the provider is the same user, and another person another one', async () => {
    const before = await server.node.store.users.count()
    await signIn('grace')
    await signIn('grace')
    await signIn('edsger')
    expect(await server.node.store.users.count()).toBe(before + 2)
  })

  it('[ID-12] a signed-in person confirms at the provider, and the question can not be removed from the address', async () => {
    const { browser, code } = await signIn('hedy')
    const { body } = await exchange(browser, code)
    const confirm = async (onTheWay: Change) => {
      const start = await browser.get(`${startOf(server.origin, '/settings')}&confirm=true`)
      const request = new URL(start.next ?? '')
      expect(request.searchParams.get('prompt')).toBe('login')
      expect(request.searchParams.get('max_age')).toBe('0')
      request.searchParams.set('login_hint', 'hedy')
      onTheWay(request)
      return outcomeOf((await browser.follow(request.href, isHome)).address)
    }
    const silent = await confirm((request) => {
      for (const name of ['prompt', 'max_age']) request.searchParams.delete(name)
    })
    expect(silent).toMatchObject({ code: null, error: 'untrusted' })
    const exported = () =>
      fetch(`${server.origin}/api/user/export`, {
        headers: { authorization: `Bearer ${body.data.jwt_access_token}` },
      })
    expect((await exported()).status, 'the session at the provider is no proof').toBe(403)
    const confirmed = await confirm(unchanged)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetchJson(`${server.origin}/api/user/sign-in/confirm`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${body.data.jwt_access_token}`,
        'content-type': 'application/json',
        cookie,
      },
      body: JSON.stringify({ credential: confirmed.code, client_id: CLIENT }),
    })
    expect(Date.parse(answer.data.fresh_until)).toBeGreaterThan(Date.now())
    expect((await exported()).status).toBe(200)
  })

  it('[ID-1] signing in through another provider stores the name and email, and no other claims', async () => {
    const { browser, code } = await signIn('barbara')
    await exchange(browser, code)
    const [id = ''] = await server.node.store.identities.userIdsByEmailKey('barbara@work.example')
    const user = await server.node.store.users.byId(id)
    expect(Object.keys(user ?? {}).sort()).toEqual(
      [
        'copyRule',
        'createdAt',
        'currentWorkspaceId',
        'disabledAt',
        'email',
        'firstName',
        'id',
        'lastName',
        'name',
        'plan',
        'planExpiresAt',
        'savedSearches',
        'searchesByWorkspace',
        'showHelpers',
        'storedBytes',
        'webhookEvents',
      ].sort(),
    )
  })

  it('[ID-1] a person without a name is called by the email, and one without an email can not sign in', async () => {
    const { browser, code } = await signIn('nameless')
    expect((await exchange(browser, code)).body.data.user.name).toBe('nameless@work.example')
    expect((await signIn('without-mail')).error).toBe('no-email')
  })

  it('[ID-1] a person who refuses at the provider is told so', async () => {
    expect((await signIn('refuses')).error).toBe('cancelled')
  })
})

describe('[ID-1] what is refused, each leaving no user', () => {
  const refusals: readonly (readonly [string, Change, Change, string])[] = [
    ['another state', (request) => request.searchParams.set('state', 'x'.repeat(43)), unchanged, 'stale'],
    ['another nonce', (request) => request.searchParams.set('nonce', 'x'.repeat(43)), unchanged, 'untrusted'],
    [
      'another PKCE challenge',
      (request) => request.searchParams.set('code_challenge', 'x'.repeat(43)),
      unchanged,
      'untrusted',
    ],
    [
      'no PKCE at all',
      (request) => {
        request.searchParams.delete('code_challenge')
        request.searchParams.delete('code_challenge_method')
      },
      unchanged,
      'untrusted',
    ],
    [
      'another issuer',
      unchanged,
      (back) => back.searchParams.set('iss', 'https://evil.example'),
      'untrusted',
    ],
    ['no issuer', unchanged, (back) => back.searchParams.delete('iss'), 'untrusted'],
    ['another code', unchanged, (back) => back.searchParams.set('code', 'x'.repeat(43)), 'untrusted'],
    ['no code', unchanged, (back) => back.searchParams.delete('code'), 'untrusted'],
    ['no state', unchanged, (back) => back.searchParams.delete('state'), 'stale'],
  ]
  it.each(refusals)(
    '[ID-1] signing in is refused, without a user: %s',
    async (_what, onTheWay, onTheWayBack, sentence) => {
      const before = await server.node.store.users.count()
      const { code, error } = await signIn('mallory', onTheWay, onTheWayBack)
      expect(code).toBeNull()
      expect(error).toBe(sentence)
      expect(await server.node.store.users.count()).toBe(before)
    },
  )

  it('[ID-1] a callback that is repeated with its cookie is refused', async () => {
    const browser = new Browser()
    const callback = await toCallback(browser, 'ada')
    const cookies = new Map(browser.cookies)
    const first = await browser.get(callback.href)
    expect(outcomeOf(first.next ?? '').code).not.toBeNull()
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    const second = await browser.get(callback.href)
    expect(outcomeOf(second.next ?? '').error).toBe('untrusted')
  })

  it('[ID-1] a callback in a browser that did not start the sign-in is refused', async () => {
    const callback = await toCallback(new Browser(), 'ada')
    const page = await new Browser().get(callback.href)
    expect(outcomeOf(page.next ?? '').error).toBe('stale')
  })

  it('[ID-1] a code of one sign-in is refused in another', async () => {
    const browser = new Browser()
    const stolen = await toCallback(new Browser(), 'mallory')
    const { error } = await signInWith(browser, (back) =>
      back.searchParams.set('code', stolen.searchParams.get('code') ?? ''),
    )
    expect(error).toBe('untrusted')
  })

  async function signInWith(browser: Browser, onTheWayBack: Change) {
    const callback = await toCallback(browser, 'ada')
    onTheWayBack(callback)
    return outcomeOf((await browser.follow(callback.href, isHome)).address)
  }

  it('[ID-1] when a provider can not be reached, the person is told so and the server keeps running', async () => {
    const lonely = await startIdentityNode({
      env: { CARDINAL_OIDC_ISSUER: `http://localhost:${await freePort()}`, CARDINAL_OIDC_CLIENT_ID: CLIENT },
    })
    const page = await new Browser().get(startOf(lonely.origin))
    expect(outcomeOf(page.next ?? '').error).toBe('unreachable')
    await lonely.stop()
  })
})

describe('[ID-2] an ID token as the credential', () => {
  /** An ID token that the provider makes for one of its clients. */
  async function idTokenFor(clientId: string, redirectUri: string): Promise<string> {
    const browser = new Browser()
    const query = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
    }
    const request = `${issuer}/auth?${new URLSearchParams({ ...query, login_hint: 'tokened' })}`
    const { address } = await browser.follow(request, (next) => next.startsWith(redirectUri))
    const code = new URL(address).searchParams.get('code') ?? ''
    const credentials = Buffer.from(`${clientId}:${clientId}-secret-with-enough-characters`).toString(
      'base64',
    )
    const answer = await fetchJson(`${issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    })
    return answer.id_token
  }

  it('[ID-2] an ID token of the configured issuer and client signs a person in', async () => {
    const token = await idTokenFor(CLIENT, `${server.origin}/api/user/sign-in/callback`)
    const { status, body } = await exchange(new Browser(), token)
    expect(status).toBe(200)
    expect(body.data.user.email).toBe('tokened@work.example')
  })

  it('[ID-2] an ID token for another application is refused', async () => {
    const token = await idTokenFor('another-application', `${server.origin}${OTHER_PORT_PATH}`)
    expect((await exchange(new Browser(), token)).status).toBe(401)
    expect((await exchange(new Browser(), token, 'another-application')).status).toBe(401)
  })

  it('[ID-2] an ID token without a signature, or signed by somebody else, is refused', async () => {
    const claims = { sub: 'ada', email: 'ada@work.example' }
    const bare = (jwt: SignJWT | UnsecuredJWT) =>
      jwt.setIssuer(issuer).setAudience(CLIENT).setIssuedAt().setExpirationTime('5m')
    const unsigned = (bare(new UnsecuredJWT(claims)) as UnsecuredJWT).encode()
    const forged = await (bare(new SignJWT(claims)) as SignJWT)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(`${CLIENT}-secret-with-enough-characters`))
    for (const token of [unsigned, forged, 'a.b.c', '..', `${forged}x`])
      expect((await exchange(new Browser(), token)).status).toBe(401)
  })
})
