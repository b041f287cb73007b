import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { mailerOf } from '../../src/identity/mailer.ts'
import { OpenIdClient } from '../../src/identity/open-id-client.ts'
import { stripeProvider } from '../../src/payments/stripe-provider.ts'
import { newPushKeys, sendPush } from '../../src/reminders/reminders.ts'
import { startPushService } from '../support/push-service.ts'

/** Answers of a server that keeps sending a little without ever completing an answer. */
const DRIPS = {
  head: { first: 'HTTP/1.1 200 OK\r\nx: ', next: 'x' },
  body: { first: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{', next: ' ' },
  interim: { first: '', next: 'HTTP/1.1 103 Early Hints\r\n\r\n' },
  upgrade: {
    first: 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
    next: '',
  },
  mail: { first: '220 mail.example\r\n', next: '250-x\r\n' },
}
const HTTP_DRIPS = ['head', 'body', 'interim', 'upgrade'] as const

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts a server whose answers never end. Resolves with its port. */
async function dripping(kind: keyof typeof DRIPS): Promise<number> {
  const { first, next } = DRIPS[kind]
  const server = createServer((socket) => {
    socket.write(first)
    socket.resume()
    const timer = setInterval(() => socket.write(next), 100)
    socket.on('close', () => clearInterval(timer)).on('error', () => undefined)
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

it('sending a mail fails in time if the mail server never finishes its answer', async () => {
  const smtpUrl = `smtp://127.0.0.1:${await dripping('mail')}`
  const send = mailerOf({ smtpUrl, supportEmail: 'ada@example.org' }, 500)
  await expect(send?.('bob@example.org', 'Hello', 'Hello')).rejects.toThrow('no answer within 0.5 s')
})

it.each(HTTP_DRIPS)(
  'a payment request fails in time if the provider answers too slowly or not in HTTP (%s)',
  async (kind) => {
    const provider = stripeProvider({
      secretKey: 'sk_test_x',
      webhookSecret: 'whsec_x',
      publicUrl: 'https://cardinal.example',
      apiUrl: new URL(`http://127.0.0.1:${await dripping(kind)}`),
      now: Date.now,
      within: 500,
    })
    expect(await provider.portalAddress('cus_1')).toMatchObject({
      ok: false,
      error: { kind: 'provider-trouble' },
    })
  },
)

const OPEN_ID = {
  keptAs: 'x',
  clientId: 'x',
  clientSecret: null,
  publicUrl: 'http://localhost:1',
  isEmbedded: false,
  extraParameters: {},
  spellings: ['x'],
  onProblem: () => undefined,
}

it('a sign-in fails within 10 s if its provider answers too slowly or not in HTTP', {
  timeout: 20_000,
}, async () => {
  const begin = async (kind: keyof typeof DRIPS) => {
    const issuer = `http://127.0.0.1:${await dripping(kind)}`
    const client = new OpenIdClient({ ...OPEN_ID, issuer, fetch })
    return client.begin('http://localhost:1')
  }
  for (const found of await Promise.all(HTTP_DRIPS.map(begin)))
    expect(found).toEqual({ ok: false, error: 'unreachable' })
})

it('a sign-in fails in time if its provider holds a request that nothing ends', async () => {
  const client = new OpenIdClient({
    ...OPEN_ID,
    issuer: 'https://provider.example',
    fetch: () => new Promise(() => undefined),
    within: 100,
  })
  expect(await client.begin('http://localhost:1')).toEqual({ ok: false, error: 'unreachable' })
})

it('a push message fails within 10 s if its service answers too slowly or not in HTTP', {
  timeout: 20_000,
}, async () => {
  const service = await startPushService()
  const { keys } = service.subscription
  const message = { title: 'a', body: 'b', tag: 'c', cardId: 'd' }
  const vapid = await newPushKeys()
  const send = async (kind: keyof typeof DRIPS) => {
    const endpoint = `http://127.0.0.1:${await dripping(kind)}/`
    const { signal } = new AbortController()
    return sendPush({ endpoint, ...keys }, message, vapid, 'mailto:ada@example.org', signal)
  }
  const [head, body, interim, upgrade] = await Promise.all(HTTP_DRIPS.map(send))
  expect(body?.ok).toBe(true)
  for (const found of [head, interim, upgrade]) expect(found).toEqual({ ok: false, error: 'failed' })
  await service.stop()
})
