import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { runAdmin } from '../../src/admin/run.ts'
import { freePort } from './free-port.ts'
import { type Person, request } from './node.ts'
import type { TestDatabase } from './stores.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Starts the server like `npm start`, as a process. */
export function runServer(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { PATH: process.env.PATH, CARDINAL_LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { child, exit, output: () => output }
}

/** A server process over a database, with people and state that survive restarts. */
export class RealServer {
  readonly #env: Record<string, string>
  #running: ReturnType<typeof runServer> | null = null
  #api = ''

  constructor({ databaseUrl, dataDir }: TestDatabase) {
    this.#env = {
      CARDINAL_DATA_DIR: dataDir,
      CARDINAL_HOST: '127.0.0.1',
      CARDINAL_FREE_CARD_LIMIT: '0',
      CARDINAL_RATE_LIMIT: 'off',
      CARDINAL_FETCH_PAGES: 'off',
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    }
  }

  /** Address of the running process's API, such as `http://127.0.0.1:4301/api`. */
  get api(): string {
    return this.#api
  }

  async signUp(): Promise<Pick<Person, 'userId' | 'token' | 'send'>> {
    await runAdmin(['create-user', '--email', 'ada@example.org', '--name', 'Ada'], this.#env)
    const issued = await runAdmin(['issue-token', '--email', 'ada@example.org'], this.#env)
    if (!issued.ok) throw new Error(issued.error)
    const token: string = JSON.parse(issued.value[0] ?? '').jwt_access_token
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const send: Person['send'] = (method, path, body, headers = {}) =>
      request(this.#api, method, path, body, { authorization: `Bearer ${token}`, ...headers })
    return { userId: sub, token, send }
  }

  async start(): Promise<void> {
    const port = await freePort()
    this.#api = `http://127.0.0.1:${port}/api`
    const running = runServer({ ...this.#env, CARDINAL_PORT: String(port) })
    this.#running = running
    await vi.waitFor(
      () => {
        if (!running.output().includes('Open http')) throw new Error(running.output())
      },
      { timeout: 60_000 },
    )
  }

  /** Sends a signal. Resolves with the exit code; null: killed, or not running. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.#running?.child.kill(signal)
    return (await this.#running?.exit) ?? null
  }
}
