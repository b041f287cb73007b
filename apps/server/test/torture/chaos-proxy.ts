import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../support/free-port.ts'

/** What a connection may suffer. */
const FAULTS = ['none', 'late', 'reset', 'half-open', 'cut-after-request'] as const
type Fault = (typeof FAULTS)[number]

/** The longest wait of a piece of data on a late connection, in ms. */
const LATE = 250
/** A fault strikes within so many ms of a connection. */
const STRIKES_WITHIN = 400

/**
 * Forwards TCP connections and maltreats them: late data; a reset; silence on both sides, neither of which learns that
 * the other has gone; and a cut at the moment when the answer would have come, so that the request has left and its
 * answer is lost. Calm at first.
 */
export class ChaosProxy {
  readonly port: number
  /** How many connections suffered what. */
  readonly suffered: Record<Fault, number> = {
    none: 0,
    late: 0,
    reset: 0,
    'half-open': 0,
    'cut-after-request': 0,
  }
  readonly #server: Server
  readonly #open = new Set<Socket>()
  readonly #silent = new Set<Socket>()
  #isCalm = true

  private constructor(port: number, server: Server) {
    this.port = port
    this.#server = server
  }

  static async start(target: number): Promise<ChaosProxy> {
    const port = await freePort()
    const server = createServer((client) => proxy.#forward(client, target))
    const proxy = new ChaosProxy(port, server)
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
    return proxy
  }

  /** Disturbs new connections, and ends open ones. */
  storm(): void {
    this.#isCalm = false
    for (const socket of this.#open) socket.destroy()
  }

  /** Forwards new connections unchanged, and ends open ones. Silent ones stay silent. */
  calm(): void {
    this.#isCalm = true
    for (const socket of this.#open) if (!this.#silent.has(socket)) socket.destroy()
  }

  /** Silences all open connections. */
  silence(): void {
    for (const socket of this.#open) this.#silent.add(socket)
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    await new Promise((closed) => this.#server.close(closed))
  }

  #forward(client: Socket, target: number): void {
    const server = connect(target, 'localhost')
    const fault: Fault = this.#isCalm ? 'none' : (FAULTS[Math.floor(Math.random() * FAULTS.length)] ?? 'none')
    this.suffered[fault]++
    let hasStruck = false
    for (const socket of [client, server]) {
      this.#open.add(socket)
      socket.on('close', () => this.#open.delete(socket))
      // The other end is told; the error itself is what this is about.
      socket.on('error', () => undefined)
    }
    const end = (other: Socket) => {
      if (!this.#silent.has(other)) other.destroy()
    }
    client.on('close', () => end(server))
    server.on('close', () => end(client))
    const strikes = setTimeout(() => {
      hasStruck = true
      if (fault === 'half-open') this.#silent.add(client).add(server)
      if (fault === 'reset') client.resetAndDestroy()
    }, Math.random() * STRIKES_WITHIN)
    client.on('close', () => clearTimeout(strikes))
    const pass = (from: Socket, to: Socket, isAnswer: boolean) =>
      from.on('data', (piece) => {
        if (this.#silent.has(from)) return
        if (fault === 'cut-after-request' && hasStruck && isAnswer) client.resetAndDestroy()
        else if (fault === 'late') {
          from.pause()
          setTimeout(() => {
            to.write(piece)
            from.resume()
          }, Math.random() * LATE)
        } else to.write(piece)
      })
    pass(client, server, false)
    pass(server, client, true)
  }
}
