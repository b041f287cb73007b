import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import net, { type AddressInfo, type LookupFunction } from 'node:net'
import { PassThrough } from 'node:stream'
import tls from 'node:tls'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { selfSigned } from '../../test/support/certificate.ts'
import { decodeText } from './decode-text.ts'
import { fetchPage, lookAtPage } from './fetch-page.ts'
import { type FetchOptions, type FetchSetting, safeFetch } from './safe-fetch.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A server with a hostile answer on each path. */
const ANSWERS: Record<string, Answer> = {
  '/page': (_request, response) => send(response, 'hello'),
  '/told': (request, response) => send(response, JSON.stringify(request.headers)),
  '/gzip': (_request, response) => send(response, gzipSync('small'), { 'content-encoding': 'gzip' }),
  '/brotli': (_request, response) =>
    send(response, brotliCompressSync('small'), { 'content-encoding': 'br' }),
  '/bomb': (_request, response) =>
    send(response, gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' }),
  '/not-gzip': (_request, response) => send(response, 'plain', { 'content-encoding': 'gzip' }),
  '/large': (_request, response) => send(response, Buffer.alloc(3_000_000, 97)),
  '/endless': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/silent': () => undefined,
  '/cut-off': (_request, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half', () => response.destroy())
  },
  '/upgrade': (request) =>
    request.socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ),
  '/hints': (request) => {
    const timer = setInterval(() => request.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 2)
    request.socket.on('close', () => clearInterval(timer))
  },
  '/closed': (request) => request.socket.destroy(),
  '/no-http': (request) => request.socket.end('SSH-2.0-OpenSSH\r\n'),
  '/many-headers': (_request, response) => send(response, '', { 'x-a': 'a'.repeat(100_000) }),
  '/busy': (_request, response) => send(response, '', { 'retry-after': '120' }, 429),
  '/image': (_request, response) => send(response, 'not wanted', { 'content-type': 'image/png' }),
}

function send(response: ServerResponse, body: string | Buffer, headers = {}, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}

const asked: string[] = []
const server = http.createServer((request, response) => {
  const url = request.url ?? ''
  asked.push(`${request.headers.host}${url}`)
  const [, count] = /^\/hops\/(\d+)$/.exec(url) ?? []
  const to =
    count === undefined ? new URL(url, 'http://x').searchParams.get('to') : `/hops/${Number(count) - 1}`
  if (count === '0') return send(response, 'there')
  if (to !== null) return response.writeHead(302, { location: to }).end()
  const answer = ANSWERS[url]
  if (answer === undefined) send(response, '', {}, 404)
  else answer(request, response)
})
let testAddress = ''

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  testAddress = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const OPTIONS: FetchOptions = { accept: 'text/html' }

async function fetched(address: string, options: Partial<FetchOptions> = {}, setting: FetchSetting = {}) {
  asked.length = 0
  const found = await safeFetch({ testAddress, ...setting })(address, { ...OPTIONS, ...options })
  if (!found.ok) return found.error
  const { status, bytes, ...rest } = found.value
  return { status, text: bytes.toString(), ...rest }
}

test('a fetched page has its status, media type and final address', async () => {
  expect(await fetched('https://example.org/page#part')).toEqual({
    status: 200,
    text: 'hello',
    address: 'https://example.org/page',
    mediaType: 'text/html',
    contentType: 'text/html; charset=utf-8',
    retryAfter: null,
  })
  expect(await fetched('http://example.org/busy')).toMatchObject({ status: 429, retryAfter: 120 })
})

test('a fetch does not send credentials in the address, cookies, or the address of this server', async () => {
  const answer = await fetched('https://ada:secret@example.org/told')
  const headers = JSON.parse((answer as { text: string }).text)
  expect(Object.keys(headers).sort()).toEqual(
    ['accept', 'accept-encoding', 'accept-language', 'connection', 'host', 'user-agent'].sort(),
  )
  expect(headers.host).toBe('example.org')
})

test('compressed bodies are read, and their limit counts the unpacked bytes', async () => {
  expect(await fetched('https://example.org/gzip')).toMatchObject({ text: 'small' })
  expect(await fetched('https://example.org/brotli')).toMatchObject({ text: 'small' })
  const before = process.memoryUsage().arrayBuffers
  expect(await fetched('https://example.org/bomb')).toBe('too-large')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  expect(await fetched('https://example.org/not-gzip')).toBe('unreadable')
})

test('a body above 2 MB is refused, or cut if a part is enough', async () => {
  expect(await fetched('https://example.org/large')).toBe('too-large')
  const cut = await fetched('https://example.org/large', { isCutAllowed: true })
  expect((cut as { text: string }).text).toHaveLength(2 * 1024 * 1024)
})

test('a body of another media type is not read, and neither is that of a HEAD request', async () => {
  const wants = (type: string) => type === 'text/html'
  expect(await fetched('https://example.org/image', { wants })).toMatchObject({
    text: '',
    mediaType: 'image/png',
  })
  expect(await fetched('https://example.org/page', { method: 'HEAD' })).toMatchObject({
    status: 200,
    text: '',
  })
})

