import { SIGN_IN_PROBLEMS } from '@cardinal/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withRealScrypt } from '../../../../scripts/lib/quick-scrypt.mjs'
import { runAdmin } from '../../src/admin/run.ts'
import { freePort } from '../support/free-port.ts'
import { ADA, errorsOf, openForm, submit } from './forms.ts'
import { Browser, fetchJson, type IdentityNode, outcomeOf, startIdentityNode, startOf } from './support.ts'

describe('[ID-1] the embedded provider', () => {
  let server: IdentityNode
  beforeAll(async () => {
    server = await startIdentityNode()
  })
  afterAll(() => server.stop())

  it('[ID-1] [ID-2] [ID-9] the embedded provider creates the first account, and its code is exchanged for tokens once', async () => {
    const { browser, form, page } = await openForm(server.origin, '/tagger?primary_opt=note')
    expect(page.text).toContain('Create your account')
    const { end } = await submit(browser, form, 'create', ADA)
    const { code, returnTo } = outcomeOf(end ?? '')
    expect(returnTo).toBe('/tagger?primary_opt=note')
    expect(end).not.toContain('eyJ')

    const credentials = { credential: code, client_id: 'cardinal' }
    const signedIn = await browser.postJson(`${server.origin}/api/user/sign-in`, credentials)
    expect(signedIn.status).toBe(200)
    expect(signedIn.body.data.user).toEqual({
      name: 'Ada Lovelace',
      email: 'Ada@Example.org',
      first_name: 'Ada',
      last_name: 'Lovelace',
      plan: 'free',
      plan_expires_at: null,
    })
    const again = await browser.postJson(`${server.origin}/api/user/sign-in`, credentials)
    expect(again.status).toBe(401)
  })

  it('[ID-1] the sign-in options contain all that the sign-in button needs', async () => {
    const options = await fetchJson(`${server.origin}/api/user/sign-in-options`)
    expect(options.data).toMatchObject({
      is_embedded: true,
      client_id: 'cardinal',
      takes_new_accounts: true,
      start_address: `${server.origin}/api/user/sign-in/start`,
    })
  })

  it('[ID-1] a person signs in again by password with the email in any case, and is the same user', async () => {
    const { browser, form } = await openForm(server.origin)
    const { end } = await submit(browser, form, 'sign-in', {
      email: 'ADA@example.org ',
      password: ADA.password,
    })
    const { code } = outcomeOf(end ?? '')
    const { body } = await browser.postJson(`${server.origin}/api/user/sign-in`, {
      credential: code,
      client_id: 'cardinal',
    })
    expect(body.data.user.name).toBe('Ada Lovelace')
    expect(await server.node.store.users.count()).toBe(1)
  })

  it.each([
    ['sign-in', 'Sign in</h1>'],
    ['create', 'Create your account</h1>'],
  ])('[ID-1] the embedded provider opens the requested form: %s', async (form, title) => {
    const { page } = await new Browser().follow(`${startOf(server.origin)}&form=${form}`)
    expect(page.text).toContain(title)
  })

  it('[ID-1] the embedded provider shows the form for a new account, or for signing in if somebody has signed in here before', async () => {
    const { browser, form, page } = await openForm(server.origin)
    expect(page.text).toContain('Create your account</h1>')
    expect(page.text, 'nobody reads it over a shoulder').toMatch(
      /<input[^>]*name="password"[^>]*type="password"|<input[^>]*type="password"[^>]*name="password"/,
    )
    expect(page.text, 'with an account on another device').toContain('?form=sign-in')
    const { page: letIn } = await submit(browser, form, 'sign-in', ADA)
    const kept = letIn.headers.getSetCookie().find((line) => line.startsWith('cardinal_last_login='))
    expect(kept).toMatch(/=\d+; Max-Age=\d+; Path=\/oidc; HttpOnly; SameSite=Lax$/)
    const { page: again } = await browser.follow(startOf(server.origin))
    expect(again.text).toContain('Sign in</h1>')
    expect(again.text, 'for somebody else at this device').toContain('?form=create')
  })

  it('[ID-1] a sign-in on a shared computer opens the app at once, and leaves no cookie about it', async () => {
    const { browser, form } = await openForm(server.origin)
    const wrong = await submit(browser, form, 'sign-in', { ...ADA, password: 'wrong one', shared: 'true' })
    expect(wrong.page.text, 'the box stays ticked').toMatch(/name="shared" value="true" checked/)
    const { end } = await submit(browser, form, 'sign-in', { ...ADA, shared: 'true' })
    const { pathname, searchParams } = new URL(end ?? '')
    expect(pathname).toBe('/home')
    expect(searchParams.get('shared')).toBe('true')
    const named = browser.lines.map((line) => line.split('=')[0])
    expect(named).not.toContain('cardinal_last_login')
    // Otherwise the next person at this browser would get it.
    expect([...browser.cookies.keys()]).not.toContain('cardinal_shared')
  })

  it('[ID-1] a code can not be used in another browser, or under another client id', async () => {
    for (const [useOwn, clientId] of [
      [false, 'cardinal'],
      [true, 'somebody-else'],
    ] as const) {
      const { browser, form } = await openForm(server.origin)
      const { end } = await submit(browser, form, 'sign-in', ADA)
      const credential = outcomeOf(end ?? '').code
      const user = useOwn ? browser : new Browser()
      const answer = await user.postJson(`${server.origin}/api/user/sign-in`, {
        credential,
        client_id: clientId,
      })
      expect(answer.status).toBe(401)
    }
  })

  it('[ID-1] a wrong password and an unknown email are refused with the same words after the same time', async () => {
    const { browser, form } = await openForm(server.origin)
    const attempt = async (email: string) => {
      const times: number[] = []
      const send = async () => {
        const begun = performance.now()
        const { page } = await submit(browser, form, 'sign-in', { email, password: 'not this one' })
        times.push(performance.now() - begun)
        return page
      }
      await send()
      await send()
      // The shortest: other load only adds time.
      return { page: await send(), took: Math.min(...times) }
    }
    const known = await attempt(ADA.email)
    const unknown = await attempt('nobody@example.org')
    expect(known.page.status).toBe(422)
    expect(errorsOf(known.page)).toEqual(['Wrong email or password.'])
    expect(errorsOf(unknown.page)).toEqual(errorsOf(known.page))
    expect(unknown.took).toBeGreaterThan(known.took / 3)
  })

  it('[ID-1] the form for a new account shows errors at the fields, and keeps all but the password', async () => {
    const { browser, form } = await openForm(server.origin)
    const { page } = await submit(browser, form, 'create', {
      name: ' ',
      email: 'no "mail"',
      password: 'short',
    })
    expect(page.status).toBe(422)
    expect(errorsOf(page)).toEqual([
      'Enter your name.',
      'Enter an email address.',
      'Use at least 8 characters.',
    ])
    expect(page.text).toContain('value="no &quot;mail&quot;"')
    expect(page.text).not.toContain('short"')
    const taken = await submit(browser, form, 'create', { ...ADA, email: ADA.email.toLowerCase() })
    expect(errorsOf(taken.page)).toEqual(['There is an account with this email. Sign in instead.'])
  })

  it('[ID-1] ten wrong passwords for an email make that network wait', async () => {
    const { browser, form } = await openForm(server.origin)
    const fields = { email: 'guessed@example.org', password: 'wrong wrong' }
    for (let i = 0; i < 10; i++) await submit(browser, form, 'sign-in', fields)
    const { page } = await submit(browser, form, 'sign-in', fields)
    expect(errorsOf(page)).toEqual(['Too many attempts. Wait 15 minutes, then try again.'])
  })

  it('[ID-1] pages of the provider need no inline script or style, and their policy forbids both', async () => {
    const { page } = await openForm(server.origin)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
    const style = await fetch(`${server.origin}/oidc/sign-in.css`)
    expect(style.headers.get('content-type')).toContain('text/css')
  })

  it('[ID-1] a form can be sent only by the browser that opened it', async () => {
    const { form } = await openForm(server.origin)
    const page = await new Browser().post(`${form}/sign-in`, ADA)
    expect(page.status).toBe(400)
    expect(page.text).toContain('Signing in stopped')
  })

  it('[ID-9] the embedded provider never redirects to another site', async () => {
    for (const wanted of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      'home',
    ]) {
      const { browser, form } = await openForm(server.origin, wanted)
      const { end } = await submit(browser, form, 'sign-in', ADA)
      expect(outcomeOf(end ?? '').returnTo).toBe('/home')
    }
  })

  it('[ID-1] the embedded provider redirects people who use another name to the public address, once', async () => {
    const other = server.origin.replace('localhost', '127.0.0.1')
    const page = await new Browser().get(startOf(other, '/home?col=cols'))
    expect(page.next?.startsWith(`${server.origin}/api/user/sign-in/start?`)).toBe(true)
    expect(new URL(page.next ?? '').searchParams.get('return_to')).toBe('/home?col=cols')
    const second = await new Browser().get((page.next ?? '').replace('localhost', '127.0.0.1'))
    expect(second.next).toContain('/oidc/auth')
  })

  it('[ID-1] the embedded provider describes itself under the public address', async () => {
    const description = await fetchJson(
      `${server.origin.replace('localhost', '127.0.0.1')}/oidc/.well-known/openid-configuration`,
    )
    expect(description.issuer).toBe(`${server.origin}/oidc`)
    expect(description.token_endpoint).toBe(`${server.origin}/oidc/token`)
    expect(description.code_challenge_methods_supported).toEqual(['S256'])
  })
})

