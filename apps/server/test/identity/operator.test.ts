import { describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { request, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

describe.each(DATABASES)('an operator looks after accounts on $name', ({ start }) => {
  let now = Date.now()
  const server = serverFor(start, { now: () => now })

  async function admin(...words: string[]) {
    const env = {
      CARDINAL_DATA_DIR: server.database.dataDir,
      ...(server.database.databaseUrl !== null && { DATABASE_URL: server.database.databaseUrl }),
    }
    const answer = await runAdmin(words, env, () => now)
    if (!answer.ok) throw new Error(answer.error)
    return answer.value.map((line) => JSON.parse(line))
  }

  /** A signed-in user with a password. */
  async function makeUser(email: string) {
    const words = ['--email', email, '--name', 'A Person', '--password', 'analytical engine']
    const [user] = await admin('create-user', ...words)
    const [tokens] = await admin('issue-token', '--user', email)
    return { id: user.id as string, ...signedIn(tokens) }
  }

  function signedIn(tokens: { jwt_access_token: string; jwt_refresh_token: string }) {
    const headers = { authorization: `Bearer ${tokens.jwt_access_token}` }
    return {
      refreshToken: tokens.jwt_refresh_token,
      send: (method: string, path: string, body?: unknown) =>
        request(server.api, method, path, body, headers),
    }
  }

  it('[ID-12] figures of the server are shown only to its owner: the first user, or the one the operator named', async () => {
    const first = await makeUser('first@example.org')
    const second = await makeUser('second@example.org')
    const isOwner = async (who: typeof first) =>
      (await who.send('GET', '/user/get-profile')).body.data.is_server_owner
    expect([await isOwner(first), await isOwner(second)]).toEqual([true, false])
    const seen = await first.send('GET', '/server/overview')
    expect(seen.status).toBe(200)
    expect(seen.body).toMatchObject({
      data: {
        users: 2,
        cards: 0,
        failed_sign_ins_of_30_days: 0,
        database: server.database.databaseUrl === null ? 'sqlite' : 'postgres',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        // Users created in the same millisecond are ordered by their ids.
        first_users: expect.arrayContaining([
          expect.objectContaining({ user_id: first.id, name: 'A Person', cards: 0, disabledAt: null }),
          expect.objectContaining({ user_id: second.id }),
        ]),
      },
    })
    const refused = await second.send('GET', '/server/overview')
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      403,
      expect.not.stringContaining(first.id),
    ])
    const token = await first.send('POST', '/user/create-token', { name: 'script', scope: 'read' })
    const secret = token.body.data.token
    const headers = { authorization: `Bearer ${secret}` }
    expect((await request(server.api, 'GET', '/server/overview', undefined, headers)).status).toBe(403)
    await admin('make-owner', '--user', 'second@example.org')
    expect((await second.send('GET', '/server/overview')).status).toBe(200)
    // The oldest remaining user must not become the owner: that would hand over the server by accident.
    await admin('delete-user', '--user', first.id, '--confirm', first.id)
    await admin('delete-user', '--user', second.id, '--confirm', second.id)
    const third = await makeUser('third@example.org')
    expect(await isOwner(third)).toBe(true)
  })

  it('[ID-12] the operator names a person by id or sign-in email, never by the email of the profile', async () => {
    const ada = await makeUser('ada@example.org')
    const eve = await makeUser('eve@example.org')
    // Eve pretends to be Ada, and Ada changes her e-mail.
    await eve.send('POST', '/user/update-profile', { email: 'ada@example.org' })
    await ada.send('POST', '/user/update-profile', { email: 'countess@example.org' })
    const [byEmail] = await admin('set-plan', '--user', 'ADA@example.org', '--plan', 'pro')
    expect(byEmail).toMatchObject({ id: ada.id, sign_in_emails: ['ada@example.org'] })
    const [byId] = await admin('set-plan', '--user', eve.id, '--plan', 'free')
    expect(byId).toMatchObject({ id: eve.id, email: 'ada@example.org', sign_in_emails: ['eve@example.org'] })
    await expect(admin('sign-out', '--user', 'countess@example.org')).rejects.toThrow('There is no user')
    // Earlier releases used --email.
    expect(await admin('sign-out', '--email', 'eve@example.org')).toEqual([{ sessions_ended: 1 }])
  })

  it('[ID-12] an email that is only in a profile can be used by a new user', async () => {
    const mallory = await makeUser('mallory@example.org')
    await mallory.send('POST', '/user/update-profile', { email: 'grace@example.org' })
    const [grace] = await admin('create-user', '--email', 'grace@example.org', '--name', 'Grace')
    expect(grace.id).not.toBe(mallory.id)
  })

  it('[ID-5] a disabled user has no valid session, renewal or token, and all work again when the user is enabled', async () => {
    const bob = await makeUser('bob@example.org')
    const { token } = (await bob.send('POST', '/user/create-token', { name: 'script', scope: 'write' })).body
      .data
    const byToken = () =>
      request(server.api, 'GET', '/user/get-profile', undefined, { authorization: `Bearer ${token}` })
    const renew = () =>
      request(server.api, 'POST', '/user/renew-access-token', { jwt_refresh_token: bob.refreshToken })
    expect((await byToken()).status).toBe(200)
    const [disabled] = await admin('disable', '--user', 'bob@example.org')
    expect(disabled).toMatchObject({ sessions_ended: 1, disabled_at: new Date(now).toISOString() })
    // Commands run in another process, so a node's caches only expire after five seconds.
    now += 5_001
    expect((await byToken()).status).toBe(401)
    expect((await bob.send('GET', '/user/get-profile')).status).toBe(401)
    expect((await renew()).body.command).toBe('refresh-token-expired')
    await expect(admin('issue-token', '--user', bob.id)).rejects.toThrow('disabled')
    // A session issued to a person who was signing in at that moment must be invalid.
    const late = await server.node.identity.sessions.issue(bob.id, undefined)
    expect(
      (
        await signedIn({ jwt_access_token: late.accessToken, jwt_refresh_token: '' }).send(
          'GET',
          '/user/sessions',
        )
      ).status,
    ).toBe(401)
    expect(await server.node.identity.sessions.renew(late.refreshToken)).toMatchObject({ ok: false })
    await admin('enable', '--user', bob.id)
    now += 5_001
    expect((await byToken()).status).toBe(200)
    const [tokens] = await admin('issue-token', '--user', bob.id)
    expect((await signedIn(tokens).send('GET', '/user/get-profile')).status).toBe(200)
  })

  it('[ID-12] the operator can delete a user with all data, if the name is given twice', async () => {
    const gone = await makeUser('gone@example.org')
    const made = await gone.send('POST', '/entity/create-one', { newEntity: { type: 'note', content: 'x' } })
    await expect(admin('delete-user', '--user', 'gone@example.org', '--confirm', 'yes')).rejects.toThrow(
      '--confirm',
    )
    const [deleted] = await admin('delete-user', '--user', gone.id, '--confirm', gone.id)
    expect(deleted).toMatchObject({ id: gone.id, deleted: true })
    const { store } = server.node
    expect(await store.users.byId(gone.id)).toBeUndefined()
    expect(await store.cards.byIds(gone.id, [made.body.data._id])).toEqual([])
    expect(await store.providerAccounts.byEmailKey('gone@example.org')).toBeUndefined()
    expect((await admin('list-users')).map(({ id }) => id)).not.toContain(gone.id)
  })

  it('the operator can count users and cards', async () => {
    const [before] = await admin('stats')
    const counted = await makeUser('counted@example.org')
    await counted.send('POST', '/entity/create-one', { newEntity: { type: 'note', content: 'x' } })
    const [after] = await admin('stats')
    expect(after).toMatchObject({
      users: before.users + 1,
      users_of_30_days: before.users_of_30_days + 1,
      sessions: before.sessions + 1,
      workspaces: before.workspaces + 1,
      cards: before.cards + 1,
    })
    expect(after.stored_bytes).toBeGreaterThan(before.stored_bytes)
  })
})
