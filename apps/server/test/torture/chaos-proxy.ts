import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../support/free-port.ts'

/** Faults of a connection. */
const FAULTS = ['none', 'late', 'reset', 'half-open', 'cut-after-request'] as const
type Fault = (typeof FAULTS)[number]

/** ms; longest delay of a chunk on a late connection. */
const LONGEST_DELAY_MS = 250
/** ms after the start of a connection within which its fault happens. */
const STRIKES_WITHIN_MS = 400

/**
 * Forwards TCP connections with faults: delays; a reset; silence in both directions that neither side notices;
 * and a cut just before the answer, so that the request arrives but its answer is lost. Starts without faults.
 */
export class ChaosProxy {
  readonly port: number
  /** By fault, the number of connections. */
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

  /** Disturbs new connections, and closes open ones. */
  storm(): void {
    this.#isCalm = false
    for (const socket of this.#open) socket.destroy()
  }

  /** Forwards new connections without faults, and closes open ones. Silent ones stay silent. */
  calm(): void {
    this.#isCalm = true
    for (const socket of this.#open) if (!this.#silent.has(socket)) socket.destroy()
  }

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
      // Errors are expected here: the other side is closed.
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
    }, Math.random() * STRIKES_WITHIN_MS)
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
          }, Math.random() * LONGEST_DELAY_MS)
        } else to.write(piece)
      })
    pass(client, server, false)
    pass(server, client, true)
  }
}
