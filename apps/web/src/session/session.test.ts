import { describe, expect, it } from 'vitest'
import { MemoryStorage } from './memory-storage.ts'
import { query } from './query.ts'
import { LOGOUT_EVENT, Session } from './session.ts'
import { finishSignIn, readSignInReturn, withoutSignInReturn } from './sign-in.ts'
import { signInAddress } from './sign-in-address.ts'
import { signOut } from './sign-out.ts'
import { tokenClaims } from './token.ts'
import type { User } from './token-store.ts'

const NOW = Date.UTC(2026, 5, 1)
const USER: User = {
  name: 'Ada L',
  email: 'a@b.c',
  firstName: 'Ada',
  lastName: 'L',
  plan: 'free',
  planExpiresAt: null,
}

/** A token in the server's format. The client never checks the signature. */
function token(subject: string, issuedAt: number, life = 900): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const seconds = Math.floor(issuedAt / 1000)
  return `${part({ alg: 'HS256' })}.${part({ sub: subject, iat: seconds, exp: seconds + life })}.x`
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** A browser whose tabs share storage and locks, with a server that answers as the test says. */
function browser(
  answer: (path: string, body: unknown, init: RequestInit) => Answer | 'no network' | 'hangs',
) {
  const storage = new MemoryStorage()
  const calls: string[] = []
  const events: string[] = []
  const waits: number[] = []
  const limits: AbortController[] = []
  const leavings: (() => void)[] = []
  let now = NOW
  let isOnline = true
  let lock: Promise<unknown> = Promise.resolve()
  const openTab = () =>
    new Session({
      storage,
      now: () => now,
      random: (length) => new Uint8Array(length).fill(7),
      apiBase: '/api',
      fetch: async (address, init) => {
        calls.push(address)
        await Promise.resolve()
        const said = answer(address, init.body === undefined ? null : JSON.parse(String(init.body)), init)
        if (said === 'no network') throw new TypeError('fetch failed')
        if (said === 'hangs')
          return new Promise((_resolve, reject) =>
            init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
          )
        return new Response(JSON.stringify(said.body), { status: said.status })
      },
      timeLimit: () => {
        const limit = new AbortController()
        limits.push(limit)
        return limit.signal
      },
      isOnline: () => isOnline,
      wait: (ms) => {
        waits.push(ms)
        // The wait for the answer to the sign-out ends when the test says so.
        return ms === 3_000 ? new Promise((resolve) => leavings.push(resolve)) : Promise.resolve()
      },
      withLock: (_name, act) => {
        const turn = lock.then(act)
        lock = turn.catch(() => {})
        return turn
      },
      onOtherTabWrote: () => {},
      announce: (name) => events.push(name),
    })
  const goOffline = () => {
    isOnline = false
  }
  return {
    storage,
    calls,
    events,
    waits,
    limits,
    leavings,
    openTab,
    goOffline,
    pass: (ms: number) => (now += ms),
  }
}

const renewed = (at: number) => ({
  status: 200,
  body: { data: { jwt_access_token: token('u1', at), jwt_refresh_token: 'second' } },
})

function signedIn(made: ReturnType<typeof browser>): Session {
  const session = made.openTab()
  session.begin(token('u1', NOW), 'first', { credential: 'code', clientId: 'cardinal', user: USER })
  return session
}