describe('[ID-1] fifty wrong passwords at the same time', () => {
  it(
    '[ID-1] fifty wrong passwords at once from one network delay a sign-in from another by at most two of them',
    {
      timeout: 60_000,
    },
    () =>
      withRealScrypt(async () => {
        const server = await startIdentityNode({ env: { CARDINAL_TRUST_PROXY: '1' } })
        const first = await openForm(server.origin)
        await submit(first.browser, first.form, 'create', ADA)
        const signIn = async () => {
          const { browser, form } = await openForm(server.origin)
          const begun = performance.now()
          const { end } = await submit(browser, form, 'sign-in', { email: ADA.email, password: ADA.password })
          expect(end).not.toBeNull()
          return performance.now() - begun
        }
        const alone = Math.max(await signIn(), await signIn())
        const guess = async (n: number) => {
          const response = await fetch(`${server.origin}/oidc/password`, {
            method: 'POST',
            headers: { 'x-forwarded-for': `2001:db8:1:2::${n.toString(16)}` },
            body: new URLSearchParams({
              email: `person${n}@example.org`,
              proof: 'a guess',
              password: 'a new sentence',
            }),
          })
          return response.text()
        }
        const guesses = Promise.all(Array.from({ length: 50 }, (_, n) => guess(n + 1)))
        const waited = await signIn()
        const answers = await guesses
        expect(waited).toBeLessThan(6 * alone + 500)
        expect(answers.filter((text) => text.includes('Try again in a moment')).length).toBeGreaterThan(20)
        await server.stop()
      }),
  )
})

