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
      /** The parsed JSON body: `data` where the call succeeded, else the server's own refusal. */
      readonly body: unknown
    }
  /** No answer of the server's own came. */
  | { readonly kind: 'unreachable'; readonly trouble: Trouble; readonly retryAfter: number | null }

/** A call that failed: the server's sentence, or one about the network. */
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

/** Queries are tried this often more, waiting 1 s, then twice as long, at most 30 s. Specification, section 7. */
const RETRIES = 3
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000
/** A call without its whole answer after this long counts as lost. ms */
const TIME_LIMIT = 15_000

/** What became of an attempt to have a usable access token. */
export type TokenOutcome =
  | { readonly kind: 'token'; readonly token: string }
  /** The server was unreachable, which ends no session. `retryAfter` in ms, if the server gave one. */
  | { readonly kind: 'unreachable'; readonly trouble: Trouble; readonly retryAfter: number | null }
  | { readonly kind: 'signed-out' }

/** Where the bearer tokens of calls come from. */
interface TokenSource {
  accessToken(): Promise<TokenOutcome>
  /** The server refused this token: the next one must be new. */
  distrust(token: string): void
}

/** The calls about the person rather than about cards: profile, settings, tokens, exports. */
export class AccountClient {
  readonly #tokens: TokenSource
  readonly #ports: SessionPorts

  constructor(tokens: TokenSource, ports: SessionPorts) {
    this.#tokens = tokens
    this.#ports = ports
  }

  /** Asks: `data` of the answer. Tries again while the server is away; without a network that would be in vain. */
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

  /** Makes one call with the bearer token: `data` of its answer. Rejects with `CallFailed`. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const first = await this.#authorised(method, path, body)
    const answer = first.status === 401 ? await this.#authorised(method, path, body) : first
    const content = answer.body as { data?: T; msg?: string; command?: string }
    if (answer.status >= 200 && answer.status < 300) return content.data as T
    throw new CallFailed(content.msg ?? '', answer.status, content.command)
  }

  /** A call that needs no token, once. */
  async post(path: string, body: unknown): Promise<AccountAnswer> {
    return this.#send('POST', path, body, null)
  }

  /** The same without a body. */
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
      // `fetch` rejects for the network, and when the time is over.
      const trouble = troubleOfFailure(signal.aborted, this.#ports.isOnline())
      return { kind: 'unreachable', trouble, retryAfter: null }
    }
  }
}

/** The failure for the person; its status is null where the server itself said nothing. */
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
