import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { createNode, type Node } from '../operations/start.ts'
import { runAdmin } from './run.ts'

describe("the operator's commands, beside a running server", () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-admin-'))
  const env = { CARDINAL_DATA_DIR: dataDir, CARDINAL_LOG_LEVEL: 'silent', CARDINAL_FETCH_PAGES: 'off' }
  let node: Node
  beforeAll(async () => {
    node = await createNode((readConfig(env) as { value: Config }).value)
  })
  afterAll(async () => {
    await node.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function lines(...words: string[]): Promise<readonly string[]> {
    const answer = await runAdmin(words, env)
    if (!answer.ok) throw new Error(answer.error)
    return answer.value
  }

  it('a command prints nothing and says on stderr when there are no users yet', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await lines('list-users')).toEqual([])
    expect(said.mock.calls).toEqual([['No users yet.\n']])
    said.mockRestore()
  })

  it('[ID-1] a command creates a user with a workspace, and tokens that the server accepts', async () => {
    const [made = ''] = await lines('create-user', '--email', 'ada@example.org', '--name', 'Ada Lovelace')
    const { id } = JSON.parse(made)
    expect(await node.store.workspaces.ofUser(id)).toHaveLength(1)
    const printed = await lines('issue-token', '--email=ADA@example.org')
    expect(printed).toHaveLength(1)
    const tokens = JSON.parse(printed[0] ?? '')
    expect(Object.keys(tokens)).toEqual(['jwt_access_token', 'jwt_refresh_token'])
    const profile = await node.app.inject({
      url: '/api/user/get-profile',
      headers: { authorization: `Bearer ${tokens.jwt_access_token}` },
    })
    expect(profile.json().data).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.org' })
    expect((await node.identity.sessions.renew(tokens.jwt_refresh_token)).ok).toBe(true)
  })

  it('the commands of the operator print no control characters of names and arguments', async () => {
    const [made = ''] = await lines(
      'create-user',
      '--email',
      'esc@example.org',
      '--name',
      '\x9b31mRed\u202eder',
    )
    expect(made).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    const listed = (await lines('list-users')).join('\n')
    expect(listed).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
    expect(listed).toContain('31mRed')
    const refusal = await runAdmin(['delete-user', '--user', '\x1b]0;x\x07'], env)
    expect(refusal.ok ? '' : refusal.error).not.toMatch(/[^\P{Cc}\n]/u)
  })

  it('[ID-11] a command sets a plan with its end', async () => {
    await lines('create-user', '--email', 'paid@example.org', '--name', 'Paid')
    const [line = ''] = await lines(
      'set-plan',
      '--email',
      'paid@example.org',
      '--plan',
      'pro',
      '--expires',
      '2030-01-31',
    )
    expect(JSON.parse(line)).toMatchObject({ plan: 'pro', plan_expires_at: '2030-01-31T00:00:00.000Z' })
    expect((await lines('list-users')).some((user) => user.includes('"plan":"pro"'))).toBe(true)
  })

  it('[ID-5] a command signs a user out everywhere', async () => {
    await lines('create-user', '--email', 'out@example.org', '--name', 'Out')
    await lines('issue-token', '--email', 'out@example.org')
    await lines('issue-token', '--email', 'out@example.org')
    expect(await lines('sign-out', '--email', 'out@example.org')).toEqual(['{"sessions_ended":2}'])
  })

  it('[ID-1] a user who was created without a password keeps the email, and can sign in once a password is set', async () => {
    await lines('create-user', '--email', 'later@example.org', '--name', 'Later')
    const account = await node.store.providerAccounts.byEmailKey('later@example.org')
    expect(account?.password_hash).toBeNull()
    const words = ['set-password', '--email', 'later@example.org']
    const common = await runAdmin(words, env, Date.now, async () => 'password1')
    expect(common).toMatchObject({ error: expect.stringMatching(/Many people/) })
    expect(await runAdmin(words, env, Date.now, async () => 'long enough')).toMatchObject({ ok: true })
    expect((await node.store.providerAccounts.byEmailKey('later@example.org'))?.password_hash).toMatch(
      /^scrypt\$/,
    )
  })

  it('[ID-5] a new password that the operator sets ends sessions, and suspends personal tokens until the review', async () => {
    const [made = ''] = await lines('create-user', '--email', 'lost@example.org', '--name', 'Lost')
    const [printed = ''] = await lines('issue-token', '--email', 'lost@example.org')
    const userId = JSON.parse(made).id
    const { secret } = await node.identity.personalTokens.create(
      { userId, sessionId: null },
      'script',
      'write',
      null,
    )
    const asked: string[] = []
    const askSecret = async (question: string) => {
      asked.push(question)
      return 'typed at the terminal'
    }
    const words = ['set-password', '--user', 'lost@example.org']
    expect(await runAdmin(words, env, Date.now, askSecret)).toMatchObject({ ok: true })
    expect(asked).toEqual(['New password for lost@example.org: '])
    expect((await node.identity.sessions.renew(JSON.parse(printed).jwt_refresh_token)).ok).toBe(false)
    const { statusCode } = await node.app.inject({
      url: '/api/user/get-profile',
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(statusCode).toBe(401)
  })

  it.each([
    [['nonsense'], 'There is no command "nonsense".'],
    [['issue-token'], 'issue-token needs --user.'],
    [['issue-token', '--email'], "Option '--email <value>' argument missing"],
    [
      ['issue-token', '--email', 'nobody@example.org'],
      'There is no user with the id or the email nobody@example.org.',
    ],
    [['list-users', '--all', 'yes'], "list-users: Unknown option '--all'"],
    [['create-user', '--email', 'ada', '--name', 'A'], '--email is "ada"; it must be an email address.'],
    [
      ['create-user', '--email', 'ADA@example.org', '--name', 'A'],
      'There is a user with the email ADA@example.org already.',
    ],
    [
      ['create-user', '--email', 'x@example.org', '--name', 'X', '--password', 'short'],
      'at least 8 characters',
    ],
    [['set-plan', '--email', 'ada@example.org', '--plan', 'pro', '--expires', 'soon'], '--expires is "soon"'],
  ])('the command %j is refused with one sentence', async (words, sentence) => {
    const answer = await runAdmin(words, env)
    expect(answer.ok ? '' : answer.error).toContain(sentence)
  })

  it('a command reports a wrong configuration before it does anything', async () => {
    const answer = await runAdmin(['list-users'], { ...env, CARDINAL_PORT: 'x' })
    expect(answer.ok ? '' : answer.error).toContain('CARDINAL_PORT is "x"')
  })

  it('[ID-6] a command removes the keys, which signs everybody out, and people can sign in again', async () => {
    await lines('create-user', '--email', 'keys@example.org', '--name', 'Keys')
    const [printed = ''] = await lines('issue-token', '--email', 'keys@example.org')
    const before = JSON.parse(printed)
    const [rotated = ''] = await lines('rotate-keys')
    expect(JSON.parse(rotated)).toMatchObject({ sessions_ended: expect.any(Number) })
    expect(JSON.parse(rotated).keys_removed).toContain('access-token-key')
    const again = await createNode((readConfig(env) as { value: Config }).value)
    const ask = (token: string) =>
      again.app.inject({
        method: 'GET',
        url: '/api/user/get-profile',
        headers: { authorization: `Bearer ${token}` },
      })
    const renewal = { jwt_refresh_token: before.jwt_refresh_token }
    expect((await ask(before.jwt_access_token)).statusCode).toBe(401)
    expect(
      (await again.app.inject({ method: 'POST', url: '/api/user/renew-access-token', payload: renewal }))
        .statusCode,
    ).toBe(401)
    const after = JSON.parse((await lines('issue-token', '--email', 'keys@example.org'))[0] ?? '')
    expect((await ask(after.jwt_access_token)).statusCode).toBe(200)
    await again.stop()
  })
})
