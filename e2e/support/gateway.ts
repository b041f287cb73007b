import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { openHomeAs, type Person } from './person.ts'

/** An answer in the server's place, with a page for people or this body; no answer at all; or a connection that breaks. */
export type Intervention =
  | { readonly status: number; readonly type?: string; readonly body?: string | Buffer }
  | 'hangs'
  | 'cuts'

/** A stretch of network between a browser and the server, on an address of its own. */
export interface Gateway {
  readonly origin: string
  /** The paths asked for so far. */
  readonly asked: string[]
  /** Put in place of the server's `/sw.js` when set, as after a deployment. */
  serviceWorker: string | null
  /** Requests to this path reach the server, but their answers are lost, as often as `lost` says. */
  losesAnswersTo: string | null
  lost: number
  /** What it does with a request of its own accord; null passes it on. */
  intervenes: ((request: { readonly path: string; readonly body: string }) => Intervention | null) | null
  close(): Promise<void>
}

/** What pages need to share memory with their thread; the server sends it with everything. */
const SHARED_MEMORY = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

/** Opens one in front of the server at `target`. */
export async function openGateway(target: string): Promise<Gateway> {
  const server = createServer((incoming, outgoing) => {
    // A browser may give a request up while its body is on the way.
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
    // The worst case: what answers for a hashed file may be kept as long as the file itself.
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
      // Only when the server has said all: what it did is done by then.
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

/** Opens home beyond the gateway, signed in, in a tab of the same browser. */
export async function openBeyond(page: Page, person: Person, gateway: Gateway): Promise<Page> {
  const beyond = await page.context().newPage()
  await openHomeAs(beyond, person, gateway.origin)
  return beyond
}
