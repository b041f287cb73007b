import { describe, expect, it } from 'vitest'
import { type Person, request, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('[ID-12] the account on $name', ({ start }) => {
  /** ms by which the server's clock is ahead. */
  let later = 0
  const server = serverFor(start, { now: () => Date.now() + later })

  const createToken = (person: Person, scope: 'read' | 'add' | 'write') =>
    person.send('POST', '/user/create-token', { name: `for ${scope}ing`, scope })
  const as = (token: string) => (method: string, path: string, body?: unknown) =>
    request(server.api, method, path, body, { authorization: `Bearer ${token}` })
  const NOTE = { newEntity: { type: 'note', content: 'kept' } }

  it('[ID-12] name and email can be changed, together or each alone', async () => {
    const ada = await server.signUp('Ada Lovelace')
    const renamed = await ada.send('POST', '/user/update-profile', { name: '  Augusta Ada   King ' })
    expect(renamed.body.data).toMatchObject({
      name: 'Augusta Ada King',
      first_name: 'Augusta',
      last_name: 'Ada King',
    })
    await ada.send('POST', '/user/update-profile', { email: 'countess@example.org' })
    expect((await ada.send('GET', '/user/get-profile')).body.data).toMatchObject({
      name: 'Augusta Ada King',
      email: 'countess@example.org',
      plan: 'free',
      plan_expires_at: null,
    })
    expect((await ada.send('POST', '/user/update-profile', { email: 'nobody' })).status).toBe(400)
  })

  it('[ID-12] all data of an account can be downloaded', async () => {
    const ada = await server.signUp()
    const kept = await ada.send('POST', '/entity/create-one', NOTE)
    const gone = await ada.send('POST', '/entity/create-one', {
      newEntity: { type: 'todo', content: 'gone' },
    })
    await ada.send('POST', '/entity/delete-many', { entity_ids: [gone.body.data._id] })
    const { status, headers, body } = await ada.send('GET', '/user/export')
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toContain('attachment')
    expect(body.user.email).toBe(ada.email)
    expect(body.workspaces).toHaveLength(1)
    expect(body.workspaces[0].entities).toEqual([kept.body.data])
    expect(body.deleted.map((one: { entity: { content: string } }) => one.entity.content)).toEqual(['gone'])
    expect(JSON.stringify(body)).not.toContain(ada.token)
  })

  it('[ID-12] deleting an account needs its own email, and removes all its data', async () => {
    const ada = await server.signUp()
    const bob = await server.signUp()
    const { body } = await ada.send('POST', '/entity/create-one', NOTE)
    expect((await ada.send('POST', '/user/delete-account', { confirm: bob.email })).status).toBe(400)
    const deleted = await ada.send('POST', '/user/delete-account', { confirm: ada.email.toUpperCase() })
    expect(deleted.body).toEqual({ data: true })
    expect((await ada.send('GET', '/user/get-profile')).status).toBe(401)
    expect(await server.node.store.cards.byIds(ada.userId, [body.data._id])).toEqual([])
    expect((await bob.send('GET', '/user/get-profile')).status).toBe(200)
  })

  it('[ID-10] a personal token reads, or also writes, according to its scope, and its secret is shown once', async () => {
    const ada = await server.signUp()
    const read = (await createToken(ada, 'read')).body.data
    const write = (await createToken(ada, 'write')).body.data
    expect((await as(read.token)('POST', '/entity/get-count', {})).status).toBe(200)
    expect((await as(read.token)('POST', '/entity/create-one', NOTE)).status).toBe(403)
    expect((await as(write.token)('POST', '/entity/create-one', NOTE)).status).toBe(200)
    const listed = (await ada.send('GET', '/user/tokens')).body.data
    expect(listed).toHaveLength(2)
    expect(JSON.stringify(listed)).not.toContain('cardinal_pat_')
    expect(listed.every((token: { lastUsedAt: string | null }) => token.lastUsedAt !== null)).toBe(true)
  })

  it('[ID-10] a token with the scope add can create cards and tags, alone or in a push, but not read or edit', async () => {
    const ada = await server.signUp()
    const send = as((await createToken(ada, 'add')).body.data.token)
    const tags = { frontendGeneratedTags: [{ tag_name: 'inbox' }] }
    const tag = await send('POST', '/tag/create-many-from-keyword', tags)
    expect(tag.status).toBe(200)
    const card = { newEntity: { ...NOTE.newEntity, tags_assigned: [tag.body.data[0]._id] } }
    const made = await send('POST', '/entity/create-one', card)
    expect(made.status).toBe(200)
    const ids = { entity_ids: [made.body.data._id] }
    const list = [
      { key: 'k1', method: 'POST', path: '/entity/create-one', body: NOTE },
      { key: 'k2', method: 'POST', path: '/entity/delete-many', body: ids },
      { key: 'k3', method: 'POST', path: '/entity/get-specific', body: ids },
    ]
    const pushed = await send('POST', '/sync/push', list)
    expect(pushed.body.data.map(({ status }: { status: number }) => status)).toEqual([200, 403, 403])
    for (const [method, path, body] of [
      ['POST', '/entity/get-count', {}],
      ['POST', '/entity/delete-many', ids],
      ['GET', '/sync/pull', undefined],
      ['GET', '/user/get-profile', undefined],
      ['GET', '/user/export', undefined],
    ] as const)
      expect([path, (await send(method, path, body)).status]).toEqual([path, 403])
  })

  it('[ID-10] a token expires after its days and stays listed for a month; one without days does not expire', async () => {
    later = 0
    const ada = await server.signUp()
    const make = (days?: number) =>
      ada.send('POST', '/user/create-token', { name: 'x', scope: 'read', expires_in_days: days })
    const [short, endless] = [(await make(1)).body.data, (await make()).body.data]
    expect(Date.parse(short.expiresAt) - Date.parse(short.createdAt)).toBe(86_400_000)
    expect(endless.expiresAt).toBeNull()
    for (const days of [0, -1, 1.5, 3_651, '90']) expect((await make(days as number)).status).toBe(400)
    const statuses = async () =>
      Promise.all(
        [short, endless].map(async ({ token }) => (await as(token)('GET', '/user/get-profile')).status),
      )
    later = 86_400_000 - 60_000
    expect(await statuses()).toEqual([200, 200])
    later = 86_400_000
    expect(await statuses()).toEqual([401, 200])
    const fresh = await server.node.identity.sessions.issue(ada.userId, undefined)
    await server.node.identity.sweep()
    const count = async () => (await as(fresh.accessToken)('GET', '/user/tokens')).body.data.length
    expect(await count()).toBe(2)
    later = 31 * 86_400_000 + 60_000
    await server.node.identity.sweep()
    const last = await server.node.identity.sessions.issue(ada.userId, undefined)
    expect((await as(last.accessToken)('GET', '/user/tokens')).body.data).toHaveLength(1)
    later = 0
  })

  it('[ID-5] signing out everywhere also ends personal tokens if asked', async () => {
    const ada = await server.signUp()
    const { token } = (await createToken(ada, 'read')).body.data
    const status = async () => (await as(token)('GET', '/user/get-profile')).status
    const phone = await server.node.identity.sessions.issue(ada.userId, undefined)
    expect((await ada.send('POST', '/user/end-sessions', {})).body).toEqual({ data: 2 })
    expect((await as(phone.accessToken)('GET', '/user/get-profile')).status).toBe(401)
    expect(await status()).toBe(200)
    const back = await server.node.identity.sessions.issue(ada.userId, undefined)
    await server.node.identity.sessions.issue(ada.userId, undefined)
    const own = (await as(back.accessToken)('GET', '/user/sessions')).body.data
    const keep_session_id = own.find((one: { is_current: boolean }) => one.is_current).session_id
    const bob = await server.signUp()
    expect((await bob.send('POST', '/user/end-sessions', { keep_session_id })).status).toBe(404)
    const both = { keep_session_id, session_id: keep_session_id }
    expect((await as(back.accessToken)('POST', '/user/end-sessions', both)).status).toBe(400)
    const others = await as(back.accessToken)('POST', '/user/end-sessions', { keep_session_id })
    expect(others.body).toEqual({ data: 1 })
    const ended = await as(back.accessToken)('POST', '/user/end-sessions', { tokens: true })
    expect(ended.body).toEqual({ data: 1 })
    expect(await status()).toBe(401)
  })

  it('[ID-10] a personal token can not manage the account: no tokens, no deletion, no sign-out', async () => {
    const ada = await server.signUp()
    const { token } = (await createToken(ada, 'write')).body.data
    for (const [method, path, body] of [
      ['GET', '/user/tokens', undefined],
      ['POST', '/user/create-token', { name: 'another', scope: 'write' }],
      ['POST', '/user/delete-account', { confirm: ada.email }],
      ['POST', '/user/sign-out', { jwt_refresh_token: 'x' }],
    ] as const)
      expect((await as(token)(method, path, body)).status).toBe(403)
  })

  it('[ID-10] a revoked token is refused at once, and a token of another person is not found', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const { token, token_id: tokenId } = (await createToken(ada, 'read')).body.data
    expect((await bob.send('POST', '/user/revoke-token', { token_id: tokenId })).status).toBe(404)
    expect((await as(token)('GET', '/user/get-profile')).status).toBe(200)
    expect((await ada.send('POST', '/user/revoke-token', { token_id: tokenId })).body).toEqual({
      data: tokenId,
    })
    expect((await as(token)('GET', '/user/get-profile')).status).toBe(401)
    expect((await ada.send('POST', '/user/revoke-token', { token_id: tokenId })).status).toBe(404)
  })

  it('[ID-4] [ID-6] a renewal with a reused or invalid token is refused with its command', async () => {
    const { userId } = await server.signUp()
    const { refreshToken } = await server.node.identity.sessions.issue(userId, undefined)
    const renew = (token: string) =>
      request(server.api, 'POST', '/user/renew-access-token', { jwt_refresh_token: token })
    const second = (await renew(refreshToken)).body.data.jwt_refresh_token
    await renew(second)
    for (const token of [refreshToken, second, 'no token at all']) {
      const refused = await renew(token)
      expect(refused.status).toBe(401)
      expect(refused.body.command).toBe('refresh-token-expired')
    }
  })

  it('[ID-5] a sign-out over HTTP ends the session', async () => {
    const { userId } = await server.signUp()
    const pair = await server.node.identity.sessions.issue(userId, undefined)
    const call = as(pair.accessToken)
    const answer = await call('POST', '/user/sign-out', { jwt_refresh_token: pair.refreshToken })
    expect(answer.body).toEqual({ data: true })
    expect((await call('GET', '/user/get-profile')).status).toBe(401)
  })

  it('[ID-5] signed-in devices can be listed, and ended one by one or all at once', async () => {
    const ada = await server.signUp()
    const phone = await server.node.identity.sessions.issue(ada.userId, 'Mozilla/5.0 (iPhone) Safari/604.1')
    const listed = (await ada.send('GET', '/user/sessions')).body.data
    const isOfPhone = ({ device }: { device: string }) => device === 'Safari on iPhone'
    expect(listed).toHaveLength(2)
    expect(listed.find(isOfPhone).is_current).toBe(false)
    const { session_id } = listed.find(isOfPhone)
    expect((await ada.send('POST', '/user/end-sessions', { session_id })).body).toEqual({ data: 1 })
    expect((await as(phone.accessToken)('GET', '/user/get-profile')).status).toBe(401)
    expect((await ada.send('POST', '/user/end-sessions', { session_id })).status).toBe(404)
    expect((await ada.send('POST', '/user/end-sessions', {})).body).toEqual({ data: 1 })
    expect((await ada.send('GET', '/user/get-profile')).status).toBe(401)
  })

  it('[ID-7] [ID-8] the listed actions of visitors are recorded, and other actions are refused', async () => {
    const act = (body: unknown) => request(server.api, 'POST', '/user/action-taken', body)
    const visitor = { unknown_user_id: 'a'.repeat(24), ipAddress: null }
    for (const action of [
      'landed-1440',
      'clicked-closed-how-it-works',
      'clicked-seeHow',
      'route-usageExample',
      'clicked-login',
    ])
      expect((await act({ user_action: action, ...visitor })).body).toEqual({ data: true })
    expect((await act({ user_action: 'looked-around', ...visitor })).status).toBe(400)
    expect((await act({ user_action: 'clicked-login', unknown_user_id: 'me', ipAddress: null })).status).toBe(
      400,
    )
  })
})
