import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { createNode, type Node } from '../../src/operations/start.ts'
import { freePort } from '../support/free-port.ts'

/** A server at a fixed address, to which signing in redirects. */
export interface IdentityNode {
  readonly node: Node
  readonly origin: string
  readonly dataDir: string
  stop(): Promise<void>
}

export interface IdentityNodeOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly now?: () => number
  /** Data folder of an earlier node; default: a new folder, removed when the node stops. */
  readonly dataDir?: string
  readonly port?: number
}

export async function startIdentityNode(options: IdentityNodeOptions = {}): Promise<IdentityNode> {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'cardinal-identity-'))
  const config = readConfig({
    CARDINAL_PORT: String(port),
    CARDINAL_DATA_DIR: dataDir,
    CARDINAL_LOG_LEVEL: 'silent',
    CARDINAL_RATE_LIMIT: 'off',
    CARDINAL_FETCH_PAGES: 'off',
    ...options.env,
  })
  if (!config.ok) throw new Error(config.error.join('\n'))
  const node = await createNode(config.value, options.now === undefined ? {} : { now: options.now })
  await node.app.listen({ port, host: 'localhost' })
  return {
    node,
    origin: `http://localhost:${port}`,
    dataDir,
    stop: async () => {
      await node.stop()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A response as seen by a browser. */
export interface Page {
  readonly status: number
  /** The absolute address of a redirect; null: no redirect. */
  readonly next: string | null
  readonly headers: Headers
  readonly text: string
}

/** A browser that only has cookies and follows redirects. */
export class Browser {
  readonly cookies = new Map<string, string>()
  /** The last Set-Cookie line of each cookie. */
  readonly lines: string[] = []
  readonly #reach: (address: string) => string

  /** @param reach maps an address to the requested one, for a TLS proxy in front of the server */
  constructor(reach: (address: string) => string = (address) => address) {
    this.#reach = reach
  }

  async get(address: string): Promise<Page> {
    return this.#send(address, {})
  }

  async post(address: string, form: Readonly<Record<string, string>>): Promise<Page> {
    return this.#send(address, {
      method: 'POST',
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  async postJson(address: string, body: unknown): Promise<{ status: number; body: any }> {
    const headers = { 'content-type': 'application/json' }
    const page = await this.#send(address, { method: 'POST', body: JSON.stringify(body), headers })
    return { status: page.status, body: JSON.parse(page.text) }
  }

  /** Follows redirects until a page answers, or the address matches `until`. */
  async follow(
    first: string,
    until: (address: string) => boolean = () => false,
  ): Promise<{ address: string; page: Page }> {
    let address = first
    for (let hops = 0; hops < 20; hops++) {
      const page = await this.get(address)
      if (page.next === null || until(page.next)) return { address: page.next ?? address, page }
      address = page.next
    }
    throw new Error(`Redirects without end, at ${address}`)
  }

  async #send(address: string, init: RequestInit): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html,application/json', ...init.headers, cookie }
    const response = await fetch(this.#reach(address), { ...init, redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const location = response.headers.get('location')
    const next = location === null ? null : new URL(location, address).href
    return { status: response.status, next, headers: response.headers, text: await response.text() }
  }

  #keep(line: string): void {
    this.lines.push(line)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const isGone = value === '' || /max-age=0/i.test(line) || /expires=Thu, 01 Jan 1970/i.test(line)
    if (isGone) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** Whether an address is the landing page, with or without parameters of a sign-in. */
export function isHome(address: string): boolean {
  return /[?&]sign_in_(?:code|error)=/.test(address)
}

/** The code or error at the end of a sign-in. */
export function outcomeOf(address: string): {
  code: string | null
  error: string | null
  returnTo: string | null
} {
  const { searchParams } = new URL(address)
  return {
    code: searchParams.get('sign_in_code'),
    error: searchParams.get('sign_in_error'),
    returnTo: searchParams.get('return_to'),
  }
}

export const startOf = (origin: string, returnTo = '/home') =>
  `${origin}/api/user/sign-in/start?return_to=${encodeURIComponent(returnTo)}`

/** Sends one request without cookies. Resolves with the answer's JSON. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export async function fetchJson(address: string, init: RequestInit = {}): Promise<any> {
  return (await fetch(address, init)).json()
}
