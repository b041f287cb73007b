import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import {
  Browser,
  fetchJson,
  type IdentityNode,
  isHome,
  outcomeOf,
  startIdentityNode,
  startOf,
} from './support.ts'

const MINUTE = 60_000
const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical engine' }
const BOB = { name: 'Bob', email: 'bob@example.org', password: 'steam and iron' }

/** The cookies that a browser would send to a path. */
function cookiesFor({ cookies, lines }: Browser, path: string): string {
  const isFor = (name: string) => {
    const line = lines.findLast((set) => set.startsWith(`${name}=`)) ?? ''
    const [, kept = '/'] = /; path=([^;]*)/i.exec(line) ?? []
    return kept === '/' || path === kept || path.startsWith(`${kept}/`)
  }
  return [...cookies]
    .filter(([name]) => isFor(name))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}

describe('[ID-12] a fresh sign-in', () => {
  let server: IdentityNode
  let later = 0
  beforeAll(async () => {
    server = await startIdentityNode({
      env: { CARDINAL_SIGN_UP: 'open' },
      now: () => Date.now() + later,
    })
  })
  afterAll(() => server.stop())

  /** Submits the provider's form. Returns the address at which the sign-in ends. */
  async function pass(browser: Browser, kind: 'create' | 'sign-in', person: typeof ADA, more = '') {
    const { address } = await browser.follow(startOf(server.origin, '/settings') + more)
    const sent = await browser.post(`${address.split('?')[0]}/${kind}`, person)
    return (await browser.follow(sent.next ?? '', isHome)).address
  }

  async function tokenOf(browser: Browser, address: string): Promise<string> {
    const credential = { credential: outcomeOf(address).code, client_id: 'cardinal' }
    const { body } = await browser.postJson(`${server.origin}/api/user/sign-in`, credential)
    return body.data.jwt_access_token
  }

  const send = (token: string, method: string, path: string, body?: unknown) =>
    fetch(`${server.origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const confirm = async (browser: Browser, token: string, address: string) => {
    const cookie = cookiesFor(browser, '/api/user/sign-in/confirm')
    return fetchJson(`${server.origin}/api/user/sign-in/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', cookie },
      body: JSON.stringify({ credential: outcomeOf(address).code, client_id: 'cardinal' }),
    })
  }

  /** Each call, and whether it needs a fresh sign-in. */
  const CALLS = [
    ['POST', '/user/create-token', { name: 'script', scope: 'read' }],
    ['POST', '/user/update-profile', { email: 'new@example.org' }],
    ['GET', '/user/export', undefined],
    ['POST', '/user/delete-account', { confirm: 'nobody@example.org' }],
  ] as const

  it('tokens, a new e-mail, downloading everything and deletion need a sign-in within the last ten minutes', async () => {
    later = 0
    const browser = new Browser()
    const token = await tokenOf(browser, await pass(browser, 'create', ADA))
    for (const [method, path, body] of CALLS)
      expect((await send(token, method, path, body)).status, path).not.toBe(403)
    await send(token, 'POST', '/user/update-profile', { email: ADA.email })

    later = 11 * MINUTE
    for (const [method, path, body] of CALLS) {
      const answer = await send(token, method, path, body)
      expect(answer.status, path).toBe(403)
      expect(await answer.json(), path).toMatchObject({ command: 'fresh-sign-in-needed' })
    }
    const name = { name: 'Ada King', email: ADA.email }
    expect((await send(token, 'POST', '/user/update-profile', name)).status, 'the name alone').toBe(200)

    const confirmed = await confirm(browser, token, await pass(browser, 'sign-in', ADA, '&confirm=true'))
    expect(confirmed.data.fresh_until).toBeDefined()
    for (const [method, path, body] of CALLS)
      expect((await send(token, method, path, body)).status, path).not.toBe(403)
    const sessions = (await (await send(token, 'GET', '/user/sessions')).json()) as { data: unknown[] }
    expect(sessions.data, 'no second session').toHaveLength(1)
  })

  it('a fresh sign-in counts only for the same person in the same browser, and the page learns it from the address', async () => {
    later = 0
    const browser = new Browser()
    const token = await tokenOf(browser, await pass(browser, 'sign-in', ADA))
    later = 11 * MINUTE
    const address = await pass(browser, 'create', BOB, '&confirm=true')
    expect(new URL(address).searchParams.get('confirm')).toBe('true')
    expect((await confirm(browser, token, address)).msg).toContain('Somebody else')
    const elsewhere = await pass(browser, 'sign-in', ADA, '&confirm=true')
    expect((await confirm(new Browser(), token, elsewhere)).data).toBeUndefined()
    expect((await send(token, 'GET', '/user/export')).status).toBe(403)
  })

  it('programs need no fresh sign-in to export, and a token issued by the operator counts as fresh', async () => {
    later = 0
    const browser = new Browser()
    const token = await tokenOf(browser, await pass(browser, 'sign-in', ADA))
    const made = await send(token, 'POST', '/user/create-token', { name: 'backup', scope: 'read' })
    const { data } = (await made.json()) as { data: { token: string } }
    const issued = await runAdmin(['issue-token', '--email', ADA.email], {
      CARDINAL_DATA_DIR: server.dataDir,
    })
    if (!issued.ok) throw new Error(issued.error)
    later = 14 * MINUTE
    expect((await send(data.token, 'GET', '/user/export')).status).toBe(200)
    const { jwt_access_token: operators } = JSON.parse(issued.value[0] ?? '')
    expect((await send(operators, 'GET', '/user/export')).status).toBe(200)
  })
})
