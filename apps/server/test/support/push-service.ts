import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local push service, which decrypts messages as the browser would. */
export interface PushService {
  /** Value for `CARDINAL_PUSH_HOSTS`. */
  readonly host: string
  /** The body with which a browser subscribes at the server. */
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Received messages, decrypted, in order. */
  readonly messages: readonly PushedMessage[]
  /** Sets the status of further answers. 201 at first; 0: no answer. */
  answer(status: number): void
  stop(): Promise<void>
}

export interface PushedMessage {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly cardId: string
}

export async function startPushService(): Promise<PushService> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const messages: PushedMessage[] = []
  let status = 201
  const server: Server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const isSigned = request.headers.authorization?.startsWith('vapid t=') === true
    if (isSigned && status === 201) messages.push(JSON.parse(decrypted(Buffer.concat(pieces), browser, auth)))
    if (status === 0) return
    response.writeHead(isSigned ? status : 401).end()
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    host,
    subscription: {
      endpoint: `http://${host}/push/1`,
      keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    messages,
    answer: (next) => {
      status = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Decrypts a message by RFC 8291 over RFC 8188: one record of salt, size, the sender's key and ciphertext. */
function decrypted(body: Buffer, browser: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] as number))
  const sealed = body.subarray(21 + sender.length)
  const hmac = (key: Buffer, ...data: (Buffer | string)[]) => {
    const made = createHmac('sha256', key)
    for (const each of data) made.update(each)
    return made.digest()
  }
  const shared = hmac(auth, browser.computeSecret(sender))
  const input = hmac(shared, 'WebPush: info\0', browser.getPublicKey(), sender, '\x01')
  const derived = hmac(salt, input)
  const key = hmac(derived, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
  const nonce = hmac(derived, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