test('a whole fetch has one time limit, whatever the server does', async () => {
  for (const path of ['/silent', '/endless']) {
    const begun = performance.now()
    expect(await fetched(`https://example.org${path}`, { within: 300 })).toBe('too-slow')
    expect(performance.now() - begun).toBeLessThan(3_000)
  }
  const never = () => new Promise<string[]>(() => undefined)
  expect(await fetched('https://example.org/page', { within: 100 }, { resolve: never })).toBe('too-slow')
})

test('an answer that breaks off or is not HTTP is unreadable', async () => {
  for (const path of ['/cut-off', '/no-http', '/many-headers', '/closed'])
    expect([path, await fetched(`https://example.org${path}`)]).toEqual([path, 'unreadable'])
})

test('a change of protocol and endless interim answers are unreadable at once', async () => {
  for (const path of ['/upgrade', '/hints'])
    expect([path, await fetched(`https://example.org${path}`)]).toEqual([path, 'unreadable'])
})

test('a fetch ends in time even if the request below it never does', async () => {
  // The request neither answers nor fails nor ends.
  const request = vi.spyOn(http, 'request').mockReturnValue(new PassThrough() as never)
  expect(await fetched('https://example.org/page', { within: 100 })).toBe('too-slow')
  request.mockRestore()
})

test('a server that stops cancels its fetches and starts none', async () => {
  const stopped = new AbortController()
  const silent = fetched('https://example.org/silent', {}, { stopped: stopped.signal })
  const unresolved = fetched(
    'https://example.org/page',
    {},
    { stopped: stopped.signal, resolve: () => new Promise(() => undefined) },
  )
  setTimeout(() => stopped.abort(), 50)
  expect(await silent).toBe('stopped')
  expect(await unresolved).toBe('stopped')
  expect(await fetched('https://example.org/page', {}, { stopped: stopped.signal })).toBe('stopped')
  expect(asked).toEqual([])
})

test('a redirect is followed to the exact bytes of its header, and one without a valid address is unreadable', async () => {
  const at = (location: string) => {
    ANSWERS['/raw'] = (request) =>
      request.socket.end(Buffer.from(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\n\r\n`, 'latin1'))
    return fetched('https://example.org/raw')
  }
  const utf8 = (text: string) => Buffer.from(text).toString('latin1')
  expect(await at(utf8('/caf\u00e9?\u540d'))).toMatchObject({
    address: 'https://example.org/caf%C3%A9?%E5%90%8D',
  })
  expect(asked.at(-1)).toBe('example.org/caf%C3%A9?%E5%90%8D')
  await at('/caf\xe9')
  expect(asked.at(-1)).toBe('example.org/caf%E9')
  await at(utf8('https://b\u00fccher.example/'))
  expect(asked.at(-1)).toBe('xn--bcher-kva.example/')
  expect(await at('http://[')).toBe('unreadable')
})

test('a redirect is followed without the user and password in its address, and one with control characters or more than 16 KB is unreadable', async () => {
  const at = (location: string) => {
    ANSWERS['/raw'] = (request) =>
      request.socket.end(Buffer.from(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\n\r\n`, 'latin1'))
    return fetched('https://example.org/raw')
  }
  const told = await at('https://eve:secret@other.example/told')
  expect(told).toMatchObject({ address: 'https://other.example/told' })
  expect((told as { text: string }).text).not.toMatch(/authorization|secret/)
  for (const location of ['/a\x01b', '/a\x00b', '/\x7f\x1b[2J', `/${'a'.repeat(20_000)}`, 'javascript:1'])
    expect(typeof (await at(location)), JSON.stringify(location.slice(0, 20))).toBe('string')
  await at('/a\tb%0d%0ac')
  expect(asked.at(-1)).toBe('example.org/ab%0d%0ac')
})

