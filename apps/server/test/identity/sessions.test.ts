import { ok } from '@cardinal/domain'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccessTokens } from '../../src/identity/access-token.ts'
import { Authenticator } from '../../src/identity/authenticate.ts'
import { randomSecret } from '../../src/identity/secrets.ts'
import { REFRESH_TOKEN_LIFE_MS, SESSION_LIFE_MS, Sessions } from '../../src/identity/sessions.ts'
import { insertUser } from '../../src/identity/users.ts'
import type { Store } from '../../src/store/index.ts'
import { accepted } from '../support/node.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

const MINUTE = 60_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe.each(DATABASES)('[ID-6] sessions on $name', ({ start }) => {
  let database: TestDatabase
  let store: Store
  let userId: string
  /** The server's clock, on which everything here depends. */
  let now = Date.UTC(2026, 0, 1)
  const clock = () => now
  const key = randomSecret()
  let tokens: AccessTokens
  let sessions: Sessions
  let authenticator: Authenticator

  beforeAll(async () => {
    database = await start()
    store = await database.open()
    tokens = new AccessTokens(key, clock)
    sessions = new Sessions(store, tokens, key, clock)
    authenticator = new Authenticator(store, tokens, sessions, clock)
    userId = await newUser()
  })
  afterAll(async () => {
    await store.close()
    await database.stop()
  })

  async function newUser(): Promise<string> {
    const person = { email: `${Math.random()}@example.org`, name: 'Ada' }
    return accepted(await store.transact(async (tx) => ok((await insertUser(tx, person, now)).id)))
  }
  const renew = async (token: string) => accepted(await sessions.renew(token))
  const isLetIn = async (token: string) => (await authenticator.authenticate(`Bearer ${token}`)).ok

  it('[ID-3] an access token is valid for 15 minutes of the server’s clock', async () => {
    const { accessToken } = await sessions.issue(userId, undefined)
    expect(await isLetIn(accessToken)).toBe(true)
    now += 15 * MINUTE - 1000
    expect(await isLetIn(accessToken)).toBe(true)
    now += 2000
    expect(await isLetIn(accessToken)).toBe(false)
  })

  it('[ID-3] a renewal returns a new pair of tokens', async () => {
    const first = await sessions.issue(userId, undefined)
    now += 20 * MINUTE
    const second = await renew(first.refreshToken)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(await isLetIn(second.accessToken)).toBe(true)
  })

  it('[ID-3] [ID-6] two tabs that renew at once get the same successor', async () => {
    const { refreshToken } = await sessions.issue(userId, undefined)
    const together = await Promise.all([renew(refreshToken), renew(refreshToken), renew(refreshToken)])
    expect(new Set(together.map((pair) => pair.refreshToken)).size).toBe(1)
  })

  it('[ID-3] [ID-6] a device that never received the answer to its renewal stays signed in, even days later', async () => {
    const { refreshToken } = await sessions.issue(userId, undefined)
    const lost = await renew(refreshToken)
    for (const away of [40_000, 20 * MINUTE, REFRESH_TOKEN_LIFE_MS / 2]) {
      now += away
      const late = await renew(refreshToken)
      expect(late.refreshToken).toBe(lost.refreshToken)
      expect(await isLetIn(late.accessToken)).toBe(true)
    }
  })

  it('[ID-6] reusing a token whose successor was used ends the session', async () => {
    const { refreshToken } = await sessions.issue(userId, undefined)
    const second = await renew(refreshToken)
    const third = await renew(second.refreshToken)
    expect(await sessions.renew(refreshToken)).toEqual({ ok: false, error: 'reused' })
    expect(await sessions.renew(third.refreshToken)).toEqual({ ok: false, error: 'unknown' })
    expect(await isLetIn(third.accessToken)).toBe(false)
  })

  it('[ID-6] reuse of a token ends its own session, and not the other sessions of the user', async () => {
    const stolen = await sessions.issue(userId, undefined)
    const other = await sessions.issue(userId, undefined)
    await renew((await renew(stolen.refreshToken)).refreshToken)
    expect(await sessions.renew(stolen.refreshToken)).toEqual({ ok: false, error: 'reused' })
    expect((await sessions.renew(other.refreshToken)).ok).toBe(true)
  })

  it('[ID-6] an unused token expires after its time, and a session after its own, however often renewed', async () => {
    const idle = await sessions.issue(userId, undefined)
    const busy = await sessions.issue(userId, undefined)
    const begun = now
    let { refreshToken } = busy
    while (now + REFRESH_TOKEN_LIFE_MS / 2 < begun + SESSION_LIFE_MS) {
      now += REFRESH_TOKEN_LIFE_MS / 2
      refreshToken = (await renew(refreshToken)).refreshToken
    }
    expect(await sessions.renew(idle.refreshToken)).toEqual({ ok: false, error: 'unknown' })
    now = begun + SESSION_LIFE_MS
    expect(await sessions.renew(refreshToken)).toEqual({ ok: false, error: 'unknown' })
  })

  it('[ID-5] signing out ends one session at once, and signing out everywhere all of them', async () => {
    const devices = [await sessions.issue(userId, undefined), await sessions.issue(userId, undefined)]
    const [first, second] = devices
    await sessions.end(first?.refreshToken ?? '')
    expect(await isLetIn(first?.accessToken ?? '')).toBe(false)
    expect(await isLetIn(second?.accessToken ?? '')).toBe(true)
    expect(await sessions.endOf(userId, null)).toBeGreaterThanOrEqual(1)
    expect(await isLetIn(second?.accessToken ?? '')).toBe(false)
    expect((await sessions.renew(second?.refreshToken ?? '')).ok).toBe(false)
  })

  it('[ID-5] a session that ended on another node is refused within five seconds', async () => {
    const { accessToken, refreshToken } = await sessions.issue(userId, undefined)
    expect(await isLetIn(accessToken)).toBe(true)
    await new Sessions(store, tokens, key, clock).end(refreshToken)
    now += 5_000
    expect(await isLetIn(accessToken)).toBe(false)
  })

  it('[ID-6] devices are listed by type only, the last used first, and only those of the user', async () => {
    const other = await newUser()
    await sessions.issue(other, undefined)
    const person = await newUser()
    await sessions.issue(person, undefined)
    now += 1000
    await sessions.issue(person, FIREFOX)
    expect((await sessions.list(person)).map(({ device }) => device)).toEqual([
      'Firefox on Linux',
      'A program',
    ])
    const [mine] = await sessions.list(person)
    expect(await sessions.endOf(other, mine?.id ?? '')).toBe(0)
    expect(await sessions.list(person)).toHaveLength(2)
  })

  it('[ID-10] an access token is refused if it has another key or kind, or names a session of another user', async () => {
    const other = await newUser()
    const { accessToken } = await sessions.issue(userId, undefined)
    const [session] = await sessions.list(userId)
    const foreign = await new AccessTokens(randomSecret(), clock).sign({
      userId,
      sessionId: session?.id ?? '',
    })
    const mixed = await tokens.sign({ userId: other, sessionId: session?.id ?? '' })
    expect(await isLetIn(accessToken)).toBe(true)
    for (const token of [foreign, mixed, `${accessToken}x`, accessToken.slice(0, -2), 'cardinal_pat_x', 'x'])
      expect(await isLetIn(token)).toBe(false)
    for (const header of [undefined, '', 'Bearer', 'Basic abc', `Bearer ${accessToken} ${accessToken}`])
      expect((await authenticator.authenticate(header)).ok).toBe(false)
  })

  it('[ID-6] the session store keeps only hashes of tokens', async () => {
    const { refreshToken } = await sessions.issue(userId, undefined)
    expect(await store.sessions.tokenByHash(refreshToken)).toBeUndefined()
  })

  it('[ID-6] property: at most one chain of tokens stays valid, whatever tokens are used in whatever order', async () => {
    const steps = fc.array(fc.record({ show: fc.nat(5), wait: fc.constantFrom(0, 1000, 40_000) }), {
      minLength: 1,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        const chain = [(await sessions.issue(userId, undefined)).refreshToken]
        let lastUsed = -1
        let isAlive = true
        for (const { show, wait } of story) {
          now += wait
          const index = Math.min(show, chain.length - 1)
          const result = await sessions.renew(chain[index] ?? '')
          const isNewest = index === chain.length - 1
          const isSuccessorUnused = index === lastUsed
          expect(result.ok).toBe(isAlive && (isNewest || isSuccessorUnused))
          if (!result.ok) isAlive = false
          else if (isNewest) {
            lastUsed = index
            chain.push(result.value.refreshToken)
          } else expect(result.value.refreshToken).toBe(chain[index + 1])
        }
      }),
      { numRuns: 40 },
    )
  })
})