describe('tokens', () => {
  it('[ID-2] credential, client id and both tokens are stored under the names of the specification', async () => {
    const made = browser(() => ({
      status: 200,
      body: {
        data: {
          client_id: 'the-client',
          jwt_access_token: token('u1', NOW),
          jwt_refresh_token: 'first',
          user: {
            name: 'Ada L',
            email: 'a@b.c',
            first_name: 'Ada',
            last_name: 'L',
            plan: 'free',
            plan_expires_at: null,
          },
        },
      },
    }))
    const found = readSignInReturn(new URL('https://x.y/?sign_in_code=abc&return_to=%2Fhome%3Fcol%3Dcols'))
    const outcome = await finishSignIn(made.openTab(), found)
    expect(outcome).toEqual({ kind: 'signed-in', returnTo: '/home?col=cols' })
    expect(made.storage.getItem('jwt_access_token')).toBe(token('u1', NOW))
    expect(made.storage.getItem('jwt_refresh_token')).toBe('first')
    expect(JSON.parse(made.storage.getItem('credentials') ?? '')).toEqual({
      credential: 'abc',
      clientId: 'the-client',
      user: USER,
    })
  })

  it('[ID-12] a second sign-in of the same person makes the session fresh, and keeps its tokens', async () => {
    const sent: string[] = []
    const made = browser((path) => {
      sent.push(path)
      return { status: 200, body: { data: { client_id: 'cardinal', fresh_until: 'soon' } } }
    })
    const session = signedIn(made)
    const found = readSignInReturn(
      new URL('https://x.y/?sign_in_code=abc&return_to=%2Fsettings&confirm=true'),
    )
    expect(await finishSignIn(session, found)).toEqual({ kind: 'confirmed', returnTo: '/settings' })
    expect(sent.at(-1)).toContain('/user/sign-in/confirm')
    expect(made.storage.getItem('jwt_refresh_token')).toBe('first')
  })

  it('[ID-3] one renewal serves all concurrent calls and all tabs', async () => {
    const made = browser(() => renewed(NOW + 1_000_000))
    const [one, two] = [signedIn(made), made.openTab()]
    expect(await one.accessToken()).toEqual({ kind: 'token', token: token('u1', NOW) })
    made.pass(1_000_000)
    const outcomes = await Promise.all([one, one, two, two].map((tab) => tab.accessToken()))
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(outcomes[0]).toMatchObject({ kind: 'token' })
    expect(made.calls).toEqual(['/api/user/renew-access-token'])
    expect(made.storage.getItem('jwt_refresh_token')).toBe('second')
  })

  it('[ID-3] a token that the server refuses is renewed once, and the call is retried', async () => {
    const made = browser((path, _body, init) => {
      if (path.endsWith('renew-access-token')) return renewed(NOW + 5_000)
      const { authorization } = init.headers as Record<string, string>
      return authorization === `Bearer ${token('u1', NOW)}`
        ? { status: 401, body: { msg: 'no', request_id: 'r' } }
        : { status: 200, body: { data: 'yes' } }
    })
    const session = signedIn(made)
    made.pass(1_500)
    expect(await session.account.call('GET /user/get-profile')).toBe('yes')
  })

  it('[ID-4] an expired refresh token clears everything and fires the logout event', async () => {
    const body = {
      msg: 'Your session has ended. Sign in again.',
      command: 'refresh-token-expired',
      request_id: 'r',
    }
    const made = browser(() => ({ status: 401, body }))
    const session = signedIn(made)
    made.pass(1_000_000)
    expect(await session.accessToken()).toEqual({ kind: 'signed-out' })
    for (const key of ['jwt_access_token', 'jwt_refresh_token', 'credentials'])
      expect(made.storage.getItem(key)).toBeNull()
    expect(made.events).toEqual([LOGOUT_EVENT])
  })

  it('[ID-4] a missing network or a failing server does not sign the person out', async () => {
    for (const answer of [
      'no network',
      { status: 503, body: {} },
      { status: 401, body: { msg: 'no' } },
    ] as const) {
      const made = browser(() => answer)
      const session = signedIn(made)
      made.pass(1_000_000)
      expect(await session.accessToken()).toMatchObject({ kind: 'unreachable' })
      expect(session.snapshot()).toMatchObject({ isSignedIn: true, userId: 'u1' })
      expect(made.events).toEqual([])
    }
  })

  it('[ID-4] the answer of a gateway does not sign the person out', async () => {
    const page = 'Sign in to this network'
    for (const answer of [
      { status: 401, body: { msg: page, command: 'refresh-token-expired' } },
      { status: 401, body: page },
      { status: 403, body: page },
      { status: 200, body: page },
      { status: 200, body: { data: { jwt_access_token: 'x', jwt_refresh_token: 'y' } } },
    ]) {
      const made = browser(() => answer)
      const session = signedIn(made)
      made.pass(1_000_000)
      expect(await session.accessToken()).toMatchObject({ kind: 'unreachable' })
      expect(session.tokens.refreshToken).toBe('first')
      await expect(session.account.call('POST /user/end-sessions', { body: {} })).rejects.toMatchObject({
        status: null,
        message: expect.stringMatching(/between this device and the server|does not accept/),
      })
    }
  })

  it('[ID-3] a hanging renewal times out, and releases the lock for the next tab', async () => {
    let isHanging = true
    const made = browser(() => (isHanging ? 'hangs' : renewed(NOW + 1_000_000)))
    const [one, two] = [signedIn(made), made.openTab()]
    made.pass(1_000_000)
    const first = one.accessToken()
    const second = two.accessToken()
    await expect.poll(() => made.calls.length).toBe(1)
    isHanging = false
    for (const limit of made.limits) limit.abort()
    expect(await first).toMatchObject({ kind: 'unreachable', trouble: { kind: 'silent' } })
    expect(await second).toEqual(await first)
    made.pass(1_000)
    expect(await two.accessToken()).toMatchObject({ kind: 'token' })
  })

  it('[ID-3] without a network, one attempt to renew serves all tabs and the next calls', async () => {
    const made = browser(() => 'no network')
    const [one, two] = [signedIn(made), made.openTab()]
    made.pass(1_000_000)
    const outcomes = await Promise.all([one, two, two].map((tab) => tab.accessToken()))
    outcomes.push(await one.accessToken(), await two.accessToken())
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(outcomes[0]).toMatchObject({ kind: 'unreachable' })
    expect(made.calls).toHaveLength(1)
    made.pass(1_000)
    await two.accessToken()
    expect(made.calls, 'later it is tried again').toHaveLength(2)
  })

  it('[ID-3] after a failed renewal, a sign-in or a clock set back causes no wait', async () => {
    const made = browser(() => 'no network')
    const session = signedIn(made)
    made.pass(1_000_000)
    await session.accessToken()
    made.pass(-5_000)
    await session.accessToken()
    expect(made.calls).toHaveLength(2)
    const again = token('u1', NOW + 1_000_000)
    session.begin(again, 'third', { credential: 'code', clientId: 'cardinal', user: USER })
    expect(await session.accessToken()).toEqual({ kind: 'token', token: again })
  })

  it('[ID-5] tokens that another tab removes one by one never leave a half signed-in state', () => {
    const made = browser(() => 'no network')
    const session = signedIn(made)
    made.storage.removeItem('jwt_access_token')
    session.refresh()
    expect(session.snapshot()).toMatchObject({ isSignedIn: false, userId: null })
  })

  it('[ID-6] a session that the server ended asks for a sign-in with its message, until the next sign-in', async () => {
    const msg = 'You were signed out, because your session was used from a second place. Sign in again.'
    const made = browser(() => ({
      status: 401,
      body: { msg, command: 'refresh-token-expired', request_id: 'r' },
    }))
    const session = signedIn(made)
    made.pass(1_000_000)
    await session.accessToken()
    expect(session.snapshot()).toMatchObject({ forceLogin: true, forcedLoginMessage: msg })
    session.begin(token('u1', NOW), 'again', { credential: 'c', clientId: 'i', user: USER })
    expect(session.snapshot()).toMatchObject({ forceLogin: false, forcedLoginMessage: null })
  })

  it('[ID-7] a visitor has one id of 24 hex characters, created once', () => {
    const made = browser(() => 'no network')
    const random = () => new Uint8Array(8).fill(255)
    const id = made.openTab().tokens.visitorId(random)
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    expect(made.openTab().tokens.visitorId(() => new Uint8Array(8))).toBe(id)
    expect(made.storage.getItem('unknown_user_id')).toBe(id)
  })

  it('the token parser reads claims with letters beyond ASCII, and none in an invalid token', () => {
    expect(tokenClaims(token('ü—1', NOW))?.subject).toBe('ü—1')
    for (const text of ['', 'a.b.c', 'nothing', `x.${btoa('{"sub":1}')}.y`])
      expect(tokenClaims(text)).toBeNull()
  })
})

