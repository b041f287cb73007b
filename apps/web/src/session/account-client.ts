import type { SessionPorts } from './ports.ts'
import {
  isOwnRefusal,
  retryAfterOf,
  type Trouble,
  troubleOfFailure,
  troubleOfStatus,
  troubleSentence,
} from './trouble.ts'

export type AccountAnswer =
  | {
      readonly kind: 'answer'
      readonly status: number
      /** The parsed JSON body: `data` on success, else the server's refusal. */
      readonly body: unknown
    }
  /** No answer from the server itself. */
  | { readonly kind: 'unreachable'; readonly trouble: Trouble; readonly retryAfter: number | null }

/** A failed call, with the server's message or one about the network. */
export class CallFailed extends Error {
  /** Null: the server was not reached. */
  readonly status: number | null
  readonly command: string | null

  constructor(message: string, status: number | null, command: string | null = null) {
    super(message)
    this.name = 'CallFailed'
    this.status = status
    this.command = command
  }
}

/** The number of retries of a query. The backoff starts at 1 s and doubles, up to 30 s (specification, section 7). */
const RETRIES = 3
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000
/** Timeout of a call, including its whole answer, in ms. */
const TIME_LIMIT = 15_000

/** The result of an attempt to get a valid access token. */
export type TokenOutcome =
  | { readonly kind: 'token'; readonly token: string }
  /** The server was unreachable, which ends no session. `retryAfter` in ms, if the server gave one. */
  | { readonly kind: 'unreachable'; readonly trouble: Trouble; readonly retryAfter: number | null }
  | { readonly kind: 'signed-out' }

/** The source of the bearer tokens of calls. */
interface TokenSource {
  accessToken(): Promise<TokenOutcome>
  /** Marks a token that the server refused: the next one must be new. */
  distrust(token: string): void
}

/** Calls about the account rather than cards: profile, settings, tokens, exports. */
export class AccountClient {
  readonly #tokens: TokenSource
  readonly #ports: SessionPorts

  constructor(tokens: TokenSource, ports: SessionPorts) {
    this.#tokens = tokens
    this.#ports = ports
  }

  /**
   * Sends a query and returns `data` of the answer. Retries while the server is unreachable, but not without a network.
   */
  async query<T>(path: string): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.call<T>('GET', path)
      } catch (failure) {
        if (attempt >= RETRIES || !isPassing(failure) || !this.#ports.isOnline()) throw failure
        await this.#ports.wait(Math.min(FIRST_WAIT * 2 ** attempt, LONGEST_WAIT))
      }
    }
  }

  /** Makes one call with the bearer token and returns `data` of its answer. Rejects with `CallFailed`. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    return (await this.answer<{ readonly data: T }>(method, path, body)).data
  }

  /** Makes the same call and returns its whole answer. */
  async answer<T>(method: string, path: string, body?: unknown): Promise<T> {
    const first = await this.#authorised(method, path, body)
    const answer = first.status === 401 ? await this.#authorised(method, path, body) : first
    const content = answer.body as { msg?: string; command?: string }
    if (answer.status >= 200 && answer.status < 300) return content as T
    throw new CallFailed(content.msg ?? '', answer.status, content.command)
  }

  /** Makes one call without a token. */
  async post(path: string, body: unknown): Promise<AccountAnswer> {
    return this.#send('POST', path, body, null)
  }

  /** Requests the same without a body. */
  async get(path: string): Promise<AccountAnswer> {
    return this.#send('GET', path, undefined, null)
  }

  async #authorised(
    method: string,
    path: string,
    body: unknown,
  ): Promise<AccountAnswer & { kind: 'answer' }> {
    const outcome = await this.#tokens.accessToken()
    if (outcome.kind === 'signed-out') throw new CallFailed('You are signed out.', 401)
    if (outcome.kind === 'unreachable') throw failedBy(outcome.trouble)
    const answer = await this.#send(method, path, body, outcome.token)
    if (answer.kind === 'unreachable') throw failedBy(answer.trouble)
    if (answer.status === 401) this.#tokens.distrust(outcome.token)
    return answer
  }

  async #send(method: string, path: string, body: unknown, token: string | null): Promise<AccountAnswer> {
    const headers: Record<string, string> = {}
    if (token !== null) headers.authorization = `Bearer ${token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const signal = this.#ports.timeLimit(TIME_LIMIT)
    try {
      const response = await this.#ports.fetch(this.#ports.apiBase + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal,
      })
      const { status } = response
      const content = parsed(await response.text())
      const isDone = status >= 200 && status < 300 && isObject(content)
      if (isDone || isOwnRefusal(content)) return { kind: 'answer', status, body: content }
      return {
        kind: 'unreachable',
        trouble: troubleOfStatus(status),
        retryAfter: retryAfterOf(response.headers),
      }
    } catch {
      // `fetch` rejects on a network failure and on the timeout.
      const trouble = troubleOfFailure(signal.aborted, this.#ports.isOnline())
      return { kind: 'unreachable', trouble, retryAfter: null }
    }
  }
}

/** Returns the failure to show. Its status is null if the answer is not from the server itself. */
export function failedBy(trouble: Trouble): CallFailed {
  return new CallFailed(troubleSentence(trouble), null)
}

function isPassing(failure: unknown): boolean {
  if (!(failure instanceof CallFailed)) return false
  return failure.status === null || failure.status === 408 || failure.status === 429 || failure.status >= 500
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // A proxy's page in place of an answer.
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
