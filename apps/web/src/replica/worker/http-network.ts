import type { FeedLine } from '@cardinal/contract'
import { DIGEST_HEADER, EPOCH_HEADER, LOAD_HEADER, parseCursor } from '@cardinal/contract/sync-protocol'
import type { Change, Id } from '@cardinal/domain'
import { parsed, type TokenSource, withToken } from '../../session/request.ts'
import { tokenClaims } from '../../session/token.ts'
import { troubleOfFailure } from '../../session/trouble.ts'
import type { AccountRows } from '../account-overlay.ts'
import { accountFromWire } from './account-wire.ts'
import {
  blocked,
  failureOf,
  isKnownResult,
  isPage,
  isPushAnswer,
  isSettingsAnswer,
  isWorkspacesAnswer,
} from './answers.ts'
import { chunksOf, linesOf } from './lines.ts'
import { loadWire } from './load-wire.ts'
import type { Hint, KeyedCall, Known, LastCard, Network, NotNow, RefusedRequest, Resync } from './network.ts'
import type { Clock } from './ports.ts'

type OnChanges = Parameters<Network['pull']>[2]

export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** ms for a request without data. */
const TIMEOUT_MS = 30_000
/** ms without a heartbeat after which the event stream counts as broken. */
const SILENCE_TIMEOUT_MS = 90_000
/** Changes per chunk of a pull, so that no chunk blocks for long. */
const PIECE = 1_000
/** Changes in the first chunk of a load: more cards than any window shows. */
const FIRST_CARDS = 100

/** A pull of all rows that was sent before it was needed. */
interface ExpectedLoad {
  readonly workspaceId: Id
  readonly pulling: Pulling
}

interface Pulling {
  readonly life: Lifeline
  readonly response: Promise<Response | NotNow>
}

interface Lifeline {
  readonly signal: AbortSignal
  readonly renew: () => void
  readonly abort: () => void
  /** Call when the request has ended. */
  readonly end: () => void
}

/** The server over HTTP, with the user's token. */
export class HttpNetwork implements Network {
  readonly #userId: string
  readonly #apiBase: string
  readonly #fetch: Fetch
  readonly #tokens: TokenSource
  readonly #clock: Clock
  readonly #isOnline: () => boolean
  readonly #onServerTime: (time: number) => void
  #expected: ExpectedLoad | null = null

  constructor(parts: {
    userId: string
    apiBase: string
    fetch: Fetch
    tokens: TokenSource
    clock: Clock
    /** Whether the browser reports a network. */
    isOnline: () => boolean
    /** Called with the time in an answer, ms since 1970. */
    onServerTime?: (time: number) => void
  }) {
    this.#userId = parts.userId
    this.#apiBase = parts.apiBase
    this.#fetch = parts.fetch
    this.#tokens = parts.tokens
    this.#clock = parts.clock
    this.#isOnline = parts.isOnline
    this.#onServerTime = parts.onServerTime ?? (() => {})
  }

  async push(calls: readonly KeyedCall[], known: Known | null) {
    // Pending changes are merged with changes of other devices, never refused because of them.
    const list = calls.map((call) => ({ ...call, on_conflict: 'merge' }))
    const query = new URLSearchParams(queryOf(known)).toString()
    const path = query === '' ? '/sync/push' : `/sync/push?${query}`
    const answer = await this.#json('POST', path, isPushAnswer, list)
    if (answer.kind !== 'done') return answer
    return { kind: 'done' as const, results: answer.body.data.filter(isKnownResult), epoch: answer.epoch }
  }

  async pull(
    workspaceId: Id,
    cursor: string | null,
    onChanges: OnChanges,
    behind: LastCard | null = null,
    known: Known | null = null,
  ) {
    const { life, response: coming } =
      this.#takeExpected(workspaceId, cursor) ?? this.#pulling(workspaceId, cursor, behind, known)
    const own = watched(onChanges)
    try {
      const response = await coming
      if (!(response instanceof Response)) return response
      if (response.status !== 200) return await failureOf(response)
      if (isPage(response)) return blocked(200)
      return await readFeed(response, own.onChanges, life.renew)
    } catch {
      if (own.failure !== null) throw own.failure
      return this.#cutOff(life.signal) // The feed is incomplete.
    } finally {
      life.end()
    }
  }

