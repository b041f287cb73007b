import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '../../src/config.ts'
import { ADA, openForm, submit } from '../identity/forms.ts'
import { outcomeOf } from '../identity/support.ts'
import { selfSigned } from '../support/certificate.ts'
import { freePort } from '../support/free-port.ts'
import { startNode } from '../support/node.ts'
import { startSqlite } from '../support/stores.ts'

const folder = mkdtempSync(join(tmpdir(), 'cardinal-proxies-'))
const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill()
  rmSync(folder, { recursive: true, force: true })
})

const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string]
const made = await selfSigned()
writeFileSync(key, made.key)
writeFileSync(cert, made.cert)
// `fetch` can't be given a certificate to trust.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
const agent = new https.Agent({ ca: readFileSync(cert), keepAlive: true })

/** A minimal build with a service worker. */
const WEB = { 'index.html': '<title>the app</title>', 'sw.js': `self.version = "${'x'.repeat(5_000)}"\n` }
for (const [name, text] of Object.entries(WEB)) writeFileSync(join(folder, name), text)

/** A configuration printed in docs/running.md, with this machine's ports and certificate. */
function documented(language: string, port: number, upstream: string): string {
  const page = readFileSync(join(projectRoot(), 'docs/running.md'), 'utf8')
  const [, text = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page) ?? []
  return text
    .replaceAll('127.0.0.1:3000', upstream)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('server_name cards.example.org', 'server_name localhost')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${cert};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('cards.example.org {', `localhost:${port} {\n  tls ${cert} ${key}`)
}

const PROXIES = {
  nginx: {
    versionOf: ['-v'],
    start(port: number, upstream: string) {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ')
      const own = process.getuid?.() === 0 ? 'user root;' : ''
      const file = join(folder, 'nginx.conf')
      const server = documented('nginx', port, upstream)
      writeFileSync(
        file,
        `${own} daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${temporary} ${server} }`,
      )
      return ['-c', file, '-p', folder]
    },
  },
  caddy: {
    versionOf: ['version'],
    start(port: number, upstream: string) {
      const file = join(folder, 'Caddyfile')
      writeFileSync(
        file,
        `{\n  admin off\n  auto_https disable_redirects\n}\n${documented('caddyfile', port, upstream)}`,
      )
      return ['run', '--adapter', 'caddyfile', '--config', file]
    },
  },
} as const

/** Sends a request to the proxy from another address of this machine than the proxy's own. */
function ask(
  address: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((done, fail) => {
    const sent = https.request(address, { method, headers, agent, localAddress: '127.0.0.2' }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', fail)
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(parts).toString('latin1'),
        }),
      )
    })
    sent.on('error', fail).end(body)
  })
}

/** Keeps an event stream open, and records what arrives and when. */
function listen(address: string, headers: Record<string, string>) {
  const came: { text: string; at: number }[] = []
  const state = { came, isOver: false }
  const sent = https.request(address, { headers, agent, localAddress: '127.0.0.2' }, (answer) => {
    answer.on('data', (part: Buffer) => came.push({ text: String(part), at: Date.now() }))
    answer.on('close', () => (state.isOver = true))
  })
  sent.on('error', () => (state.isOver = true)).end()
  return { state, stop: () => sent.destroy() }
}

