import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
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
const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical engine' }

describe('[ID-1] the second step at sign-in', () => {
  let server: IdentityNode
  let later = 0
  /** A refresh token, because access tokens expire when the clock is advanced. */
  let session = ''
  beforeAll(async () => {
    server = await startIdentityNode({ now: () => Date.now() + later })
    const browser = new Browser()
    const { address } = await browser.follow(startOf(server.origin))
    const sent = await browser.post(`${address.split('?')[0]}/create`, ADA)
    session = await sessionOf(browser, sent)
  })
  afterAll(() => server.stop())

  async function sessionOf(browser: Browser, sent: Page): Promise<string> {
    const { address } = await browser.follow(sent.next ?? '', isHome)
    const credential = { credential: outcomeOf(address).code, client_id: 'cardinal' }
    const { body } = await browser.postJson(`${server.origin}/api/user/sign-in`, credential)
    return body.data.jwt_refresh_token
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  async function call(path: string, body?: unknown): Promise<any> {
    const pair = await server.node.identity.sessions.renew(session)
    if (!pair.ok) throw new Error(pair.error)
    session = pair.value.refreshToken
    const response = await fetch(`${server.origin}/api/user/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${pair.value.accessToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, ...((await response.json()) as object) }
  }

  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later })

  /** Submits the password in a new browser. Returns the next page, and a function that submits a code there. */
  async function givePassword() {
    const browser = new Browser()
    const { address } = await browser.follow(startOf(server.origin))
    const form = address.split('?')[0] ?? ''
    const page = await browser.post(`${form}/sign-in`, ADA)
    const ticket = /name="ticket" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const send = (code: string, shown = ticket) =>
      browser.post(`${form}/second-step`, { ticket: shown, code })
    return { browser, page, ticket, send }
  }

  async function turnOn(): Promise<{ secret: string; codes: string[] }> {
    const { data } = await call('begin-second-step', {})
    const on = await call('turn-on-second-step', { secret: data.secret, code: codeOf(data.secret) })
    return { secret: data.secret, codes: on.data.recovery_codes }
  }

  it('the second step is off at first, and only a code of the app switches it on', async () => {
    const off = {
      is_possible: true,
      is_on: false,
      has_app: false,
      asks_passkey: false,
      recovery_codes_left: 0,
    }
    expect((await call('second-step')).data).toEqual(off)
    const { data } = await call('begin-second-step', {})
    expect(data.address).toContain(`otpauth://totp/Cardinal:${encodeURIComponent(ADA.email)}?`)
    expect(data.address).toContain(`secret=${data.secret}`)
    expect((await call('turn-on-second-step', { secret: data.secret, code: '000000' })).status).toBe(400)
    expect((await call('second-step')).data).toEqual(off)
    const { codes } = await turnOn()
    expect(new Set(codes).size).toBe(10)
    expect((await call('second-step')).data).toEqual({
      ...off,
      is_on: true,
      has_app: true,
      recovery_codes_left: 10,
    })
  })

  it('the second step asks for a code after the password, accepts each code once, and refuses wrong ones', async () => {
    const { secret } = await turnOn()
    later += MINUTE
    const first = await givePassword()
    expect(first.page).toMatchObject({ status: 200, next: null })
    expect(first.page.text).toContain('Enter your code')
    expect((await first.send('123456')).status).toBe(422)
    const code = codeOf(secret)
    expect(await sessionOf(first.browser, await first.send(code))).toMatch(/^[\w-]{40,}$/)

    const again = await givePassword()
    expect((await again.send(code)).status, 'used').toBe(422)
    const other = await givePassword()
    expect((await other.send(codeOf(secret), again.ticket)).status, "another interaction's ticket").toBe(400)
    expect((await other.send(codeOf(secret), '')).status, 'no password').toBe(400)
    later += MINUTE
    expect((await again.send(codeOf(secret))).status).toBe(303)
    const kinds = (await call('recent-activity')).data.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['second-step-on', 'second-step-failed']))
  })

  it('a recovery code is accepted once, however it is typed, and new codes replace the old ones', async () => {
    const { codes } = await turnOn()
    const [code = '', kept = ''] = codes
    expect((await (await givePassword()).send(code.toLowerCase().replaceAll('-', ' '))).status).toBe(303)
    expect((await (await givePassword()).send(code)).status).toBe(422)
    expect((await call('second-step')).data.recovery_codes_left).toBe(9)
    expect((await call('renew-recovery-codes', {})).data.recovery_codes).toHaveLength(10)
    expect((await (await givePassword()).send(kept)).status).toBe(422)
  })

  it('the second step accepts ten wrong codes in 15 minutes, from any network', async () => {
    const { secret } = await turnOn()
    later += 20 * MINUTE
    const { send } = await givePassword()
    for (let n = 0; n < 10; n++) expect((await send(`00000${n}`)).status).toBe(422)
    const right = await send(codeOf(secret))
    expect(right.status).toBe(422)
    expect(right.text).toContain('Too many attempts')
    later += 16 * MINUTE
    expect((await (await givePassword()).send(codeOf(secret))).status).toBe(303)
  })

  it('changing the second step needs a fresh sign-in, and the operator can switch it off', async () => {
    const stale = { status: 403, command: 'fresh-sign-in-needed' }
    for (const path of ['begin-second-step', 'renew-recovery-codes', 'turn-off-second-step'])
      expect(await call(path, {}), path).toMatchObject(stale)
    const off = await runAdmin(['turn-off-second-step', '--user', ADA.email], {
      CARDINAL_DATA_DIR: server.dataDir,
    })
    if (!off.ok) throw new Error(off.error)
    expect(JSON.parse(off.value[0] ?? '')).toMatchObject({ was_on: true })
    const { browser, page } = await givePassword()
    session = await sessionOf(browser, page)
    await turnOn()
    expect((await call('turn-off-second-step', {})).status).toBe(200)
    expect((await givePassword()).page.status).toBe(303)
  })
})
