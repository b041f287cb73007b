import type { Activity } from './activity.ts'
import type { Coverage } from './coverage.ts'
import type { Dice } from './dice.ts'
import type { VirtualClock } from './virtual-clock.ts'
import { type Hint, VirtualEvents } from './virtual-events.ts'

/** The server's handler, which the network calls. */
export type Serve = (request: {
  readonly method: string
  readonly address: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}) => Promise<{ readonly status: number; readonly headers: Record<string, string>; readonly body: string }>

type Served = Awaited<ReturnType<Serve>>

/** Probabilities of failures, from 0 to 1. */
export interface Weather {
  /** The request never arrives. */
  readonly lost: number
  /** The server carries it out, but its answer never arrives. */
  readonly cutAfterCommit: number
  /** The request arrives twice. */
  readonly duplicated: number
  /** The answer is cut off. */
  readonly cutAnswer: number
  /** The server answers 503. */
  readonly refused: number
  /** The request hangs without an answer; half of the time the server carried it out. */
  readonly hung: number
  /** A proxy answers with its own page; half of the time the server carried out the request. */
  readonly gateway: number
  /** The server carries out only the first changes of a push, and answers only those. */
  readonly split: number
  /** The request kills the server, before or after its commit, and the server restarts. */
  readonly killed: number
  /** An event never arrives. */
  readonly eventLost: number
  /** An event is delayed until there are more, for up to half a minute. */
  readonly eventBuffered: number
  /** Most ms per direction; answers may overtake each other. */
  readonly delay: number
}

export const FINE: Weather = {
  lost: 0,
  cutAfterCommit: 0,
  duplicated: 0,
  cutAnswer: 0,
  refused: 0,
  hung: 0,
  gateway: 0,
  split: 0,
  killed: 0,
  eventLost: 0,
  eventBuffered: 0,
  delay: 20,
}
export const ROUGH: Weather = {
  lost: 0.1,
  cutAfterCommit: 0.1,
  duplicated: 0.1,
  cutAnswer: 0.1,
  refused: 0.05,
  hung: 0,
  gateway: 0,
  split: 0.1,
  killed: 0.004,
  eventLost: 0.2,
  eventBuffered: 0.2,
  delay: 2_000,
}

/** Like `ROUGH`; also requests hang, and proxies answer with pages of their own. */
export const BLOCKED: Weather = { ...ROUGH, hung: 0.08, gateway: 0.2 }

/** ms over which requests are counted. */
const COUNTED_OVER_MS = 10_000

/** The network between devices and the server. Requests reach the server one at a time, in order of arrival. */
export class VirtualNetwork {
  readonly #clock: VirtualClock
  readonly #dice: Dice
  readonly #activity: Activity
  readonly #serve: Serve
  readonly #saw: Coverage['saw']
  readonly #kill: () => Promise<void>
  readonly events: VirtualEvents
  #lastSent = 0
  #lastArrived = 0
  weather: Weather = FINE
  /**
   * Whether a change was blocked, by a proxy or because a restore lost its card, so that others were sent before
   * it.
   */
  hasBlocked = false
  /** Requests in the present period, and the most in any period. */
  #inSpan = { at: 0, requests: 0 }
  mostInSpan = 0

  constructor(parts: {
    clock: VirtualClock
    dice: Dice
    activity: Activity
    serve: Serve
    saw: Coverage['saw']
    /** Kills and restarts the server. */
    kill: () => Promise<void>
    seqs: () => Promise<readonly Hint[]>
  }) {
    this.#clock = parts.clock
    this.#dice = parts.dice
    this.#activity = parts.activity
    this.#serve = parts.serve
    this.#saw = parts.saw
    this.#kill = parts.kill
    this.events = new VirtualEvents({ ...parts, weather: () => this.weather })
  }

  /** A device's `fetch`. `isOnline` is checked when a request is sent and when its answer arrives. */
  fetchOf(isOnline: () => boolean, isAlive: () => boolean) {
    return async (address: string, init: RequestInit): Promise<Response> => {
      const request = {
        method: init.method ?? 'GET',
        address,
        headers: init.headers as Record<string, string>,
        body: init.body as string | undefined,
      }
      const signal = init.signal ?? null
      // The request waited too long for a token, and is never sent.
      if (signal?.aborted === true) throw new DOMException('aborted', 'AbortError')
      const exchange = address.endsWith('/sync/events')
        ? this.#travel().then(() => this.events.opened(isOnline, isAlive, signal))
        : this.#exchange(request, isOnline)
      const answer = await aborting(exchange, signal)
      // A dead tab gets no answer.
      if (!isAlive()) return new Promise(() => {})
      return answer
    }
  }

