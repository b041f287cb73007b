import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { addressForAdding, addressForShared } from '@cardinal/contract/share-target'
import { afterAll, describe, expect, it } from 'vitest'
import { fillIn } from '../../src/http/site-files.ts'
import { serverFor } from '../support/node.ts'
import { startSqlite } from '../support/stores.ts'

/** A minimal build with all placeholders of a real one. */
const BUILD: Readonly<Record<string, string>> = {
  'index.html': '<title>the app</title>',
  'pages/private/landing.html': 'the short start',
  'pages/private/tour.html': '<link rel="canonical" href="__SITE_URL__/tour">the landing page',
  'pages/private/pricing.html': '<link rel="canonical" href="__SITE_URL__/pricing">the prices',
  'pages/private/contact.html':
    '<p>__OPERATOR_NAME__, __OPERATOR_ADDRESS__</p><script>"__SITE_TEXTS__"</script>',
  'pages/public/landing.html': 'the offer to the public',
  'sitemap.xml': '<loc>__SITE_URL__/</loc><loc>__SITE_URL__/pricing</loc>',
  'robots.txt': 'Sitemap: __SITE_URL__/sitemap.xml\n',
  '.well-known/security.txt':
    'Contact: __SECURITY_CONTACT__\nExpires: __EXPIRES__\nCanonical: __SITE_URL__/.well-known/security.txt\n',
  'assets/app-12345678.js': 'export {}',
  'assets/app-12345678.js.br': brotliCompressSync('export {}').toString('latin1'),
}