describe('[ID-1] behind a proxy with a certificate', () => {
  it.each([
    ['a site of its own', '', '__Host-'],
    ['a part of a site', '/cards', '__Secure-'],
  ])(
    '[ID-1] behind a proxy with a certificate at %s, the sign-in cookies can not be set by other hosts',
    async (_what, part, prefix) => {
      const port = await freePort()
      const origin = `https://localhost:${port}${part}`
      const server = await startIdentityNode({ port, env: { CARDINAL_PUBLIC_URL: origin } })
      const browser = new Browser((address) => address.replace('https:', 'http:'))
      const { address: form } = await browser.follow(startOf(origin))
      const { end } = await submit(browser, form, 'create', ADA)
      const credentials = { credential: outcomeOf(end ?? '').code, client_id: 'cardinal' }
      expect((await browser.postJson(`${origin}/api/user/sign-in`, credentials)).status).toBe(200)
      const ours = browser.lines.filter((line) => line.includes('cardinal_'))
      expect(ours.length).toBeGreaterThan(2)
      for (const line of ours) expect(line.startsWith(`${prefix}cardinal_`), line).toBe(true)
      for (const line of browser.lines) {
        expect(line, 'is only for safe connections').toMatch(/^__(?:Host|Secure)-.*; secure/i)
        if (line.startsWith('__Host-')) expect(line).toMatch(/; path=\/(?:;|$)/i)
      }
      await server.stop()
    },
  )
})

it('[ID-1] a disabled person is told so only after the right password, and gets no session', async () => {
  const server = await startIdentityNode()
  const first = await openForm(server.origin)
  const before = outcomeOf((await submit(first.browser, first.form, 'create', ADA)).end ?? '')
  const env = { CARDINAL_DATA_DIR: server.dataDir }
  expect((await runAdmin(['disable', '--user', ADA.email], env)).ok).toBe(true)
  const credentials = { credential: before.code, client_id: 'cardinal' }
  const late = await first.browser.postJson(`${server.origin}/api/user/sign-in`, credentials)
  expect([late.status, late.body.msg]).toEqual([401, SIGN_IN_PROBLEMS.disabled])
  const again = await openForm(server.origin)
  const wrong = await submit(again.browser, again.form, 'sign-in', { ...ADA, password: 'another one' })
  expect(errorsOf(wrong.page)).toEqual(['Wrong email or password.'])
  const { end } = await submit(again.browser, again.form, 'sign-in', ADA)
  expect(outcomeOf(end ?? '')).toMatchObject({ code: null, error: 'disabled' })
  await server.stop()
})

describe('[ID-1] what the provider remembers', () => {
  it('[ID-1] accounts and started sign-ins survive a restart and a new public address', async () => {
    const first = await startIdentityNode()
    const port = Number(new URL(first.origin).port)
    const { browser, form } = await openForm(first.origin)
    await first.node.stop()
    const second = await startIdentityNode({ dataDir: first.dataDir, port })
    expect(outcomeOf((await submit(browser, form, 'create', ADA)).end ?? '').code).not.toBeNull()
    await second.stop()

    const moved = await startIdentityNode({ dataDir: first.dataDir })
    const there = await openForm(moved.origin)
    expect(outcomeOf((await submit(there.browser, there.form, 'sign-in', ADA)).end ?? '').code).not.toBeNull()
    expect(await moved.node.store.users.count()).toBe(1)
    await moved.stop()
  })

  it('[ID-1] a second person can sign in with the browser of the first', async () => {
    const server = await startIdentityNode()
    const { browser, form } = await openForm(server.origin)
    await submit(browser, form, 'create', ADA)
    const again = await browser.follow(startOf(server.origin))
    const grace = { name: 'Grace Hopper', email: 'grace@example.org', password: 'first actual bug' }
    const { end } = await submit(browser, again.address, 'create', grace)
    const { code } = outcomeOf(end ?? '')
    const answer = await browser.postJson(`${server.origin}/api/user/sign-in`, {
      credential: code,
      client_id: 'cardinal',
    })
    expect(answer.body.data.user.name).toBe('Grace Hopper')
    await server.stop()
  })
})