/** A bookmark file as browsers export it. Icons make up most of its bytes. */
function bookmarks(links: number, bytesEach: number): Buffer {
  const icon = 'A'.repeat(bytesEach)
  const rows = Array.from(
    { length: links },
    (_, n) =>
      `<DT><A HREF="https://example.org/${n}" ADD_DATE="1700000000" ICON="data:image/png;base64,${icon}">Page ${n}</A>\n`,
  )
  return Buffer.from(
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n${rows.join('')}</DL><p>\n`,
  )
}

it('behind the proxies of docs/running.md people sign in, streams are held for over a minute, and large files pass', {
  timeout: 240_000,
}, async () => {
  const tried = await Promise.all(Object.entries(PROXIES).map(tryProxy))
  process.stdout.write(`${tried.join('; ')}\n`)
})

async function tryProxy([name, proxy]: [string, (typeof PROXIES)[keyof typeof PROXIES]]): Promise<string> {
  const version = spawnSync(name, proxy.versionOf, { encoding: 'utf8' })
  if (version.error && process.env.GITHUB_ACTIONS) throw new Error(`${name} is not installed`)
  if (version.error) return `${name} is not installed here, and was not tried`
  const port = await freePort()
  const origin = `https://localhost:${port}`
  const database = await startSqlite()
  const server = await startNode(database, {
    webRoot: folder,
    // The test makes files of many MB in the same process.
    overloadedAt: 0,
    env: { CARDINAL_PUBLIC_URL: origin, CARDINAL_TRUST_PROXY: '127.0.0.1', CARDINAL_FREE_CARD_LIMIT: '0' },
  })
  const received: IncomingHttpHeaders[] = []
  server.node.app.server.on('request', ({ headers }: { headers: IncomingHttpHeaders }) =>
    received.push(headers),
  )
  const child = spawn(name, proxy.start(port, new URL(server.api).host), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.push(child)
  let problems = ''
  child.stderr.on('data', (text) => (problems += text))
  const isUp = async () => (await ask(`${origin}/api/ready`).catch(() => null))?.status ?? problems
  await expect.poll(isUp, { timeout: 20_000 }).toBe(200)

  // The server sees this address, scheme and host name.
  expect(received.at(-1)).toMatchObject({
    host: expect.stringMatching(/^localhost/),
    'x-forwarded-for': '127.0.0.2',
    'x-forwarded-proto': 'https',
  })

  // A sign-in, with all its redirects and cookies.
  const signedIn = await signIn(origin)
  expect(signedIn).toMatchObject({ status: 200 })
  const headers = { authorization: `Bearer ${signedIn.token}` }

  // The service worker's file and headers arrive as the server sends them.
  const direct = await fetch(`${new URL(server.api).origin}/sw.js`)
  const worker = await ask(`${origin}/sw.js`)
  expect(worker.text).toBe(WEB['sw.js'])
  for (const header of [
    'content-type',
    'cache-control',
    'content-security-policy',
    'cross-origin-opener-policy',
  ])
    expect(worker.headers[header], header).toBe(direct.headers.get(header) ?? undefined)

  // An event stream begins at once, and stays open over a minute of silence.
  const stream = listen(`${origin}/api/sync/events`, headers)
  const add = (content: string) =>
    ask(`${origin}/api/entity/create-one`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ newEntity: { type: 'note', content } })),
    })
  const hints = () => stream.state.came.filter(({ text }) => text.includes('"seq"')).length
  await expect.poll(() => stream.state.came.length, { timeout: 5_000 }).toBeGreaterThan(0)
  const first = hints()
  expect(await add('first')).toMatchObject({ status: 200 })
  await expect.poll(hints, { timeout: 5_000 }).toBeGreaterThan(first)

  // A large import succeeds. One above the limit is refused, at once or while it is sent.
  const importing = (file: Buffer) =>
    inTurn(() =>
      ask(`${origin}/api/import?format=html`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: file,
      }),
    )
  const large = bookmarks(1_000, 40_000)
  expect(large.length).toBeGreaterThan(40_000_000)
  const taken = await importing(large)
  expect([taken.status, taken.text]).toEqual([200, expect.stringContaining('1000')])
  const tooLarge = await importing(Buffer.alloc(65 * 1024 * 1024, 'x')).catch((error: Error) => error)
  const outcome = tooLarge instanceof Error ? (tooLarge as NodeJS.ErrnoException).code : tooLarge.status
  expect([413, 'EPIPE', 'ECONNRESET'], name).toContain(outcome)

  const before = hints()
  expect(before).toBeGreaterThan(first)
  await setTimeout(65_000)
  const beats = stream.state.came.filter(({ text }) => text.includes(': alive'))
  expect(beats.length, 'a sign of life each 25 seconds').toBeGreaterThanOrEqual(2)
  expect(await add('after a minute')).toMatchObject({ status: 200 })
  await expect.poll(hints, { timeout: 5_000 }).toBe(before + 1)
  expect(stream.state.isOver).toBe(false)
  stream.stop()
  child.kill()
  await server.stop()
  await database.stop()
  return `tried ${(version.stdout + version.stderr).trim()}`
}

let last: Promise<unknown> = Promise.resolve()

/** Runs one at a time: both servers are in this process, which limits the bytes that it receives at once. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

async function signIn(origin: string) {
  const { browser, form } = await openForm(origin)
  const { end } = await submit(browser, form, 'create', ADA)
  const credentials = { credential: outcomeOf(end ?? '').code, client_id: 'cardinal' }
  const { status, body } = await browser.postJson(`${origin}/api/user/sign-in`, credentials)
  return { status, token: String(body.data?.jwt_access_token ?? body.jwt_access_token) }
}
