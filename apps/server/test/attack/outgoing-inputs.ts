import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import sharp from 'sharp'
import type { Person } from '../support/node.ts'
import type { Attack, Target } from './inputs.ts'

/** ms after which another person's request counts as unanswered. */
const UNANSWERED_AFTER_MS = 40_000

/**
 * Attacks that make the server wait or compute while it fetches pages, draws pictures or sends messages. Each
 * measures how long another person waits.
 */
export const OUTGOING_ATTACKS: readonly Attack[] = [
  {
    name: 'pages: 150 links to sites that never answer, or leave HTTP, then a link of another person',
    pages: true,
    run: (target) =>
      withSite(
        target,
        ({ url }, answer) => {
          const n = Number(/\/(\d+)$/.exec(url ?? '')?.[1])
          if (n % 2 === 0)
            answer.socket?.write(
              'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
            )
        },
        async (waitFor) => {
          for (let n = 0; n < 150; n++) await addLink(target.mallory, `https://site${n}.example/${n}`)
          await new Promise((resolve) => setTimeout(resolve, 2_000))
          await addLink(target.ada, 'https://ada.example/')
          return waitFor(({ headers }) => headers.host === 'ada.example')
        },
      ),
  },
  {
    name: 'pages: drawings of 1 KB, icons of 1 MB, and the largest pictures of each format, then a link of another person',
    pages: true,
    run: async (target) => {
      const pictures = await worstPictures()
      return withSite(
        target,
        ({ url = '' }, answer) => {
          const picture = pictures[Number(/\/p(\d+)/.exec(url)?.[1] ?? -1)]
          if (picture !== undefined)
            return void answer.writeHead(200, { 'content-type': 'image/x' }).end(picture)
          const n = Number(/\/(\d+)$/.exec(url)?.[1] ?? 0) % pictures.length
          const head = `<link rel=icon sizes=64x64 href=/p${n}?${url}><meta property=og:image content=/p${n}?c${url}>`
          answer.writeHead(200, { 'content-type': 'text/html' }).end(`<title>a</title>${head}`)
        },
        async (waitFor) => {
          for (let n = 0; n < 40; n++) await addLink(target.mallory, `https://site${n}.example/${n}`)
          await new Promise((resolve) => setTimeout(resolve, 15_000))
          await addLink(target.ada, 'https://ada.example/0')
          return waitFor(
            ({ headers, url }) => headers.host === 'ada.example' && url?.startsWith('/p') === true,
          )
        },
      )
    },
  },
  {
    name: 'pages: 100 links whose sites redirect to control characters, other bytes, users, 15 KB and each other, then a link of another person',
    pages: true,
    run: (target) => {
      const places = [
        '/\x01\x1b[2J',
        '/\xe9\xff\xc3',
        'https://a:b@c.example/',
        `/${'a'.repeat(15_000)}`,
        `/${'b'.repeat(200_000)}`,
        '/\t%0d%0a%00',
        'http://[',
        'javascript:1',
        `https://${'a.'.repeat(5_000)}example/`,
        '?'.repeat(15_000),
      ]
      return withSite(
        target,
        ({ headers, url = '', socket }, answer) => {
          if (headers.host === 'ada.example') return void answer.writeHead(204).end()
          const n = Number(/\d+/.exec(headers.host ?? '')?.[0] ?? url.length) % places.length
          socket.end(Buffer.from(`HTTP/1.1 302 Found\r\nLocation: ${places[n]}\r\n\r\n`, 'latin1'))
        },
        async (waitFor) => {
          for (let n = 0; n < 100; n++) await addLink(target.mallory, `https://site${n}.example/${n}`)
          await addLink(target.ada, 'https://ada.example/')
          return waitFor(({ headers }) => headers.host === 'ada.example')
        },
      )
    },
  },
  {
    name: 'webhooks: five that never answer and 50 messages, then a message of another person',
    pages: true,
    run: (target) =>
      withSite(
        target,
        ({ headers }, answer) => {
          if (headers.host === 'ada.example') answer.writeHead(204).end()
        },
        async (waitFor) => {
          const make = ({ send }: Person, host: string) =>
            send('POST', '/user/create-webhook', { address: `https://${host}/`, events: ['card.added'] })
          for (let n = 0; n < 5; n++) await make(target.mallory, `silent${n}.example`)
          for (let n = 0; n < 10; n++) await addLink(target.mallory, `https://x.example/${n}`)
          await make(target.ada, 'ada.example')
          await addLink(target.ada, 'https://x.example/')
          return waitFor(({ headers, method }) => headers.host === 'ada.example' && method === 'POST')
        },
      ),
  },
  {
    name: 'webhooks in the own network: five that answer without an end or redirect for ever and 50 messages, then a message of another person',
    pages: true,
    run: (target) =>
      withSite(
        target,
        ({ url }, answer) => {
          if (url === '/ada') return void answer.writeHead(204).end()
          if (url === '/redirect') return void answer.writeHead(307, { location: '/redirect' }).end()
          const endless = setInterval(() => answer.write('a'.repeat(100_000)), 10)
          answer.once('close', () => clearInterval(endless))
        },
        async (waitFor) => {
          const make = ({ send }: Person, path: string) =>
            send('POST', '/user/create-webhook', {
              address: `http://127.0.0.1:${target.sitePort}${path}`,
              events: ['card.added'],
            })
          for (const path of ['/a', '/b', '/c', '/redirect', '/d']) await make(target.mallory, path)
          for (let n = 0; n < 10; n++) await addLink(target.mallory, `https://x.example/${n}`)
          const { status } = await make(target.ada, '/ada')
          await addLink(target.ada, 'https://x.example/')
          const waited = await waitFor(({ url, method }) => url === '/ada' && method === 'POST')
          await new Promise((resolve) => setTimeout(resolve, 5_000))
          return `${status}, ${waited}`
        },
      ),
  },
  {
    name: 'reminders: ten browsers with 50 due todos at a push service that never answers, then one of another person',
    pages: true,
    run: (target) =>
      withSite(
        target,
        ({ url }, answer) => {
          if (url === '/ada') answer.writeHead(201).end()
        },
        async (waitFor) => {
          for (let n = 0; n < 10; n++) await subscribe(target, target.mallory, `/mallory${n}`)
          await subscribe(target, target.ada, '/ada')
          const dueAt = new Date(Date.now() - 60_000).toISOString().slice(0, 16)
          for (let n = 0; n < 50; n++) await add(target.mallory, { type: 'todo', content: `${n}`, dueAt })
          await add(target.ada, { type: 'todo', content: 'due', dueAt })
          await waitFor(({ url }) => url?.startsWith('/mallory') === true)
          return waitFor(({ url }) => url === '/ada')
        },
      ),
  },
]

