import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ok } from '@cardinal/domain'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { normalIssuer } from '../../src/identity/open-id-client.ts'
import { insertUser } from '../../src/identity/users.ts'
import type { Store } from '../../src/store/index.ts'
import { freePort } from '../support/free-port.ts'
import { runServer } from '../support/server-process.ts'
import { openForm, submit } from './forms.ts'
import { Browser, type IdentityNode, isHome, outcomeOf, startIdentityNode, startOf } from './support.ts'

const CLIENT = 'cardinal-at-work'
const SECRET = `${CLIENT}-secret-with-enough-characters`

describe('[ID-1] the issuer of a configured provider', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-issuers-'))
  let port: number
  let issuer: string
  let provider: ChildProcess
  beforeAll(async () => {
    const providerPort = await freePort()
    port = await freePort()
    issuer = `http://localhost:${providerPort}`
    const script = fileURLToPath(new URL('./provider-process.ts', import.meta.url))
    const callback = `http://localhost:${port}/api/user/sign-in/callback`
    const words = ['--import', 'tsx', script, String(providerPort), callback, `${callback}-other`]
    provider = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => provider.stdout?.once('data', resolve))
  })
  afterAll(() => {
    provider.kill()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const envOf = (spelling: string, secret = SECRET) => ({
    CARDINAL_OIDC_ISSUER: spelling,
    CARDINAL_OIDC_CLIENT_ID: CLIENT,
    CARDINAL_OIDC_CLIENT_SECRET: secret,
  })

  /** Runs a callback with a server over the shared data, at the address that is registered at the provider. */
  async function withServer<T>(env: Record<string, string>, run: (server: IdentityNode) => Promise<T>) {
    const server = await startIdentityNode({ port, dataDir, env })
    try {
      return await run(server)
    } finally {
      await server.stop()
    }
  }

  async function signIn(server: IdentityNode, person: string) {
    const browser = new Browser()
    const start = await browser.get(startOf(server.origin))
    const request = new URL(start.next ?? '')
    request.searchParams.set('login_hint', person)
    const { address } = await browser.follow(
      start.next?.includes('/auth') ? request.href : (start.next ?? ''),
      isHome,
    )
    return outcomeOf(address)
  }
  /** Inserts a user with this spelling of the issuer. */
  async function insertIdentity(store: Store, spelling: string) {
    const made = await store.transact(async (tx) => {
      const email = 'old@work.example'
      const { id } = await insertUser(tx, { email, name: 'Hedy' }, 1)
      await tx.identities.insert({ issuer: spelling, subject: 'hedy', email, email_key: email, user_id: id })
      return ok(id)
    })
    return made.ok ? made.value : null
  }
  const people = (server: IdentityNode) => server.node.store.users.count()

  it('the issuer of a provider is compared in its normal form', () => {
    const normal = 'https://id.example.org/realms/a'
    for (const each of [
      normal,
      `${normal}/`,
      `${normal}//`,
      'HTTPS://ID.example.org:443/realms/a',
      `${normal}/.well-known/openid-configuration`,
      `${normal}/?x=1#y`,
    ])
      expect(normalIssuer(each), each).toBe(normal)
    for (const other of ['http://id.example.org/realms/a', `${normal}b`, 'https://id.example.org/Realms/a'])
      expect(normalIssuer(other)).not.toBe(normal)
    expect(normalIssuer('https://id.example.org/')).toBe('https://id.example.org')
  })

  it('the issuer may be written with or without a slash, in capitals, or as the address of its description', async () => {
    await withServer(envOf(issuer), async (server) => {
      expect((await signIn(server, 'ada')).code).not.toBeNull()
      expect(await people(server)).toBe(1)
    })
    for (const spelling of [
      `${issuer}/`,
      issuer.replace('http://localhost', 'HTTP://LOCALHOST'),
      `${issuer}/.well-known/openid-configuration`,
    ])
      await withServer(envOf(spelling), async (server) => {
        expect((await signIn(server, 'ada')).code, spelling).not.toBeNull()
        expect(await people(server), spelling).toBe(1)
      })
  })

  it('people stored under another spelling of the issuer keep their account, and the start reports their number', async () => {
    await withServer(envOf(issuer), async (server) => {
      const { store } = server.node
      const userId = await store.identities.userId(issuer, 'ada')
      if (userId === undefined) throw new Error('nobody')
      const row = (await store.identities.ofUser(userId))[0]
      if (row === undefined) throw new Error('no identity')
      // As versions without the normal form stored it.
      await store.transact(async (tx) => {
        await tx.identities.remove(issuer, 'ada')
        return ok(await tx.identities.insert({ ...row, issuer: `${issuer}/` }))
      })
    })
    for (const spelling of [issuer, `${issuer}/`])
      await withServer(envOf(spelling), async (server) => {
        expect((await signIn(server, 'ada')).code).not.toBeNull()
        expect(await people(server), spelling).toBe(1)
        expect((await signIn(server, 'grace')).code).not.toBeNull()
        expect(await server.node.store.identities.userId(issuer, 'grace')).toBeDefined()
        const graces = await server.node.store.identities.userIdsByEmailKey('grace@work.example')
        await server.node.identity.deleteUser(graces[0] ?? '')
      })
    const hasBoth = await withServer(envOf(issuer), async ({ node: { store } }) => {
      const both = [await insertIdentity(store, issuer), await insertIdentity(store, `${issuer}/`)]
      return both
    })
    for (const [n, spelling] of [issuer, `${issuer}/`].entries())
      await withServer(envOf(spelling), async (server) => {
        await signIn(server, 'hedy')
        const told = await server.node.store.identities.userIdsByEmailKey('hedy@work.example')
        expect(told, 'the account of the configured spelling').toEqual([hasBoth[n]])
        // The e-mail shows which account was opened. It is cleared for the next one.
        await server.node.store.transact(async (tx) =>
          ok(
            await tx.identities.setEmail({
              issuer: spelling,
              subject: 'hedy',
              email: 'old@work.example',
              email_key: 'old@work.example',
              user_id: '',
            }),
          ),
        )
      })
    const env = { ...envOf(issuer), CARDINAL_PORT: String(port), CARDINAL_DATA_DIR: dataDir }
    const server = runServer({ ...env, CARDINAL_LOG_LEVEL: 'warn' })
    await expect
      .poll(server.output, { timeout: 60_000 })
      .toContain('another spelling of CARDINAL_OIDC_ISSUER')
    expect(server.output()).toContain(`"issuer":"${issuer}/","people":2`)
    server.child.kill('SIGTERM')
    await server.exit
  }, 90_000)

  it('a wrong secret, a wrong issuer and an unreachable provider are each shown as such, and logged with the reason', async () => {
    const problemOf = (env: Record<string, string>) =>
      withServer(env, async (server) => {
        const logged = vi.spyOn(server.node.app.log, 'error')
        const { code, error } = await signIn(server, 'ada')
        expect(code).toBeNull()
        const [fields] = logged.mock.calls[0] ?? []
        return { error, ...(fields as unknown as { problem: string; err: Error & { code?: string } }) }
      })
    const secret = await problemOf(envOf(issuer, 'not-the-secret-but-long-enough-for-one'))
    expect(secret).toMatchObject({ error: 'wrong-client', problem: 'wrong-client' })
    expect(JSON.stringify(secret.err)).not.toContain('not-the-secret')
    const path = await problemOf(envOf(`${issuer}/realms/none`))
    expect(path).toMatchObject({ error: 'wrong-issuer', problem: 'wrong-issuer' })
    expect(path.err.message).toMatch(/./)
    const answering = async (status: number, body: object) => {
      const other = createServer((_request, response) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      )
      const at = await freePort()
      await new Promise<void>((resolve) => other.listen(at, 'localhost', () => resolve()))
      const problem = await problemOf(envOf(`http://localhost:${at}`))
      other.close()
      return problem
    }
    expect((await answering(200, { issuer: 'https://id.example.org' })).error, 'another name').toBe(
      'wrong-issuer',
    )
    expect((await answering(503, {})).error, 'down for a while').toBe('unreachable')
    const away = await problemOf(envOf(`http://localhost:${await freePort()}`))
    expect(away).toMatchObject({ error: 'unreachable', problem: 'unreachable' })
  }, 60_000)

  it('an account at the built-in provider and one at another provider are different users, even with the same email', async () => {
    const env = { CARDINAL_SIGN_UP: 'open' }
    const mallory = { name: 'Mallory', email: 'edsger@work.example', password: 'analytical engine' }
    const before = await withServer(env, async (server) => {
      const { browser, form } = await openForm(server.origin)
      expect(outcomeOf((await submit(browser, form, 'create', mallory)).end ?? '').code).not.toBeNull()
      return server.node.store.identities.userIdsByEmailKey(mallory.email)
    })
    await withServer(envOf(issuer), async (server) => {
      expect((await signIn(server, 'edsger')).code).not.toBeNull()
      const [first, second, ...more] = await server.node.store.identities.userIdsByEmailKey(mallory.email)
      expect(more).toEqual([])
      expect([first, second]).toContain(before[0])
      expect(first).not.toBe(second)
      expect(await server.node.store.identities.userId(issuer, 'edsger')).not.toBe(before[0])
    })
  })
})