  expectLoad(workspaceId: Id): void {
    const pulling = this.#pulling(workspaceId, null)
    // The pull reports both failures. This promise may not be awaited.
    loadWire().catch(() => {})
    pulling.response.catch(() => {})
    this.#expected = { workspaceId, pulling }
  }

  /** The pull that `expectLoad` sent. Aborted if it is of another workspace, or this pull has a cursor. */
  #takeExpected(workspaceId: Id, cursor: string | null): Pulling | null {
    const expected = this.#expected
    this.#expected = null
    if (expected === null) return null
    if (cursor === null && expected.workspaceId === workspaceId) return expected.pulling
    expected.pulling.life.abort()
    return null
  }

  #pulling(
    workspaceId: Id,
    cursor: string | null,
    behind: LastCard | null = null,
    known: Known | null = null,
  ): Pulling {
    const query = new URLSearchParams({
      workspace_id: workspaceId,
      ...(cursor !== null && { cursor }),
      ...(behind !== null && { behind: `${behind.createdAt}.${behind.id}` }),
      ...queryOf(known),
    })
    const life = this.#lifeline(TIMEOUT_MS)
    return { life, response: this.#authorised('GET', `/sync/pull?${query}`, undefined, life.signal) }
  }

  async account(): Promise<{ readonly kind: 'done'; readonly rows: AccountRows } | NotNow | RefusedRequest> {
    const [settings, workspaces] = await Promise.all([
      this.#json('GET', '/user/get-global-settings', isSettingsAnswer),
      this.#json('POST', '/workspace/get-workspaces', isWorkspacesAnswer, {}),
    ])
    if (settings.kind !== 'done') return settings.kind === 'resync' ? blocked(410) : settings
    if (workspaces.kind !== 'done') return workspaces.kind === 'resync' ? blocked(410) : workspaces
    const rows = accountFromWire({ settings: settings.body.data, workspaces: workspaces.body.data })
    return { kind: 'done', rows }
  }

  async events(onHint: (hint: Hint) => void, signal: AbortSignal): Promise<boolean> {
    let wasOpen = false
    const life = this.#lifeline(SILENCE_TIMEOUT_MS)
    const end = () => life.abort()
    signal.addEventListener('abort', end)
    try {
      const response = await this.#authorised('GET', '/sync/events', undefined, life.signal)
      if (!(response instanceof Response) || response.status !== 200) return false
      wasOpen = true
      for await (const lines of linesOf(chunksOf(response, life.renew)))
        for (const line of lines) if (line.startsWith('data:')) onHint(hintOf(line.slice('data:'.length)))
    } catch {
      // Broken or aborted: the caller opens the stream again, and the next poll pulls what was missed.
    } finally {
      signal.removeEventListener('abort', end)
      life.end()
    }
    return wasOpen
  }

  /** @param isForm whether the body has the form of the server's answer: a 200 may be a proxy's page */
  async #json<T>(
    method: string,
    path: string,
    isForm: (body: unknown) => body is T,
    body?: unknown,
  ): Promise<
    | { readonly kind: 'done'; readonly body: T; readonly epoch: string | null }
    | NotNow
    | RefusedRequest
    | Resync
  > {
    const life = this.#lifeline(TIMEOUT_MS)
    try {
      const response = await this.#authorised(method, path, body, life.signal)
      if (!(response instanceof Response)) return response
      if (response.status !== 200) return await failureOf(response)
      const answer = parsed(await response.text())
      const epoch = response.headers.get(EPOCH_HEADER)
      return isForm(answer) ? { kind: 'done', body: answer, epoch } : blocked(200)
    } catch {
      return this.#cutOff(life.signal)
    } finally {
      life.end()
    }
  }

  async #authorised(
    method: string,
    path: string,
    body: unknown,
    signal: AbortSignal,
  ): Promise<Response | NotNow> {
    const outcome = await withToken(this.#tokens, (token) => {
      // Another person may have signed in: this user's changes must not be sent in their name.
      if (tokenClaims(token)?.subject !== this.#userId) return null
      return this.#fetch(this.#apiBase + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal,
        cache: 'no-store',
      })
    })
    switch (outcome.kind) {
      case 'response':
        this.#tellTime(outcome.response)
        return outcome.response
      case 'refused':
        return { kind: 'later', wait: null, trouble: { kind: 'token', status: 401 } }
      case 'unreachable':
        return { kind: 'later', wait: outcome.retryAfter, trouble: outcome.trouble }
      case 'signed-out':
        return outcome
    }
  }

  /** Reads the time in an answer of the server itself; a proxy's clock may be wrong. */
  #tellTime({ headers }: Response): void {
    if (headers.has(EPOCH_HEADER)) this.#onServerTime(Date.parse(headers.get('date') ?? ''))
  }

  /** The failure of a request whose answer was cut off. */
  #cutOff(signal: AbortSignal): NotNow {
    return { kind: 'later', wait: null, trouble: troubleOfFailure(signal.aborted, this.#isOnline()) }
  }

  /** A signal that aborts a request after `timeout` ms of silence. Each chunk restarts the time. */
  #lifeline(timeout: number): Lifeline {
    const controller = new AbortController()
    const abort = () => controller.abort()
    let cancel = this.#clock.after(timeout, abort)
    const renew = () => {
      cancel()
      cancel = this.#clock.after(timeout, abort)
    }
    return { signal: controller.signal, renew, abort, end: () => cancel() }
  }
}