describe('[PG-3] the built web app as it is served', () => {
  const root = mkdtempSync(join(tmpdir(), 'cardinal-web-'))
  const server = serverFor(startSqlite, {
    webRoot: root,
    env: {
      CARDINAL_PUBLIC_URL: 'https://cards.example/',
      CARDINAL_SUPPORT_EMAIL: 'help@cards.example',
      CARDINAL_OPERATOR_NAME: 'Ada & </script>',
      CARDINAL_OPERATOR_ADDRESS: '1 Mill Lane __SITE_URL__',
    },
  })

  for (const [name, text] of Object.entries(BUILD)) {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), text, 'latin1')
  }
  afterAll(() => {
    rmSync(root, { recursive: true, force: true })
  })

  const get = (path: string, init: RequestInit = {}) => fetch(server.api.replace(/\/api$/, '') + path, init)
  const text = async (path: string) => (await get(path)).text()

  it('[PG-3] pages and files for machines name the configured address and e-mail', async () => {
    expect(await text('/')).toBe('<link rel="canonical" href="https://cards.example/tour">the landing page')
    expect(await text('/pricing')).toContain('href="https://cards.example/pricing"')
    expect(await text('/sitemap.xml')).toContain('<loc>https://cards.example/pricing</loc>')
    expect(await text('/robots.txt')).toBe('Sitemap: https://cards.example/sitemap.xml\n')
    const security = await text('/.well-known/security.txt')
    expect(security).toContain('Contact: mailto:help@cards.example\n')
    const days = (Date.parse(/^Expires: (.*)$/m.exec(security)?.[1] ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(362)
    expect(days).toBeLessThan(365)
    expect(security).toContain('Canonical: https://cards.example/.well-known/security.txt\n')
  })

  it('a script is sent as the build compressed it, and cached for a year', async () => {
    const ask = (encoding: string) =>
      get('/assets/app-12345678.js', { headers: { 'accept-encoding': encoding } })
    const compressed = await ask('br')
    expect(compressed.headers.get('content-encoding')).toBe('br')
    expect(compressed.headers.get('content-type')).toContain('javascript')
    expect(compressed.headers.get('vary')).toContain('accept-encoding')
    expect(compressed.headers.get('cache-control')).toContain('immutable')
    expect(await compressed.text()).toBe('export {}')
    const plain = await ask('identity')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe('export {}')
  })

  it('each file has its media type, and is sent again only if it changed', async () => {
    for (const [path, type] of [
      ['/', 'text/html'],
      ['/pricing', 'text/html'],
      ['/sitemap.xml', 'application/xml'],
      ['/robots.txt', 'text/plain'],
    ] as const) {
      const first = await get(path)
      expect([path, first.headers.get('content-type')]).toEqual([path, `${type}; charset=utf-8`])
      expect(first.headers.get('cache-control')).toBe('no-cache')
      const again = await get(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
      expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
    }
  })

  it('[PG-3] a site without prices is private, and its pages show the name of the operator as plain text', async () => {
    expect(await text('/')).toContain('the landing page')
    expect((await get('/tour', { redirect: 'manual' })).headers.get('location')).toBe('/')
    const contact = await text('/contact')
    expect(contact).toContain('<p>Ada &#38; &#60;/script&#62;, 1 Mill Lane')
    const [, json = ''] = /<script>(.*)<\/script>$/.exec(contact) ?? []
    expect(JSON.parse(json)).toMatchObject({
      supportEmail: 'help@cards.example',
      operatorName: 'Ada & </script>',
      operatorAddress: '1 Mill Lane __SITE_URL__',
    })
    expect(contact.match(/<\/script>/g)).toHaveLength(1)
  })

  it('[RT-1] every other page path serves the app, and an unfinished page is not found', async () => {
    expect(await text('/home')).toBe(BUILD['index.html'])
    expect(await text('/pages/private/pricing.html')).toBe(BUILD['index.html'])
    expect((await get('/assets/app-12345678.js')).headers.get('cache-control')).toContain('immutable')
    expect((await get('/assets/gone-12345678.js')).status).toBe(404)
    expect((await get('/', { method: 'HEAD' })).status).toBe(200)
    expect((await get('/sitemap.xml', { method: 'HEAD' })).status).toBe(200)
  })

  it('[RT-1] a path that is no page gets status 404 with the app, which says so', async () => {
    for (const path of [
      '/home',
      '/settings',
      '/subscription',
      '/create-form',
      '/edit-form',
      '/tagger',
      '/home/',
    ])
      expect([path, (await get(`${path}?primary_opt=note`)).status]).toEqual([path, 200])
    for (const path of ['/no-such-place', '/home/of/mine', '/pages/private/pricing.html', '/homes']) {
      const answer = await get(path)
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, BUILD['index.html']])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
  })

  it('[RT-1] the address for changing passwords leads to the password section of the settings', async () => {
    const answer = await get('/.well-known/change-password', { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/settings#account'])
  })

  describe('[OF-1] [PU-5] what another app shares before there is a service worker', () => {
    const share = (fields: Record<string, string | Blob>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      return get('/share', { method: 'POST', body, redirect: 'manual' })
    }

    it('[OF-1] [PU-5] a share before the service worker runs opens the form for a new card, as the service worker would', async () => {
      const shared = { title: 'Ä & ö', text: 'see\r\nthis', url: 'https://e.org/?a=1&b=2' }
      const answer = await share(shared)
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe(addressForShared(shared))
      const half = await share({ text: 'a thought', file: new Blob(['x']) })
      expect(half.headers.get('location')).toBe(addressForShared({ title: '', text: 'a thought', url: '' }))
    })

    it('[OF-1] [PU-5] a share that is too long for an address is refused with advice, and never cut', async () => {
      const answer = await share({ text: 'long '.repeat(2_000) })
      expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining('paste it')])
    })

    it('[OF-1] [PU-5] the address for bookmarklets opens the form for a new card', async () => {
      const query = new URLSearchParams({ url: 'https://e.org/?a=1', title: 'Ä & ö', tags: 'bread, tea' })
      const answer = await get(`/add?${query}`, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, addressForAdding(query)])
      const long = await get(`/add?text=${'x'.repeat(8_000)}`, { redirect: 'manual' })
      expect(long.status).toBe(413)
    })

    it('[OF-1] a share that is not sent as a form is refused', async () => {
      const statusOf = async (type: string, body: string) =>
        (await get('/share', { method: 'POST', headers: { 'content-type': type }, body, redirect: 'manual' }))
          .status
      expect(await statusOf('multipart/form-data; boundary=x', 'no form')).toBe(400)
      expect(await statusOf('multipart/form-data', '--x--')).toBe(400)
      expect(await statusOf('application/json', '{}')).toBe(415)
      const part = '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\na\r\n'
      expect(await statusOf('multipart/form-data; boundary=x', `${part.repeat(15)}--x--\r\n`)).toBe(303)
      expect(await statusOf('multipart/form-data; boundary="x"', `${part.repeat(30)}--x--\r\n`)).toBe(400)
      const huge = await share({ text: 'x'.repeat(1_100_000) })
      expect(huge.status).toBe(413)
    })
  })

  it('configured texts are escaped wherever a page shows them', () => {
    const operatorName = `a"b<c>'d`
    const site = {
      publicUrl: 'https://x.example/a"b<c>&\'d',
      supportEmail: 'a"<b>&c@x.example',
      operatorName,
      operatorAddress: operatorName,
      operatorLaw: operatorName,
    }
    expect(fillIn('__SITE_URL__ __SUPPORT_EMAIL__ __SECURITY_CONTACT__', site)).not.toMatch(/["'<>&]/)
    expect(fillIn('__OPERATOR_NAME__ __OPERATOR_ADDRESS__ __OPERATOR_LAW__', site)).not.toMatch(/["'<>]/)
    expect(fillIn('__SECURITY_CONTACT__', { ...site, supportEmail: 'support@localhost' })).toMatch(
      /^http.*\/contact$/,
    )
    expect(fillIn('__SITE_URL__/p', { ...site, publicUrl: 'http://localhost:3000' })).toBe(
      'http://localhost:3000/p',
    )
  })
})