describe('signing in and out', () => {
  it('[ID-9] the sign-in never returns to another site, and the code is removed from the address', () => {
    expect(signInAddress('/api', '//evil.example')).toBe('/api/user/sign-in/start?return_to=%2Fhome')
    expect(
      readSignInReturn(new URL('https://x.y/?sign_in_code=a&return_to=https://evil.example')),
    ).toMatchObject({
      returnTo: '/home',
    })
    const address = new URL('https://x.y/?sign_in_code=a&return_to=%2Fhome&col=cols#top')
    expect(withoutSignInReturn(address)).toBe('/?col=cols#top')
  })

  it('[ID-5] signing out sends pending changes, asks before losing them, revokes, wipes and clears', async () => {
    const revoked: unknown[] = []
    const made = browser((path, body) => {
      if (path.endsWith('/user/sign-out')) revoked.push(body)
      return { status: 200, body: { data: true } }
    })
    const session = signedIn(made)
    let wiped = 0
    const data = { sendAll: async () => ({ acts: 2, keys: ['a', 'b'] }), wipe: async () => void wiped++ }
    expect(await signOut(session, data, async (waiting) => waiting !== 2)).toBe(false)
    expect({ wiped, isSignedIn: session.snapshot().isSignedIn }).toEqual({ wiped: 0, isSignedIn: true })
    expect(await signOut(session, data, async () => true)).toBe(true)
    expect(revoked).toEqual([{ jwt_refresh_token: 'first' }])
    expect(wiped).toBe(1)
    expect(session.snapshot()).toMatchObject({ isSignedIn: false, user: null, userId: null })
  })

  it('[ID-5] signing out ends the session on the device even if the server does not answer', async () => {
    const made = browser(() => 'hangs')
    const session = signedIn(made)
    const leaving = signOut(
      session,
      { sendAll: async () => ({ acts: 0, keys: [] }), wipe: async () => {} },
      async () => true,
    )
    await expect.poll(() => made.calls).toEqual(['/api/user/sign-out'])
    made.leavings[0]?.()
    expect(await leaving).toBe(true)
    expect(session.snapshot().isSignedIn).toBe(false)
  })

  it('[OF-6] an answer without data is not the server’s, and counts as unreachable', async () => {
    const session = signedIn(browser(() => ({ status: 200, body: {} })))
    await expect(session.account.call('GET /user/get-profile')).rejects.toMatchObject({
      status: null,
      message: expect.stringContaining('between this device and the server'),
    })
  })

  it('[OF-6] a query is retried three times, after 1, 2 and 4 seconds', async () => {
    const made = browser(() => ({ status: 503, body: { msg: 'busy', request_id: 'r' } }))
    const session = signedIn(made)
    await expect(query(session.account, 'GET /user/get-profile')).rejects.toMatchObject({
      status: 503,
      message: 'busy',
    })
    expect(made.waits).toEqual([1_000, 2_000, 4_000])
    expect(made.calls).toHaveLength(4)
  })

  it('[OF-6] without a network a query is not retried', async () => {
    const made = browser(() => 'no network')
    const session = signedIn(made)
    made.goOffline()
    await expect(query(session.account, 'GET /user/tokens')).rejects.toMatchObject({ status: null })
    expect(made.calls).toHaveLength(1)
    expect(made.waits).toEqual([])
  })

  it("[OF-6] a refused query is not retried, and the server's message is the error", async () => {
    const made = browser(() => ({
      status: 403,
      body: { msg: 'Only somebody signed in can do this.', request_id: 'r' },
    }))
    const session = signedIn(made)
    await expect(query(session.account, 'GET /user/tokens')).rejects.toThrow(
      'Only somebody signed in can do this.',
    )
    expect(made.calls).toHaveLength(1)
  })
})
