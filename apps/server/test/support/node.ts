import { type Client, createClient } from '@cardinal/contract'
import { ok } from '@cardinal/domain'
import { afterAll, beforeAll } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { insertUser } from '../../src/identity/users.ts'
import { createNode, type Node } from '../../src/operations/start.ts'
import type { TestDatabase } from './stores.ts'

/** A complete server on its own port. */
export interface TestNode {
  readonly node: Node
  /** Address such as `http://127.0.0.1:4301/api`. */
  readonly api: string
  /** Signs in a new user who has a workspace. */
  signUp(name?: string): Promise<Person>
  stop(): Promise<void>
}

/** A signed-in user, with the contract's typed client and an untyped one for invalid requests. */
export interface Person {
  readonly userId: string
  readonly email: string
  readonly token: string
  readonly call: Client
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; other bodies as text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any
}

export interface NodeSettings {
  readonly env?: Record<string, string>
  readonly now?: () => number
  /** Folder of the built web app. */
  readonly webRoot?: string
  /** The payment provider's API. */
  readonly paymentApiUrl?: URL
  /** ms of event loop delay at which requests are refused. */
  readonly overloadedAt?: number
}

/** Starts a node over a database, without a log and a rate limit. */
export async function startNode(
  database: TestDatabase,
  { env = {}, ...options }: NodeSettings = {},
): Promise<TestNode> {
  const config = readConfig({
    CARDINAL_DATA_DIR: database.dataDir,
    CARDINAL_LOG_LEVEL: 'silent',
    CARDINAL_RATE_LIMIT: 'off',
    CARDINAL_FETCH_PAGES: 'off',
    CARDINAL_WEBHOOKS: 'off',
    ...(database.databaseUrl !== null && { DATABASE_URL: database.databaseUrl }),
    ...env,
  })
  if (!config.ok) throw new Error(config.error.join('\n'))
  // A busy machine stops a test's process for seconds, for which the server would refuse its requests.
  const node = await createNode(config.value, { overloadedAt: 0, ...options })
  const address = await node.app.listen({ port: 0, host: '127.0.0.1' })
  const api = `${address}/api`
  return {
    node,
    api,
    signUp: (name) => signUp(node, api, name),
    stop: () => node.stop(),
  }
}

/**
 * Starts a node over a new database before the tests of a suite, and stops both after them. The result can only
 * be used in tests.
 *
 * @param start of one of `DATABASES`
 */
export function serverFor(
  start: () => Promise<TestDatabase>,
  settings: NodeSettings = {},
): TestNode & { readonly database: TestDatabase } {
  let started: { readonly database: TestDatabase; readonly server: TestNode } | undefined
  beforeAll(async () => {
    const database = await start()
    started = { database, server: await startNode(database, settings) }
  }, 60_000)
  afterAll(async () => {
    await started?.server.stop()
    await started?.database.stop()
  })
  const running = () => {
    if (started === undefined) throw new Error('The server of this suite starts before its first test.')
    return started
  }
  return {
    get database() {
      return running().database
    },
    get node() {
      return running().server.node
    },
    get api() {
      return running().server.api
    },
    signUp: (name) => running().server.signUp(name),
    stop: () => running().server.stop(),
  }
}

let people = 0

async function signUp(node: Node, api: string, name = 'Ada Lovelace'): Promise<Person> {
  const email = `person${++people}.${Math.random().toString(36).slice(2)}@example.org`
  const made = await node.store.transact(async (tx) => ok(await insertUser(tx, { email, name }, Date.now())))
  if (!made.ok) throw new Error('no user')
  const { accessToken } = await node.identity.sessions.issue(made.value.id, undefined)
  return personWith(api, made.value.id, email, accessToken)
}

/** A person at a node, by token. The same person may use several nodes. */
export function personWith(api: string, userId: string, email: string, token: string): Person {
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    request(api, method, path, body, { authorization: `Bearer ${token}`, ...headers })
  const call = createClient(async ({ method, path, query, body }) => {
    const search = new URLSearchParams(query).toString()
    return send(method, search === '' ? path : `${path}?${search}`, body)
  })
  return { userId, email, token, call, send }
}

/** Sends one request. A text body is sent unchanged, any other as JSON. */
export async function request(
  api: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isText = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(`${api}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('application/json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/**
 * The value of a result.
 *
 * @throws for an error
 */
export function accepted<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`)
  return result.value
}

export function idOf(n: number): string {
  return n.toString(16).padStart(24, '0')
}
