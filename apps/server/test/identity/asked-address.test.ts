import { SIGN_IN_PROBLEMS } from '@cardinal/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser, type IdentityNode, isHome, outcomeOf, startIdentityNode, startOf } from './support.ts'

const ADA = { name: 'Ada', email: 'ada@example.org', password: 'analytical engine' }

describe('[ID-1] a server for other devices without a configured address', () => {
  let server: IdentityNode
  let byNumber: string
  beforeAll(async () => {
    server = await startIdentityNode({ env: { CARDINAL_HOST: '0.0.0.0' } })
    byNumber = server.origin.replace('localhost', '127.0.0.1')
  })
  afterAll(() => server.stop())

  it('a server without a configured address keeps the browser at the requested address from sign-in to tokens', async () => {
    const browser = new Browser()
    const { address } = await browser.follow(startOf(byNumber))
    expect(address).toMatch(new RegExp(`^${byNumber}/oidc/interaction/`))
    const sent = await browser.post(`${address}/create`, ADA)
    const { address: end } = await browser.follow(sent.next ?? '', isHome)
    expect(end).toMatch(new RegExp(`^${byNumber}/\\?`))
    const credentials = { credential: outcomeOf(end).code, client_id: 'cardinal' }
    const signedIn = await browser.postJson(`${byNumber}/api/user/sign-in`, credentials)
    expect(signedIn.status).toBe(200)
  })

  it('a server without a configured address sends links to the requested local address or name', async () => {
    const told = async (host: string) => {
      const options = { method: 'GET', url: '/api/user/sign-in-options', headers: { host } } as const
      return (await server.node.app.inject(options)).json().data.start_address as string
    }
    expect(await told('192.168.1.5:3000')).toBe('http://192.168.1.5:3000/api/user/sign-in/start')
    expect(await told('[fd00::5]:3000')).toBe('http://[fd00::5]:3000/api/user/sign-in/start')
    expect(await told('nas.local')).toBe('http://nas.local/api/user/sign-in/start')
    expect(await told('nas:8080')).toBe('http://nas:8080/api/user/sign-in/start')
    for (const host of ['cards.example.org', 'a@b', '192.168.1.5.example.org:3000', '<script>'])
      expect(await told(host), host).toBe(`${server.origin}/api/user/sign-in/start`)
  })

  it('a server without a configured address signs nobody in under a public name, and says what to configure', async () => {
    const answer = await server.node.app.inject({
      method: 'GET',
      url: '/api/user/sign-in/start',
      headers: { host: 'cards.example.org:3000' },
    })
    expect(answer.statusCode).toBe(302)
    const { location } = answer.headers
    expect(location).toBe('/?sign_in_error=unknown-name')
    expect(SIGN_IN_PROBLEMS['unknown-name']).toContain('CARDINAL_PUBLIC_URL')
  })

  it('a server without a configured address lets the provider send a code only to the requested address', async () => {
    const { address } = await new Browser().follow(startOf(byNumber), (next) => next.includes('/oidc/auth'))
    for (const target of ['http://evil.example.org', `${byNumber}/elsewhere`]) {
      const asked = new URL(address)
      asked.searchParams.set(
        'redirect_uri',
        target.includes('elsewhere') ? target : `${target}/api/user/sign-in/callback`,
      )
      const page = await new Browser().get(asked.href)
      expect(page.status, target).toBe(400)
      expect(page.text).toContain('redirect_uri')
    }
  })

  it('a server without a configured address omits headers that browsers ignore at such an address', async () => {
    const policyAt = async (host: string) =>
      (await server.node.app.inject({ method: 'GET', url: '/api/health', headers: { host } })).headers[
        'cross-origin-opener-policy'
      ]
    expect(await policyAt('192.168.1.5:3000')).toBeUndefined()
    expect(await policyAt('localhost:3000')).toBe('same-origin')
  })
})

it('[ID-1] a server for one machine redirects every name of it to the one public address', async () => {
  const server = await startIdentityNode()
  const page = await new Browser().get(startOf(server.origin.replace('localhost', '127.0.0.1')))
  expect(page.next).toMatch(new RegExp(`^${server.origin}/`))
  await server.stop()
})
