import { ok } from '@cardinal/domain'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { newId } from '../../src/lib/ids.ts'
import { request } from '../support/node.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'
import { errorsOf } from './forms.ts'
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

const OLD = 'analytical engine'
const NEW = 'difference engine'
const PUSH_HOST = 'push.example'
const SUBSCRIPTION = {
  endpoint: `https://${PUSH_HOST}/send/1`,
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  time_zone: 'Europe/Berlin',
}

describe.each(DATABASES)('[ID-1] a new password by a code on $name', { timeout: 120_000 }, ({ start }) => {
  let database: TestDatabase
  let server: IdentityNode
  let later = 0
  let env: Record<string, string>
  beforeAll(async () => {
    database = await start()
    env = {
      ...(database.databaseUrl === null ? {} : { DATABASE_URL: database.databaseUrl }),
      CARDINAL_SIGN_UP: 'open',
      CARDINAL_WEBHOOKS: 'on',
      CARDINAL_PUSH_HOSTS: PUSH_HOST,
    }
    server = await startIdentityNode({ dataDir: database.dataDir, env, now: () => Date.now() + later })
  })
  afterAll(async () => {
    await server.stop()
    await database.stop()
  })

  const store = () => server.node.store
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  const call = async (token: string, method: string, path: string, body?: unknown): Promise<any> =>
    request(`${server.origin}/api`, method, path, body, { authorization: `Bearer ${token}` })

  async function atForm(browser = new Browser()) {
    const { address } = await browser.follow(startOf(server.origin))
    return { browser, form: address.split('?')[0] ?? '' }
  }
  async function tokenOf(browser: Browser, sent: Page): Promise<string> {
    const { address } = await browser.follow(sent.next ?? '', isHome)
    const credential = { credential: outcomeOf(address).code, client_id: 'cardinal' }
    return (await browser.postJson(`${server.origin}/api/user/sign-in`, credential)).body.data
      .jwt_access_token
  }

  let people = 0
  async function signUp() {
    const email = `ada${++people}@example.org`
    const { browser, form } = await atForm()
    const token = await tokenOf(
      browser,
      await browser.post(`${form}/create`, { name: 'Ada', email, password: OLD }),
    )
    return { email, token }
  }

  /** Creates one of each kind of access that an intruder could leave. */
  async function leaveEverything(token: string) {
    const key = new SoftwareKey(server.origin)
    const { data } = (await call(token, 'POST', '/user/begin-passkey', {})).body
    const response = key.make(JSON.parse(data.options))
    const { body } = await call(token, 'POST', '/user/add-passkey', { name: '<Laptop>', response })
    expect(body.data).toBe(true)
    const made = await call(token, 'POST', '/user/create-token', { name: 'script', scope: 'read' })
    const address = 'https://hooks.example/secret'
    const hook = await call(token, 'POST', '/user/create-webhook', { address, events: ['card.added'] })
    expect(hook.status, JSON.stringify(hook.body)).toBe(200)
    const newEntity = { type: 'hyperlink', content: 'https://example.org' }
    await call(token, 'POST', '/entity/create-one', { newEntity })
    const calendar = (await call(token, 'POST', '/user/create-calendar')).body.data.path
    const search = { title: 'Reading list', query: {} }
    const shared = (await call(token, 'POST', '/user/create-shared-search', search)).body.data.path
    const pushed = await call(token, 'POST', '/user/subscribe-reminders', SUBSCRIPTION)
    expect(pushed.status, JSON.stringify(pushed.body)).toBe(200)
    return { key, personal: made.body.data.token as string, calendar, shared }
  }

  async function reset(email: string, password = NEW): Promise<Page> {
    const place = { CARDINAL_DATA_DIR: database.dataDir, CARDINAL_PUBLIC_URL: server.origin, ...env }
    const printed = await runAdmin(['reset-password', '--email', email], place)
    const { code } = JSON.parse(printed.ok ? (printed.value[0] ?? '') : printed.error)
    return new Browser().post(`${server.origin}/oidc/password`, { email, proof: code, password })
  }

  /** Sets the new password. Returns the review page, its boxes by name, and a function that submits it. */
  async function enter(email: string, password = NEW) {
    const { browser, form } = await atForm()
    const page = await browser.post(`${form}/sign-in`, { email, password })
    return { browser, form, page, ...readReview(browser, form, page) }
  }
  function readReview(browser: Browser, form: string, page: Page) {
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? ''
    const boxes = [...page.text.matchAll(/type="checkbox" name="([a-z-]+-[0-9a-f]{16})"/g)].map(
      ([, key = '']) => key,
    )
    const send = (kept: readonly string[], ticket = hidden('ticket'), button: object = { decided: 'true' }) =>
      browser.post(`${form}/review`, {
        ticket,
        seen: hidden('seen'),
        ...button,
        ...Object.fromEntries(kept.map((key) => [key, 'true'])),
      })
    return { boxes, ticket: hidden('ticket'), send }
  }

  const read = async (path: string) =>
    (await request(`${server.origin}/api`, 'GET', path.slice('/api'.length))).status
  /**
   * Whether each kind of access still works: statuses of requests with the token, the calendar and the shared
   * search, and whether the webhook and the browser would get messages.
   */
  async function works(left: { personal: string; calendar: string; shared: string }, email: string) {
    const [userId = ''] = await store().identities.userIdsByEmailKey(email)
    const ready = await store().webhooks.ready(Date.now() + later + 2 * 3_600_000, [], 1_000)
    const told = await store().reminders.subscriptions()
    return [
      (await call(left.personal, 'GET', '/user/get-profile')).status,
      await read(left.calendar),
      await read(left.shared),
      ready.some(({ user_id }) => user_id === userId),
      told.some(({ user_id }) => user_id === userId),
    ]
  }

  it('the review after a password reset lists all other access, suspends it, and removes what the person does not keep', async () => {
    const { email, token } = await signUp()
    const left = await leaveEverything(token)
    expect(await works(left, email)).toEqual([200, 200, 200, true, true])
    expect((await reset(email)).text).toContain('Until you answer, none of them works')
    const held = [401, 404, 404, false, false]
    expect(await works(left, email)).toEqual(held)
    expect((await call(token, 'GET', '/user/get-profile')).status).toBe(401)

    const { browser, page, boxes, send } = await enter(email)
    expect([page.status, page.next]).toEqual([200, null])
    for (const words of [
      '&lt;Laptop&gt;',
      'script',
      'hooks.example',
      'Reading list',
      PUSH_HOST,
      'A program, last used',
    ])
      expect(page.text).toContain(words)
    expect(page.text, 'the address holds a secret').not.toContain('hooks.example/secret')
    expect(boxes.map((key) => key.replace(/-[0-9a-f]+$/, ''))).toEqual([
      'passkey',
      'token',
      'webhook',
      'shared-search',
      'calendar',
      'reminders',
    ])
    expect(await works(left, email), 'nothing was decided yet').toEqual(held)
    const kept = boxes.filter((key) => key.startsWith('token') || key.startsWith('calendar'))
    const session = await tokenOf(browser, await send(kept))
    expect(await works(left, email)).toEqual([200, 200, 404, false, false])
    expect((await call(session, 'GET', '/user/passkeys')).body.data.passkeys).toEqual([])
    expect((await call(session, 'GET', '/user/webhooks')).body.data.webhooks).toEqual([])
    expect((await call(session, 'GET', '/user/get-shared-searches')).body.data ?? []).toEqual([])
    const [activity] = (await call(session, 'GET', '/user/recent-activity')).body.data.filter(
      ({ kind }: { kind: string }) => kind === 'access-reviewed',
    )
    expect(activity.detail).toContain('webhook to hooks.example')
    expect(activity.detail).not.toContain('script')
    expect((await enter(email)).page.next, 'it is over').not.toBeNull()
  })

  it('an unfinished review removes nothing, keeps everything suspended, and is shown again even after a second reset', async () => {
    const { email, token } = await signUp()
    const left = await leaveEverything(token)
    await reset(email)
    const first = await enter(email)
    expect(first.boxes).toHaveLength(6)
    later += 11 * 60_000
    expect((await first.send([])).status, 'left open for too long').toBe(400)
    await reset(email, OLD)
    const again = await enter(email, OLD)
    expect(again.boxes).toEqual(first.boxes)
    expect(again.page.text, 'of the first reset').toContain('A program, last used')
    expect(await works(left, email)).toEqual([401, 404, 404, false, false])
    expect((await again.send(again.boxes)).status).toBe(303)
    expect(await works(left, email)).toEqual([200, 200, 200, true, true])
  })

  it('pressing Enter in a box of the review removes nothing, and shows what was ticked', async () => {
    const { email, token } = await signUp()
    const left = await leaveEverything(token)
    await reset(email)
    const { browser, form, page, boxes, send } = await enter(email)
    expect(page.text, 'Enter presses the first button').toMatch(
      /<button type="submit" hidden>[\s\S]*name="decided"/,
    )
    const answer = await send([boxes[1] ?? ''], undefined, {})
    expect(answer.status).toBe(422)
    expect(errorsOf(answer)[0]).toContain('Nothing is removed yet')
    expect(answer.text).toMatch(new RegExp(`name="${boxes[1]}" value="true" checked`))
    expect((await readReview(browser, form, answer).send(boxes)).status).toBe(303)
    expect(await works(left, email)).toEqual([200, 200, 200, true, true])
  })

  it('the review removes nothing that its page did not show', async () => {
    const { email, token } = await signUp()
    await leaveEverything(token)
    const [userId = ''] = await store().identities.userIdsByEmailKey(email)
    await reset(email)
    const { browser, form, boxes, send } = await enter(email)
    await server.node.identity.personalTokens.create({ userId, sessionId: null }, 'later', 'read', null)
    const answer = await send([boxes[0] ?? ''])
    expect(answer.status).toBe(422)
    expect(errorsOf(answer)[0]).toContain('did not show before')
    expect(answer.text).toMatch(new RegExp(`name="${boxes[0]}" value="true" checked`))
    const shown = readReview(browser, form, answer)
    expect(shown.boxes).toHaveLength(7)
    expect((await shown.send([])).status).toBe(303)
    expect(await store().personalTokens.ofUser(userId)).toEqual([])
  })

  it('the review form stays small enough to be sent, however many tokens and sessions exist', async () => {
    const { email } = await signUp()
    const [userId = ''] = await store().identities.userIdsByEmailKey(email)
    const now = Date.now()
    await store().transact(async (tx) => {
      for (let n = 0; n < 130; n++) {
        const [id, name] = [newId(now), `token ${n} ${'w'.repeat(80)}`]
        const times = { created_at: now, expires_at: null, last_used_at: null }
        await tx.personalTokens.insert({ id, user_id: userId, name, scope: 'read', hash: id, ...times })
        const session = { id: newId(now), user_id: userId, device: 'Safari on iPhone', created_at: now }
        await tx.sessions.insert({
          ...session,
          last_used_at: now,
          expires_at: now + 3_600_000,
          fresh_until: 0,
        })
      }
      return ok(null)
    })
    await reset(email)
    const { page, boxes, send } = await enter(email)
    expect(boxes).toHaveLength(101)
    expect(page.text).toContain('30 older tokens')
    expect(page.text.match(/<li>/g)).toHaveLength(50)
    expect((await send(boxes.slice(1))).status).toBe(303)
    expect(await store().personalTokens.ofUser(userId)).toHaveLength(129)
    await reset(email, OLD)
    const again = await enter(email, OLD)
    expect((await again.send([])).status).toBe(303)
    expect(await store().personalTokens.ofUser(userId)).toEqual([])
  })

  it('during the review, the old password, a passkey and a half-finished sign-in open nothing', async () => {
    const { email, token } = await signUp()
    const { key } = await leaveEverything(token)
    const { data: begun } = (await call(token, 'POST', '/user/begin-second-step', {})).body
    const secret = Secret.fromBase32(begun.secret)
    const code = () => new TOTP({ secret }).generate({ timestamp: Date.now() + later })
    await call(token, 'POST', '/user/turn-on-second-step', { secret: begun.secret, code: code() })
    later += 60_000
    const half = await enter(email, OLD)
    // Signed in, but the one-time code is not exchanged for tokens yet.
    const whole = await enter(email, OLD)
    const sent = await whole.browser.post(`${whole.form}/second-step`, { ticket: whole.ticket, code: code() })
    const almost = outcomeOf((await whole.browser.follow(sent.next ?? '', isHome)).address)
    later += 60_000
    await reset(email)

    expect(
      (await half.browser.post(`${half.form}/second-step`, { ticket: half.ticket, code: code() })).status,
    ).toBe(400)
    const credential = { credential: almost.code, client_id: 'cardinal' }
    expect((await whole.browser.postJson(`${server.origin}/api/user/sign-in`, credential)).status).toBe(401)
    const { browser, form } = await atForm()
    const options = JSON.parse((await browser.post(`${form}/passkey-options`, {})).text)
    const passkey = await browser.post(`${form}/passkey`, { response: key.use(options) })
    expect([passkey.status, ...errorsOf(passkey)]).toEqual([
      422,
      expect.stringContaining('Sign in with it once'),
    ])

    const { ticket, page, ...after } = await enter(email)
    expect(page.text, 'the second step comes first').not.toContain('Reading list')
    expect(
      (await after.browser.post(`${after.form}/review`, { ticket, seen: '', decided: 'true' })).status,
      'nor around it',
    ).toBe(400)
    const review = await after.browser.post(`${after.form}/second-step`, { ticket, code: code() })
    const shown = readReview(after.browser, after.form, review)
    expect(shown.boxes).toHaveLength(6)
    expect(
      (await after.browser.post(`${after.form}/second-step`, { ticket: shown.ticket, code: '1' })).status,
    ).toBe(400)
    const kept = shown.boxes.filter((each) => each.startsWith('passkey'))
    expect((await shown.send(kept)).status).toBe(303)
    const back = await atForm()
    const asked = JSON.parse((await back.browser.post(`${back.form}/passkey-options`, {})).text)
    expect((await back.browser.post(`${back.form}/passkey`, { response: key.use(asked) })).status).toBe(303)
  })

  it('no review is shown if the old password set the new one, or if there is no other access', async () => {
    const { email, token } = await signUp()
    const left = await leaveEverything(token)
    await new Browser().post(`${server.origin}/oidc/password`, { email, proof: OLD, password: NEW })
    expect((await enter(email)).page.next).not.toBeNull()
    expect(await works(left, email)).toEqual([200, 200, 200, true, true])
    const quiet = await signUp()
    const [userId = ''] = await store().identities.userIdsByEmailKey(quiet.email)
    await server.node.identity.sessions.endOf(userId, null)
    await reset(quiet.email)
    expect((await enter(quiet.email)).page.next).not.toBeNull()
  })

  it('a person who signed up with an email that is not theirs loses access when the owner resets the password', async () => {
    const victim = 'Victim@Example.org'
    const mallory = await atForm()
    const account = { name: 'Mallory', email: victim.toLowerCase(), password: OLD }
    const token = await tokenOf(
      mallory.browser,
      await mallory.browser.post(`${mallory.form}/create`, account),
    )
    const left = await leaveEverything(token)
    const taken = await atForm()
    const refused = await taken.browser.post(`${taken.form}/create`, {
      ...account,
      email: victim,
      password: NEW,
    })
    expect(errorsOf(refused)).toEqual(['There is an account with this email. Sign in instead.'])
    await reset(victim)
    expect((await enter(victim, OLD)).page.status).toBe(422)
    const { browser, send } = await enter(victim)
    const session = await tokenOf(browser, await send([]))
    expect(await works(left, victim.toLowerCase())).toEqual([401, 404, 404, false, false])
    expect((await call(session, 'GET', '/user/sessions')).body.data).toHaveLength(1)
  })
})
