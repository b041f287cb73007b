import type { AnswerOf, CallsByAddress, RequestOf } from '@cardinal/contract'
import {
  isOwnRefusal,
  type OwnRefusal,
  retryAfterOf,
  type Trouble,
  troubleOfFailure,
  troubleOfStatus,
  troubleSentence,
} from './trouble.ts'

/** A call of the contract by its address, such as `POST /user/sign-out`. */
export type CallAddress = keyof CallsByAddress
/** `data` of the answer. */
export type DataOf<At extends CallAddress> =
  AnswerOf<CallsByAddress[At]> extends { data: infer Data } ? Data : never
/** The body that a caller sends. */
export type BodyOf<At extends CallAddress> = NonNullable<RequestAt<At>['body' & keyof RequestAt<At>]>
type RequestAt<At extends CallAddress> = Frozen<RequestOf<CallsByAddress[At]>>
export type Requested<At extends CallAddress> =
  object extends RequestAt<At> ? [request?: RequestAt<At>] : [request: RequestAt<At>]
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T

/** The server itself gave no usable answer. `retryAfter` in ms, if one was named. */
export interface Unreachable {
  readonly kind: 'unreachable'
  readonly trouble: Trouble
  readonly retryAfter: number | null
}

export type Answered<Content> =
  | { readonly kind: 'done'; readonly headers: Headers; readonly content: Content }
  | { readonly kind: 'refused'; readonly status: number; readonly refusal: OwnRefusal }
  | Unreachable

/** Result of an attempt to get a valid access token. An unreachable server ends no session. */
export type TokenOutcome =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'signed-out' }
  | Unreachable

/** Where requests get their bearer tokens. */
export interface TokenSource {
  accessToken(): Promise<TokenOutcome>
  /** Marks a token that the server refused, so that the next one is new. */
  distrust(token: string): void | Promise<void>
}

/** The network of a browser. */
export interface RequestPorts {
  /** Base address of calls, without a trailing slash: `/api`. */
  readonly apiBase: string
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>
  /** A signal that aborts after so many ms. Every request has one. */
  readonly timeLimit: (ms: number) => AbortSignal
  /** Whether the device reports a network. */
  readonly isOnline: () => boolean
  readonly wait: (ms: number) => Promise<void>
}

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

/**
 * Sends a request with the token. If the server itself refuses the token, renews it and sends the request once
 * more. Rejects if `send` does.
 *
 * @param send returns null for a token that it must not use
 */
export async function withToken(
  tokens: TokenSource,
  send: (token: string) => Promise<Response> | null,
): Promise<
  | { readonly kind: 'response'; readonly response: Response }
  | { readonly kind: 'refused'; readonly status: 401; readonly refusal: OwnRefusal }
  | Exclude<TokenOutcome, { kind: 'token' }>
> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await tokens.accessToken()
    if (outcome.kind !== 'token') return outcome
    const coming = send(outcome.token)
    if (coming === null) return { kind: 'signed-out' }
    const response = await coming
    if (response.status !== 401) return { kind: 'response', response }
    const refusal = parsed(await response.text())
    if (!isOwnRefusal(refusal))
      return { kind: 'unreachable', trouble: troubleOfStatus(401), retryAfter: null }
    await tokens.distrust(outcome.token)
    if (attempt > 0) return { kind: 'refused', status: 401, refusal }
  }
}

/** Undefined: not JSON, such as a page of a proxy. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** ms for a call with its whole answer. */
const CALL_TIMEOUT_MS = 15_000

/** Failure of a call that needs a session when there is none. */
const SIGNED_OUT = {
  kind: 'refused',
  status: 401,
  refusal: { msg: 'You are signed out.', request_id: '' },
} as const

/** The parts of any request. */
interface Parts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface Sending<Content> {
  readonly isPublic?: boolean
  readonly limit?: number
  /** A body that is not JSON. */
  readonly file?: Blob
  readonly signal?: AbortSignal | undefined
  /** Reads the content of a successful answer. Undefined: it is not the server's. */
  readonly read: (response: Response) => Promise<Content | undefined>
}