  async #exchange(request: Request, isOnline: () => boolean): Promise<Response> {
    const { weather } = this
    const order = ++this.#lastSent
    const at = Math.floor(this.#clock.now() / COUNTED_OVER_MS)
    this.#inSpan = { at, requests: at === this.#inSpan.at ? this.#inSpan.requests + 1 : 1 }
    this.mostInSpan = Math.max(this.mostInSpan, this.#inSpan.requests)
    // A device sends an empty push before it blocks a change.
    if (isPush(request.address) && request.body === '[]') this.hasBlocked = true
    await this.#travel()
    if (!isOnline()) this.#saw('partition')
    if (!isOnline() || this.#isLucky(weather.lost)) throw new TypeError('fetch failed')
    if (this.#isLucky(weather.refused))
      return response({ status: 503, headers: {}, body: '{"msg":"busy"}' }, null)
    const fate = this.#fate()
    if (fate !== null && this.#dice.isLuckyIn(0.5)) return this.#meet(fate)
    if (order < this.#lastArrived) this.#saw('requests out of order')
    this.#lastArrived = Math.max(order, this.#lastArrived)
    const answer = await this.#served(this.#maybeSplit(request))
    if (fate !== null) return this.#meet(fate)
    await this.#travel()
    if (!isOnline() || this.#isLucky(weather.cutAfterCommit)) {
      if (isPush(request.address)) this.#saw('answer cut after commit')
      throw new TypeError('network error')
    }
    const isCut = this.#isLucky(weather.cutAnswer)
    return response(answer, isCut ? this.#dice.upTo(answer.body.length + 1) : null)
  }

  async #served(request: Request): Promise<Served> {
    const answer = await this.#activity.during(() => this.#serve(request))
    if (this.#isLucky(this.weather.duplicated)) {
      this.#saw('request doubled')
      await this.#activity.during(() => this.#serve(request))
    }
    this.#sawAnswer(request.address, answer)
    if (request.method !== 'GET') await this.events.serverMoved()
    return answer
  }

  /** What happens to a request that gets no answer from the server; null: it gets one. */
  #fate(): Fate | null {
    const { hung, gateway, killed } = this.weather
    if (this.#isLucky(hung)) return 'request hung'
    if (this.#isLucky(gateway)) return 'gateway answered'
    return this.#isLucky(killed) ? 'server killed' : null
  }

  async #meet(fate: Fate): Promise<Response> {
    this.#saw(fate)
    if (fate === 'request hung') return new Promise(() => {})
    if (fate === 'gateway answered') {
      this.hasBlocked = true
      return gatewayAnswer(this.#dice)
    }
    await this.#activity.during(this.#kill)
    throw new TypeError('network error')
  }

  /**
   * Sometimes cuts a push, so that the server carries out only its first changes, as if it had stopped in
   * between.
   */
  #maybeSplit(request: Request): Request {
    if (!isPush(request.address) || !this.#isLucky(this.weather.split)) return request
    const calls = JSON.parse(request.body ?? '[]') as unknown[]
    if (calls.length < 2) return request
    this.#saw('push answered in part')
    return { ...request, body: JSON.stringify(calls.slice(0, this.#dice.between(1, calls.length - 1))) }
  }

  /** Uses random numbers only for events that can happen in this weather, so that seeds keep their stories. */
  #isLucky(chance: number): boolean {
    return chance > 0 && this.#dice.isLuckyIn(chance)
  }

  #sawAnswer(address: string, { status, body }: Served): void {
    if (isPush(address) && body.includes('"command":"awaited"')) {
      this.hasBlocked = true
      this.#saw('change awaits a lost row')
    }
    if (isPush(address) && body.includes('"status":500')) {
      this.hasBlocked = true
      this.#saw('server fails for a change')
    }
    if (status === 410) this.#saw('resync')
    if (status === 200 && address.endsWith('/user/renew-access-token')) this.#saw('token expired')
  }

  #travel(): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.after(this.#dice.upTo(this.weather.delay), resolve)
    })
  }
}

/** @param address with or without the epoch that the device knows */
function isPush(address: string): boolean {
  return address.includes('/sync/push')
}

type Request = Parameters<Serve>[0]
type Fate = 'request hung' | 'gateway answered' | 'server killed'

/** An answer of a proxy, firewall or captive portal, without the server's mark. */
function gatewayAnswer(dice: Dice): Response {
  const status = dice.pick([400, 401, 403, 404, 405, 410, 413, 429, 500, 502, 504])
  const headers = { 'content-type': 'text/html' }
  return response({ status, headers, body: `<html><h1>${status}</h1></html>` }, null)
}

/** @param cutAt number of characters after which the connection breaks; null: never */
function response({ status, headers, body }: Served, cutAt: number | null): Response {
  if (cutAt === null) return new Response(body, { status, headers })
  const text = new TextEncoder().encode(body).slice(0, cutAt)
  let isRead = false
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isRead) controller.error(new TypeError('network error'))
      else controller.enqueue(text)
      isRead = true
    },
  })
  return new Response(stream, { status, headers })
}

function aborting<T>(work: Promise<T>, signal: AbortSignal | null): Promise<T> {
  if (signal === null) return work
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    work.then(resolve, reject)
  })
}