describe('a server with TLS', () => {
  /** Connects every request to a local server; TLS stays on. */
  async function over(listener: net.Server) {
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
    const { port } = listener.address() as AddressInfo
    const real = https.request
    const request = vi
      .spyOn(https, 'request')
      .mockImplementation(((options: https.RequestOptions) =>
        real({ ...options, host: '127.0.0.1', port, lookup: undefined })) as never)
    const found = await safeFetch({ resolve: async () => ['93.184.216.34'] })('https://example.org/', OPTIONS)
    request.mockRestore()
    listener.close()
    return found
  }

  test('a site whose TLS handshake fails is unreadable, and one that accepts no connection is unreachable', async () => {
    expect(await over(tls.createServer())).toMatchObject({ error: 'unreadable' })
    expect(await over(net.createServer((socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n')))).toMatchObject({
      error: 'unreadable',
    })
    expect(await over(net.createServer((socket) => socket.destroy()))).toMatchObject({ error: 'unreadable' })
    expect(await fetched('https://example.org/', {}, { testAddress: '127.0.0.1:1' })).toBe('unreachable')
  })

  test('a page whose certificate nobody has signed is trouble and never counts as gone', async () => {
    const { key, cert } = await selfSigned()
    const site = https.createServer({ key, cert }, (_request, response) => send(response, 'hello'))
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
    const origin = `https://127.0.0.1:${(site.address() as AddressInfo).port}`
    const status = await new Promise((done, fail) =>
      https
        .get(origin, { ca: cert, agent: false }, (response) => done(response.resume().statusCode))
        .on('error', fail),
    )
    expect(status, 'for those who trust the certificate').toBe(200)
    const fetch = safeFetch({ trusted: [origin] })
    for (const look of [fetchPage, lookAtPage])
      expect(await look(fetch, `${origin}/`)).toEqual({ kind: 'trouble', retryAfter: null })
    site.closeAllConnections()
    await new Promise((done) => site.close(done))
    expect(await fetchPage(fetch, `${origin}/`), 'nobody answers').toEqual({ kind: 'gone' })
  })
})

test('up to five redirects are followed', async () => {
  expect(await fetched('https://example.org/hops/5')).toMatchObject({ text: 'there' })
  expect(await fetched('https://example.org/hops/6')).toBe('too-many-redirects')
  expect(await fetched('https://example.org/x?to=https%3A%2F%2Fother.example%2Fpage')).toMatchObject({
    address: 'https://other.example/page',
  })
  expect(asked).toEqual(['example.org/x?to=https%3A%2F%2Fother.example%2Fpage', 'other.example/page'])
})

const FORBIDDEN = [
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://127.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://100.64.0.1/',
  'http://example.org:22/',
  'https://example.org:8443/',
  'http://example.org:25/',
  'file:///etc/passwd',
  'ftp://example.org/',
  'gopher://example.org/',
  'data:text/html,hello',
]

test.each(FORBIDDEN)('no connection is made to %s, directly or by a redirect', async (address) => {
  expect(await fetched(address)).toBe('forbidden')
  expect(asked).toEqual([])
  const by = `https://example.org/x?to=${encodeURIComponent(address)}`
  expect(await fetched(by)).toBe('forbidden')
  expect(asked).toHaveLength(1)
})

test('no connection is made to a name if any of its addresses is private', async () => {
  for (const addresses of [['127.0.0.1'], ['10.1.2.3'], ['::1'], ['93.184.216.34', '192.168.0.1']]) {
    const resolve = async () => addresses
    expect(await fetched('https://example.org/page', {}, { resolve })).toBe('forbidden')
    expect(asked).toEqual([])
  }
  expect(await fetched('https://example.org/page', {}, { resolve: async () => [] })).toBe('no-such-host')
})

test('a name that resolves to a private address after a redirect is not connected to again', async () => {
  const answers = [['93.184.216.34'], ['127.0.0.1']]
  const resolve = async () => answers.shift() ?? []
  expect(await fetched('https://example.org/hops/2', {}, { resolve })).toBe('forbidden')
  expect(asked).toHaveLength(1)
})

test('a connection goes to the address that was checked, even if the name has changed since', async () => {
  const lookups: LookupFunction[] = []
  const request = vi.spyOn(http, 'request').mockImplementation(((options: { lookup: LookupFunction }) => {
    lookups.push(options.lookup)
    throw new Error('seen')
  }) as never)
  // The hosts file has this name for 127.0.0.1, so it must not be asked.
  await safeFetch({ resolve: async () => ['93.184.216.34'] })('http://localhost/', OPTIONS)
  request.mockRestore()
  const [lookup] = lookups
  lookup?.('localhost', { all: true }, (_error, found) =>
    expect(found).toEqual([{ address: '93.184.216.34', family: 4 }]),
  )
  lookup?.('localhost', {}, (_error, found) => expect(found).toBe('93.184.216.34'))
  expect.assertions(2)
})

test('a server on this machine is out of reach without the permission for tests', async () => {
  asked.length = 0
  const fetch = safeFetch()
  const port = testAddress.split(':')[1]
  expect(await fetch(`http://localhost:${port}/page`, OPTIONS)).toMatchObject({ error: 'forbidden' })
  expect(await fetch(`http://${testAddress}/page`, OPTIONS)).toMatchObject({ error: 'forbidden' })
  expect(asked).toEqual([])
})

test.each([
  ['by its header', 'text/html; charset=iso-8859-1', Buffer.from('caf\xe9', 'latin1'), 'café'],
  ['by its own tag', 'text/html', Buffer.from('<meta charset="windows-1251">\xcf', 'latin1'), 'П'],
  [
    'by http-equiv',
    '',
    Buffer.from('<meta http-equiv=Content-Type content="text/html; charset=Shift_JIS">\x83\x65', 'latin1'),
    'テ',
  ],
  ['by its mark', 'text/html; charset=utf-8', Buffer.from('\ufeffé', 'utf16le'), 'é'],
  ['as UTF-8', 'text/html', Buffer.from('é'), 'é'],
  [
    'as Windows-1252, where it is no UTF-8',
    'text/html',
    Buffer.from('\xe9\xe8\xe0\x80 na\xefve', 'latin1'),
    'éèà€ naïve',
  ],
  ['without a name that nobody knows', 'text/html; charset=klingon', Buffer.from('é'), 'é'],
])('the encoding of a page is found: %s', (_how, contentType, bytes, end) => {
  expect(decodeText(bytes, contentType).endsWith(end)).toBe(true)
})
