import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { passkeysWork } from '../../src/identity/provider/passkeys.ts'
import { SoftwareKey } from './software-key.ts'
import {
  Browser,
  type IdentityNode,
  isHome,
  outcomeOf,
  type Page,
  startIdentityNode,
  startOf,
} from './support.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical engine' }
const BOB = { name: 'Bob Babbage', email: 'bob@example.org', password: 'difference engine' }

describe('[ID-1] passkeys', () => {
  let server: IdentityNode
  let adas = ''
  let bobs = ''
  let key: SoftwareKey
  beforeAll(async () => {
    server = await startIdentityNode({ env: { CARDINAL_SIGN_UP: 'open' } })
    adas = await signUp(ADA)
    bobs = await signUp(BOB)
    key = new SoftwareKey(server.origin)
  })
  afterAll(() => server.stop())

  /** A browser on the sign-in page. */
  async function atForm() {
    const browser = new Browser()
    const { address } = await browser.follow(startOf(server.origin))
    const form = address.split('?')[0] ?? ''
    const options = async (ticket = '') =>
      JSON.parse((await browser.post(`${form}/passkey-options`, { ticket })).text) as { challenge: string }
    const send = (response: string, ticket = '') => browser.post(`${form}/passkey`, { response, ticket })
    return { browser, form, options, send }
  }

  async function signUp(person: typeof ADA): Promise<string> {
    const { browser, form } = await atForm()
    return tokenOf(browser, await browser.post(`${form}/create`, person))
  }

  async function tokenOf(browser: Browser, sent: Page): Promise<string> {
    const { address } = await browser.follow(sent.next ?? '', isHome)
    const credential = { credential: outcomeOf(address).code, client_id: 'cardinal' }
    const { body } = await browser.postJson(`${server.origin}/api/user/sign-in`, credential)
    return body.data.jwt_access_token
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  async function call(token: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(`${server.origin}/api/user/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, ...((await response.json()) as object) }
  }

  async function add(token: string, made: SoftwareKey, name = 'Laptop') {
    const { data } = await call(token, 'begin-passkey', {})
    const response = made.make(JSON.parse(data.options))
    return { response, answer: await call(token, 'add-passkey', { name, response }) }
  }

  it('a passkey is stored if the browser answers the challenge, and a challenge works once', async () => {
    const { response, answer } = await add(adas, key)
    expect(answer).toMatchObject({ status: 200, data: true })
    expect((await call(adas, 'add-passkey', { name: 'again', response })).status).toBe(400)
    expect((await add(bobs, key)).answer.status, 'a passkey of somebody else').toBe(400)
    const foreign = new SoftwareKey('https://evil.example')
    expect((await add(adas, foreign)).answer.status, 'made on another site').toBe(400)
    const { data } = await call(adas, 'passkeys')
    expect(data).toMatchObject({ is_possible: true, passkeys: [{ name: 'Laptop', lastUsedAt: null }] })
    for (const response of ['', '{}', 'null', '[]', '{"id":1}', '{"response":{}}']) {
      await call(adas, 'begin-passkey', {})
      expect((await call(adas, 'add-passkey', { name: 'bad', response })).status).toBe(400)
    }
  })

  it('a passkey alone signs a person in, and its answer works once and only on its own page', async () => {
    const { browser, options, send } = await atForm()
    const answer = key.use(await options())
    const elsewhere = await atForm()
    await elsewhere.options()
    expect((await elsewhere.send(answer)).status).toBe(422)
    const sent = await send(answer)
    expect(sent.status).toBe(303)
    expect((await call(await tokenOf(browser, sent), 'get-profile')).data.email).toBe(ADA.email)
    expect((await call(adas, 'passkeys')).data.passkeys[0].lastUsedAt).not.toBeNull()
    const again = await atForm()
    await again.options()
    expect((await again.send(answer)).status, 'sent a second time').toBe(422)
  })

  it('a passkey is refused without a PIN, finger or face, with an earlier counter, or if it is unknown', async () => {
    const tryWith = async (change: () => void, undo: () => void) => {
      const { options, send } = await atForm()
      const asked = await options()
      change()
      const { status } = await send(key.use(asked))
      undo()
      return status
    }
    const { counter } = key
    expect(
      await tryWith(
        () => Object.assign(key, { verifies: false }),
        () => Object.assign(key, { verifies: true }),
      ),
    ).toBe(422)
    expect(
      await tryWith(
        () => Object.assign(key, { counter: 1 }),
        () => Object.assign(key, { counter: counter + 9 }),
      ),
    ).toBe(422)
    const { options, send } = await atForm()
    expect((await send(new SoftwareKey(server.origin).use(await options()))).status).toBe(422)
    for (const nonsense of ['', '{}', '{"id":"x"}', `{"id":"${key.id}"}`]) {
      await options()
      expect((await send(nonsense)).status).toBe(422)
    }
  })

  it('a passkey can be the second step after the password, only for its owner', async () => {
    expect((await call(bobs, 'ask-passkey', { is_asked: true })).status, 'has none').toBe(404)
    const { data } = await call(adas, 'ask-passkey', { is_asked: true })
    expect(data.recovery_codes).toHaveLength(10)
    expect((await call(adas, 'second-step')).data).toMatchObject({
      is_on: true,
      has_app: false,
      asks_passkey: true,
    })
    const bobsKey = new SoftwareKey(server.origin)
    await add(bobs, bobsKey)
    const given = async () => {
      const at = await atForm()
      const page = await at.browser.post(`${at.form}/sign-in`, ADA)
      expect(page.next, 'the password alone').toBeNull()
      return { ...at, ticket: /name="ticket" value="([^"]+)"/.exec(page.text)?.[1] ?? '' }
    }
    const first = await given()
    expect((await first.send(bobsKey.use(await first.options(first.ticket)), first.ticket)).status).toBe(422)
    expect((await first.send(key.use(await first.options(first.ticket)), first.ticket)).status).toBe(303)
    const second = await given()
    const code = { ticket: second.ticket, code: data.recovery_codes[0] }
    expect((await second.browser.post(`${second.form}/second-step`, code)).status).toBe(303)
    await runAdmin(['turn-off-second-step', '--user', ADA.email], { CARDINAL_DATA_DIR: server.dataDir })
    const third = await atForm()
    expect((await third.browser.post(`${third.form}/sign-in`, ADA)).status).toBe(303)
  })

  it('only its owner or the operator can remove a passkey', async () => {
    expect((await call(bobs, 'remove-passkey', { passkey_id: key.id })).status).toBe(404)
    expect((await call(adas, 'remove-passkey', { passkey_id: key.id })).status).toBe(200)
    const { options, send } = await atForm()
    expect((await send(key.use(await options()))).status).toBe(422)
    const { data } = await call(adas, 'recent-activity')
    const kinds = data.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['passkey-added', 'second-step-on', 'passkey-removed']))
    await runAdmin(['remove-passkeys', '--user', BOB.email], { CARDINAL_DATA_DIR: server.dataDir })
    expect((await call(bobs, 'passkeys')).data.passkeys).toEqual([])
  })

  it.each([
    ['https://cards.example.org', true],
    ['https://example.org/cards', true],
    ['http://localhost:3000', true],
    ['http://192.168.1.7:3000', false],
    ['http://cards.lan', false],
    ['https://192.168.1.7', false],
    ['http://127.0.0.1:3000', false],
    ['https://[::1]', false],
  ])('the site %s accepts passkeys: %s', (address, works) => {
    expect(passkeysWork(address)).toBe(works)
  })
})
