import { connect, createServer, type Server, type Socket } from 'node:net'

/** A mobile network, for all connections together. */
export interface Network {
  /** Bits a second, to the browser. */
  readonly down: number
  /** Bits a second, from the browser. */
  readonly up: number
  /** ms from sending a byte to its arrival. */
  readonly delay: number
}

/** Most bytes that are sent at once: a few packets. */
const PIECE = 4_096

/**
 * A proxy with its own port in front of a server. The browser's own throttle does not slow down workers,
 * which fetch most of a first visit.
 */
export async function slowNetwork(port: number, target: number, network: Network): Promise<Server> {
  const [down, up] = [lane(network.down, network.delay), lane(network.up, network.delay)]
  const server = createServer((browser) => {
    const site = connect(target, 'localhost')
    const sides: readonly [Socket, Socket, ReturnType<typeof lane>][] = [
      [site, browser, down],
      [browser, site, up],
    ]
    for (const [from, to, send] of sides) {
      from.on('data', (bytes) => send(bytes, to))
      from.on('close', () => setTimeout(() => to.destroy(), network.delay * 2))
      from.on('error', () => to.destroy())
    }
  })
  await new Promise<void>((done) => server.listen(port, 'localhost', done))
  return server
}

/** One direction: bytes leave in their order at the rate of the network, and arrive after the delay. */
function lane(bits: number, delay: number) {
  /** When the line is idle again, in ms of `performance.now`. */
  let free = 0
  return (bytes: Buffer, to: Socket) => {
    for (let at = 0; at < bytes.length; at += PIECE) {
      const piece = bytes.subarray(at, at + PIECE)
      free = Math.max(free, performance.now()) + (piece.length * 8_000) / bits
      setTimeout(() => to.destroyed || to.write(piece), free + delay - performance.now())
    }
  }
}
