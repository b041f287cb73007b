import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { openHomeAs, type Person } from './person.ts'

/** Instead of the server's answer: a page of HTML or this body; no answer at all; or a broken connection. */
export type Intervention =
  | { readonly status: number; readonly type?: string; readonly body?: string | Buffer }
  | 'hangs'
  | 'cuts'

/** A proxy between browser and server, with its own address. */
export interface Gateway {
  readonly origin: string
  /** Paths requested so far. */
  readonly asked: string[]
  /** Replaces the server's `/sw.js`, as after a deployment. Null: the server's own. */
  serviceWorker: string | null
  /** Requests to this path reach the server, but its next `lost` answers are dropped. */
  losesAnswersTo: string | null
  lost: number
  /** May answer a request in place of the server; null passes it on. */
  intervenes: ((request: { readonly path: string; readonly body: string }) => Intervention | null) | null
  close(): Promise<void>
}

/** Headers that let a page share memory with its worker; the server sends them with every answer. */
const SHARED_MEMORY = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

/** Opens a gateway in front of the server at `target`. */
export async function openGateway(target: string): Promise<Gateway> {
  const server = createServer((incoming, outgoing) => {
    // A browser may abort a request while its body is being sent.
    pass(gateway, new URL(target), incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const gateway: Gateway = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked: [],
    serviceWorker: null,
    losesAnswersTo: null,
    lost: 0,
    intervenes: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return gateway
}

async function pass(
  gateway: Gateway,
  target: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  gateway.asked.push(incoming.url ?? '')
  const body = await bodyOf(incoming)
  const intervention = gateway.intervenes?.({ path: incoming.url ?? '', body: body.toString() }) ?? null
  if (intervention === 'hangs') return
  if (intervention === 'cuts') {
    outgoing.destroy()
    return
  }
  if (intervention !== null) {
    const { status, type = 'text/html', body = '<h1>This network does not allow that</h1>' } = intervention
    // Worst case: caches keep whatever answers for a hashed file.
    const isHashed = status === 200 && incoming.url?.startsWith('/assets/')
    const kept = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
    outgoing.writeHead(status, { ...SHARED_MEMORY, 'content-type': type, 'cache-control': kept })
    outgoing.end(body)
    return
  }
  if (incoming.url === '/sw.js' && gateway.serviceWorker !== null) {
    outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
    outgoing.end(gateway.serviceWorker)
    return
  }
  const { url: path, method, headers } = incoming
  const onward = request({ host: target.hostname, port: target.port, path, method, headers }, (answer) => {
    if (gateway.losesAnswersTo !== null && path?.startsWith(gateway.losesAnswersTo)) {
      gateway.lost++
      // Break the connection after the server's last byte: its work is then complete.
      answer.resume().on('end', () => outgoing.destroy())
      return
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => onward.destroy())
  onward.end(body)
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** Opens home through the gateway, signed in, in a tab of the same browser. */
export async function openBeyond(page: Page, person: Person, gateway: Gateway): Promise<Page> {
  const beyond = await page.context().newPage()
  await openHomeAs(beyond, person, gateway.origin)
  return beyond
}
