import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok } from '@cardinal/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { projectRoot } from '../../src/config.ts'
import { ACTIVITIES_AT_MOST, noteActivity } from '../../src/identity/activity.ts'
import { freePort } from '../support/free-port.ts'
import { personWith, request } from '../support/node.ts'
import { runServer } from '../support/server-process.ts'
import { Browser, type IdentityNode, isHome, outcomeOf, startIdentityNode, startOf } from './support.ts'

const ADA = { name: 'Ada', email: 'ada@example.org', password: 'analytical engine' }

describe('what happens to an account', () => {
  let now = Date.UTC(2026, 0, 1)
  let server: IdentityNode
  beforeAll(async () => {
    server = await startIdentityNode({ now: () => now })
  })
  afterAll(() => server.stop())

  const admin = (...words: string[]) =>
    runAdmin(words, { CARDINAL_DATA_DIR: server.dataDir, CARDINAL_PUBLIC_URL: server.origin }, () => now)

  /** Ada, with a new account and a browser session. */
  async function signUp(email: string) {
    const browser = new Browser()
    const { address } = await browser.follow(startOf(server.origin))
    const sent = await browser.post(`${address}/create`, { ...ADA, email })
    const { address: end } = await browser.follow(sent.next ?? '', isHome)
    const credentials = { credential: outcomeOf(end).code, client_id: 'cardinal' }
    const { body } = await browser.postJson(`${server.origin}/api/user/sign-in`, credentials)
    const [userId = ''] = await server.node.store.identities.userIdsByEmailKey(email)
    return { ...personWith(`${server.origin}/api`, userId, email, body.data.jwt_access_token), body }
  }

  async function failToSignIn(email: string) {
    const browser = new Browser()
    const { address } = await browser.follow(startOf(server.origin))
    await browser.post(`${address}/sign-in`, { email, password: 'not the password' })
  }

  it('[ID-6] [ID-12] recent activity is listed for its owner for 90 days, newest first', async () => {
    const ada = await signUp('ada@example.org')
    const bob = await signUp('bob@example.org')
    now += 1_000
    await failToSignIn('ada@example.org')
    now += 1_000
    await ada.send('POST', '/user/create-token', { name: 'backup', scope: 'read' })
    now += 1_000
    await ada.send('GET', '/user/export')
    now += 1_000
    await admin('set-plan', '--user', 'ada@example.org', '--plan', 'pro')
    now += 1_000
    const first = await server.node.identity.sessions.issue(ada.userId, 'Mozilla/5.0 (iPhone) Safari/604.1')
    const second = await server.node.identity.sessions.renew(first.refreshToken)
    if (!second.ok) throw new Error('not renewed')
    await server.node.identity.sessions.renew(second.value.refreshToken)
    now += 1_000
    const renewal = { jwt_refresh_token: first.refreshToken }
    await request(`${server.origin}/api`, 'POST', '/user/renew-access-token', renewal)
    const { body } = await ada.send('GET', '/user/recent-activity')
    expect(body.data.map(({ kind, detail }: { kind: string; detail: string }) => [kind, detail])).toEqual([
      ['session-reused', 'Safari on iPhone'],
      ['signed-in', 'Safari on iPhone'],
      ['by-operator', 'set-plan'],
      ['exported', null],
      ['token-made', 'backup'],
      ['sign-in-failed', null],
      ['signed-in', 'A program'],
    ])
    expect(body.data[0].createdAt).toBe(new Date(now).toISOString())
    // A device is not notified of the acts of its own session.
    const own = body.data.filter(({ is_here }: { is_here: boolean }) => is_here)
    expect(own.map(({ kind }: { kind: string }) => kind)).toEqual(['exported', 'token-made', 'signed-in'])
    expect((await bob.send('GET', '/user/recent-activity')).body.data).toHaveLength(1)
    now += 90 * 86_400_000 - 3_000
    await server.node.identity.sweep()
    expect(await server.node.store.securityEvents.ofUser(ada.userId, 100)).toHaveLength(4)
    now += 10_000
    await server.node.identity.sweep()
    expect(await server.node.store.securityEvents.ofUser(ada.userId, 100)).toEqual([])
  })

  it('[ID-12] a new password is listed as activity, and at most 200 entries are kept', async () => {
    const ada = await signUp('many@example.org')
    const words = ['set-password', '--user', ada.email]
    const env = { CARDINAL_DATA_DIR: server.dataDir }
    await runAdmin(
      words,
      env,
      () => now,
      async () => 'another long sentence',
    )
    const kinds = (await server.node.store.securityEvents.ofUser(ada.userId, 9)).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['by-operator', 'password-changed', 'signed-in'])
    await server.node.store.transact(async (tx) => {
      for (let i = 0; i <= ACTIVITIES_AT_MOST; i++)
        await noteActivity(tx, { userId: ada.userId, sessionId: null }, 'token-made', `token ${i}`, now + i)
      return ok(null)
    })
    const kept = await server.node.store.securityEvents.ofUser(ada.userId, 1_000)
    expect(kept).toHaveLength(ACTIVITIES_AT_MOST)
    expect(kept[0]?.detail).toBe(`token ${ACTIVITIES_AT_MOST}`)
  })
})

it('[ID-1] [ID-6] the log has a line for a wrong password and for a reused token, which the documented filter finds', {
  timeout: 120_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-log-'))
  const env = { CARDINAL_DATA_DIR: dataDir, CARDINAL_PORT: String(await freePort()) }
  const origin = `http://localhost:${env.CARDINAL_PORT}`
  const server = runServer({ ...env, CARDINAL_LOG_LEVEL: 'warn' })
  await expect.poll(server.output, { timeout: 60_000 }).toContain('Accounts: everybody who can open')
  const words = ['--email', ADA.email, '--name', 'Ada', '--password', ADA.password]
  await runAdmin(['create-user', ...words], env)
  const issued = await runAdmin(['issue-token', '--user', ADA.email], env)
  const reused: string = JSON.parse(issued.ok ? (issued.value[0] ?? '') : '').jwt_refresh_token
  for (const email of [ADA.email, 'nobody@example.org']) {
    const browser = new Browser()
    const { address } = await browser.follow(startOf(origin))
    await browser.post(`${address}/sign-in`, { email, password: 'not the password' })
  }
  const renew = (token: string) =>
    request(`${origin}/api`, 'POST', '/user/renew-access-token', { jwt_refresh_token: token })
  const next = (await renew(reused)).body.data.jwt_refresh_token
  await renew(next)
  expect((await renew(reused)).status).toBe(401)
  server.child.kill('SIGTERM')
  await server.exit
  rmSync(dataDir, { recursive: true })
  const documented = readFileSync(join(projectRoot(), 'docs/running.md'), 'utf8')
  const [, filter = ''] = /^failregex = (.+)$/m.exec(documented) ?? []
  const pattern = new RegExp(filter.replace('<ADDR>', '(?<address>[0-9a-f.:]+)'))
  const lines = server.output().split('\n')
  const found = lines.flatMap((line) => pattern.exec(line)?.groups?.address ?? [])
  expect(found).toHaveLength(3)
  for (const address of found) expect(address).toMatch(/^(?:127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/)
  expect(server.output()).not.toMatch(/not the password|ada@example|nobody@example/)
})
