import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ok } from '@cardinal/domain'
import { readConfig } from '../../src/config.ts'
import { createIdentity } from '../../src/identity/identity.ts'
import { insertUser } from '../../src/identity/users.ts'
import { openStore } from '../../src/store/index.ts'
import { freePort } from '../support/free-port.ts'

/** The command that runs the server, built or from sources. */
export type Command = readonly string[]

export interface ServerOptions {
  readonly command: Command
  /** Default: a new folder, removed at the end. */
  readonly dataDir?: string
  readonly databaseUrl?: string
}

/** A server process that is killed and restarted over the same data. */
export class ServerUnderTest {
  readonly dataDir: string
  readonly port: number
  readonly #options: ServerOptions
  readonly #env: Record<string, string>
  #child: ChildProcess | null = null
  #said = ''

  private constructor(options: ServerOptions, port: number) {
    this.#options = options
    this.port = port
    this.dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'cardinal-torture-'))
    this.#env = {
      CARDINAL_PORT: String(port),
      CARDINAL_HOST: '127.0.0.1',
      CARDINAL_DATA_DIR: this.dataDir,
      CARDINAL_LOG_LEVEL: 'silent',
      CARDINAL_RATE_LIMIT: 'off',
      CARDINAL_FETCH_PAGES: 'off',
      CARDINAL_FREE_CARD_LIMIT: '0',
      ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
    }
  }

  static async make(options: ServerOptions): Promise<ServerUnderTest> {
    return new ServerUnderTest(options, await freePort())
  }

  get api(): string {
    return `http://127.0.0.1:${this.port}/api`
  }

  get process(): ChildProcess | null {
    return this.#child
  }

  /** Its output since the last start. */
  get said(): string {
    return this.#said
  }

  /** Creates a user with a personal token of the scope `write`, directly in the store. */
  async person(name: string): Promise<string> {
    const config = readConfig(this.#env)
    if (!config.ok) throw new Error(config.error.join('\n'))
    const store = await openStore(config.value)
    try {
      await store.migrate()
      const identity = await createIdentity(store, config.value)
      const email = `${name}@example.org`
      const user = await store.transact(async (tx) => ok(await insertUser(tx, { email, name }, Date.now())))
      if (!user.ok) throw new Error('There is no user.')
      return (
        await identity.personalTokens.create(
          { userId: user.value.id, sessionId: null },
          'torture',
          'write',
          null,
        )
      ).secret
    } finally {
      await store.close()
    }
  }

  /** Resolves when the server answers, or with its exit code if it exits. */
  async start(): Promise<number | null> {
    const [program = '', ...args] = this.#options.command
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece: Buffer) => {
        this.#said += piece
      })
    for (;;) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const ready = await fetch(`${this.api}/ready`, { signal: AbortSignal.timeout(1_000) }).catch(() => null)
      if (ready?.status === 200) return null
      await setTimeout(20)
    }
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }

  async remove(): Promise<void> {
    await this.kill()
    if (this.#options.dataDir === undefined) rmSync(this.dataDir, { recursive: true, force: true })
  }
}