type WaitFor = (isMeant: (request: IncomingMessage) => boolean) => Promise<string>

/** Runs an attack while one server answers for every address. */
async function withSite(
  { sitePort }: Target,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  run: (waitFor: WaitFor) => Promise<string>,
): Promise<string> {
  const asked: IncomingMessage[] = []
  const site = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  await new Promise<void>((ready) => site.listen(sitePort, ready))
  try {
    return await run(async (isMeant) => {
      const begun = performance.now()
      while (performance.now() - begun < UNANSWERED_AFTER_MS) {
        if (asked.some(isMeant)) return `waited ${((performance.now() - begun) / 1_000).toFixed(1)} s`
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      return `waited more than ${UNANSWERED_AFTER_MS / 1_000} s`
    })
  } finally {
    site.closeAllConnections()
    site.close()
  }
}

/**
 * Pictures that take long to draw: SVG, a Windows icon of many pictures, and each format at the largest size that
 * is read.
 */
async function worstPictures(): Promise<Buffer[]> {
  const filter = '<filter id="f"><feTurbulence numOctaves="9999" baseFrequency="9"/></filter>'
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000">${filter}${'<rect width="4000" height="4000" filter="url(#f)"/>'.repeat(10)}</svg>`
  const bitmap = Buffer.alloc(40 + 256 * 256 * 4 + 256 * 32)
  bitmap.writeUInt32LE(40, 0)
  bitmap.writeUInt32LE(256, 4)
  bitmap.writeUInt32LE(512, 8)
  bitmap.writeUInt16LE(32, 14)
  const entries = Buffer.alloc(6 + 16 * 45_000)
  entries.set([0, 0, 1, 0])
  entries.writeUInt16LE(45_000, 4)
  for (let n = 0; n < 45_000; n++) {
    entries.writeUInt32LE(bitmap.length, 6 + 16 * n + 8)
    entries.writeUInt32LE(entries.length, 6 + 16 * n + 12)
  }
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#c08' } })
  return [
    Buffer.from(drawing),
    Buffer.concat([entries, bitmap]),
    await flat(2_000, 2_000).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    await flat(4_000, 2_500).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    await flat(4_000, 2_000).webp({ effort: 0 }).toBuffer(),
    await flat(2_000, 2_000).gif({ effort: 1 }).toBuffer(),
    await flat(2_000, 1_500).avif({ effort: 0 }).toBuffer(),
  ]
}

async function subscribe({ sitePort }: Target, person: Person, path: string): Promise<void> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  await person.send('POST', '/user/subscribe-reminders', {
    endpoint: `http://localhost:${sitePort}${path}`,
    keys: { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
    time_zone: 'UTC',
  })
}

const addLink = (person: Person, content: string) => add(person, { type: 'hyperlink', content })

function add(person: Person, newEntity: object): Promise<unknown> {
  return person.send('POST', '/entity/create-one', { newEntity })
}
