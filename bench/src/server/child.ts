import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

type Headers = Readonly<Record<string, string>>

export interface Answer {
  readonly status: number
  readonly text: string
}

/** Seconds per clock tick, in which Linux counts the CPU time of processes. */
const TICK = 0.01

/** Loading extra certificates takes a tenth of a start; they belong to the machine, not the product. */
const { NODE_EXTRA_CA_CERTS: _, CARDINAL_BENCH_BOOKMARKS: _ofBenchmarks, ...ENVIRONMENT } = process.env

/** A server as a child process. */
export class Child {
  readonly #process: ChildProcess
  readonly #kill = () => void this.#process.kill('SIGKILL')
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })

  constructor(args: readonly string[], port: number, env: Headers = {}) {
    this.#port = port
    this.#process = spawn(process.execPath, args, {
      env: { ...ENVIRONMENT, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    // A workload that throws must not leave its server running.
    process.once('exit', this.#kill)
  }

  /** Rejects if the server does not accept connections. */
  post(path: string, body: unknown, headers: Headers = {}): Promise<Answer> {
    return this.send('POST', path, body, headers)
  }

  /** Sends JSON where there is a body. */
  send(method: string, path: string, body: unknown, headers: Headers = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const text = JSON.stringify(body)
      const ofBody = text && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: this.#port,
          path,
          method,
          agent: this.#agent,
          headers: { ...ofBody, ...headers },
        },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () =>
            resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end(text)
    })
  }

  /** Sends the request again until the server answers. */
  async firstAnswer(path: string, body: unknown, headers: Headers = {}): Promise<void> {
    for (;;) {
      try {
        const { status, text } = await this.post(path, body, headers)
        if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
  }

  /** Waits until the server accepts connections, even if it answers with an error. */
  async listening(): Promise<void> {
    for (;;) {
      try {
        await this.post('/', {})
        return
      } catch {
        // The process is still starting.
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
  }

  /** Resident memory of the process. Linux only. */
  residentBytes(): number {
    const status = readFileSync(`/proc/${this.#process.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024
  }

  /** CPU time so far, in seconds. On a busy machine it is steadier than elapsed time. */
  cpuSeconds(): number {
    const stat = readFileSync(`/proc/${this.#process.pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK
  }

  stop(): Promise<void> {
    this.#agent.destroy()
    process.off('exit', this.#kill)
    return new Promise((resolve) => {
      this.#process.on('exit', () => resolve())
      this.#process.kill('SIGTERM')
    })
  }
}