function queryOf(known: Known | null): Record<string, string> {
  const { epoch = null, lastKey = null } = known ?? {}
  return { ...(epoch !== null && { epoch }), ...(lastKey !== null && { last_key: lastKey }) }
}

/** Wraps the receiver of rows, so that its errors differ from errors of the network. */
function watched(onChanges: OnChanges) {
  const own = {
    failure: null as unknown,
    onChanges: (changes: readonly Change[], end: string | null) =>
      onChanges(changes, end).catch((failure: unknown) => {
        own.failure = failure
        throw failure
      }),
  }
  return own
}

function hintOf(text: string): Hint {
  const { workspace_id, seq } = JSON.parse(text) as { workspace_id: Id | null; seq: number }
  return { workspaceId: workspace_id, seq }
}

async function readFeed(
  response: Response,
  onChanges: (changes: readonly Change[], end: string | null) => Promise<void>,
  renew: () => void,
) {
  const { changeFromFeedLine } = await loadWire()
  const loadEnd = response.headers.get(LOAD_HEADER)
  let piece: Change[] = []
  let cards = 0
  let cursor: string | null = null
  let digest = response.headers.get(DIGEST_HEADER)
  for await (const lines of linesOf(chunksOf(response, renew)))
    for (const text of lines) {
      if (text === '') continue
      const line = parsed(text) as FeedLine | undefined
      if (line === undefined) return blocked(200)
      const change = changeFromFeedLine(line)
      if (change !== null) piece.push(change)
      else if ('cursor' in line) {
        cursor = line.cursor
        if (line.has_newer_rows === true) digest = null
      }
      const isCard = change?.kind === 'card'
      if (isCard) cards++
      if (piece.length === PIECE || (isCard && cards === FIRST_CARDS)) {
        await onChanges(piece, loadEnd)
        piece = []
      }
    }
  const end = cursor === null ? null : parseCursor(cursor)
  if (cursor === null || end === null)
    return { kind: 'later' as const, wait: null, trouble: { kind: 'unreachable', status: null } as const }
  await onChanges(piece, loadEnd)
  return { kind: 'done' as const, cursor, seq: end.seq, digest }
}