/** Calls of the contract, with the session's token. Calls about cards go through the replica. */
export class Requests {
  readonly #tokens: TokenSource
  readonly ports: RequestPorts

  constructor(tokens: TokenSource, ports: RequestPorts) {
    this.#tokens = tokens
    this.ports = ports
  }

  /** Makes a call. Resolves with `data` of its answer. Rejects with `CallFailed`. */
  async call<At extends CallAddress>(at: At, ...request: Requested<At>): Promise<DataOf<At>> {
    return ((await this.answer(at, ...request)) as { readonly data: DataOf<At> }).data
  }

  /** Like `call`, but resolves with the whole answer. */
  async answer<At extends CallAddress>(
    at: At,
    ...[request]: Requested<At>
  ): Promise<AnswerOf<CallsByAddress[At]>> {
    const { content } = await this.done(at, request as Parts, { read: readJson })
    return content as AnswerOf<CallsByAddress[At]>
  }

  /** Makes a call without a token. Never rejects. */
  async publicly<At extends CallAddress>(
    at: At,
    ...[request]: Requested<At>
  ): Promise<Answered<AnswerOf<CallsByAddress[At]>>> {
    const answered = await this.#send(at, request as Parts, { isPublic: true, read: readJson })
    return answered as Answered<AnswerOf<CallsByAddress[At]>>
  }

  /** Resolves with the content of a successful answer. Rejects with `CallFailed`. */
  async done<Content>(at: string, request: Parts | undefined, sending: Sending<Content>) {
    const answered = await this.#send(at, request, sending)
    switch (answered.kind) {
      case 'done':
        return answered
      case 'refused':
        throw new CallFailed(answered.refusal.msg, answered.status, answered.refusal.command)
      case 'unreachable':
        throw new CallFailed(troubleSentence(answered.trouble), null)
    }
  }

  /** Rejects only if the caller aborts it. */
  async #send<Content>(
    at: string,
    { params = {}, body }: Parts = {},
    { isPublic = false, limit = CALL_TIMEOUT_MS, file, signal, read }: Sending<Content>,
  ): Promise<Answered<Content>> {
    const [method = '', pattern = ''] = at.split(' ')
    const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
    const content = file ?? (method === 'GET' ? undefined : JSON.stringify(body ?? {}))
    let ends: AbortSignal | undefined
    const send = (token: string | null) => {
      const limited = this.ports.timeLimit(limit)
      ends = limited
      return this.ports.fetch(this.ports.apiBase + path, {
        method,
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(content !== undefined && {
            'content-type': file ? file.type || 'application/octet-stream' : 'application/json',
          }),
        },
        ...(content !== undefined && { body: content }),
        signal: signal ? AbortSignal.any([signal, limited]) : limited,
        cache: 'no-store',
      })
    }
    try {
      const outcome = isPublic
        ? { kind: 'response' as const, response: await send(null) }
        : await withToken(this.#tokens, send)
      if (outcome.kind === 'signed-out') return SIGNED_OUT
      return outcome.kind === 'response' ? await classified(outcome.response, read) : outcome
    } catch (reason) {
      // `fetch` rejects on a network failure and on the timeout. So does reading an answer that is cut off.
      if (signal?.aborted) throw reason
      const trouble = troubleOfFailure(ends?.aborted ?? false, this.ports.isOnline())
      return { kind: 'unreachable', trouble, retryAfter: null }
    }
  }
}

async function classified<Content>(
  response: Response,
  read: Sending<Content>['read'],
): Promise<Answered<Content>> {
  const { status, headers } = response
  if (response.ok) {
    const content = await read(response)
    if (content !== undefined) return { kind: 'done', headers, content }
  } else {
    const refusal = parsed(await response.text())
    if (isOwnRefusal(refusal)) return { kind: 'refused', status, refusal }
  }
  return { kind: 'unreachable', trouble: troubleOfStatus(status), retryAfter: retryAfterOf(headers) }
}

/** Undefined: not JSON with `data`, such as a proxy's page. */
export async function readJson(response: Response): Promise<{ readonly data: unknown } | undefined> {
  const content = parsed(await response.text()) as { readonly data?: unknown } | null | undefined
  return content?.data === undefined ? undefined : { ...content, data: content.data }
}
