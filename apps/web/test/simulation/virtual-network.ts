import type { Activity } from './activity.ts'
import type { Coverage } from './coverage.ts'
import type { Dice } from './dice.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** The server as the network knows it. */
export type Serve = (request: {
  readonly method: string
  readonly address: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}) => Promise<{ readonly status: number; readonly headers: Record<string, string>; readonly body: string }>

type Served = Awaited<ReturnType<Serve>>

/** How bad it is, as chances from 0 to 1. */
export interface Weather {
  /** The request never arrives. */
  readonly lost: number
  /** The server did it, and its answer never arrives. */
  readonly cutAfterCommit: number
  /** The request arrives twice. */
  readonly duplicated: number
  /** The answer breaks off in the middle. */
  readonly cutAnswer: number
  /** The server says 503. */
  readonly refused: number
  /** Each way takes up to this long, in ms; answers overtake each other by it. */
  readonly delay: number
}

export const FINE: Weather = {
  lost: 0,
  cutAfterCommit: 0,
  duplicated: 0,
  cutAnswer: 0,
  refused: 0,
  delay: 20,
}
export const ROUGH: Weather = {
  lost: 0.1,
  cutAfterCommit: 0.1,
  duplicated: 0.1,
  cutAnswer: 0.1,
  refused: 0.05,
  delay: 2_000,
}

/** What lies between devices and the server. Requests reach the server one at a time, in the order of their arrival. */
export class VirtualNetwork {
  readonly #clock: VirtualClock
  readonly #dice: Dice
  readonly #activity: Activity
  readonly #serve: Serve
  readonly #saw: Coverage['saw']
  #lastSent = 0
  #lastArrived = 0
  weather: Weather = FINE

  constructor(parts: {
    clock: VirtualClock
    dice: Dice
    activity: Activity
    serve: Serve
    saw: Coverage['saw']
  }) {
    this.#clock = parts.clock
    this.#dice = parts.dice
    this.#activity = parts.activity
    this.#serve = parts.serve
    this.#saw = parts.saw
  }

  /** What `fetch` is on a device. `isOnline` is asked when a request leaves and when its answer comes. */
  fetchOf(isOnline: () => boolean, isAlive: () => boolean) {
    return async (address: string, init: RequestInit): Promise<Response> => {
      const request = {
        method: init.method ?? 'GET',
        address,
        headers: init.headers as Record<string, string>,
        body: init.body as string | undefined,
      }
      const answer = await aborting(this.#exchange(request, isOnline), init.signal ?? null)
      // Whoever is dead hears nothing any more.
      if (!isAlive()) return new Promise(() => {})
      return answer
    }
  }

  async #exchange(request: Parameters<Serve>[0], isOnline: () => boolean): Promise<Response> {
    const { weather } = this
    const order = ++this.#lastSent
    await this.#travel()
    if (!isOnline()) this.#saw('partition')
    if (!isOnline() || this.#dice.isLuckyIn(weather.lost)) throw new TypeError('fetch failed')
    if (this.#dice.isLuckyIn(weather.refused))
      return response({ status: 503, headers: {}, body: '{"msg":"busy"}' }, null)
    if (order < this.#lastArrived) this.#saw('requests out of order')
    this.#lastArrived = Math.max(order, this.#lastArrived)
    const answer = await this.#activity.during(() => this.#serve(request))
    if (this.#dice.isLuckyIn(weather.duplicated)) {
      this.#saw('request doubled')
      await this.#activity.during(() => this.#serve(request))
    }
    this.#sawAnswer(request.address, answer.status)
    await this.#travel()
    if (!isOnline() || this.#dice.isLuckyIn(weather.cutAfterCommit)) {
      if (request.address.endsWith('/sync/push')) this.#saw('answer cut after commit')
      throw new TypeError('network error')
    }
    const isCut = this.#dice.isLuckyIn(weather.cutAnswer)
    return response(answer, isCut ? this.#dice.upTo(answer.body.length + 1) : null)
  }

  #sawAnswer(address: string, status: number): void {
    if (status === 410) this.#saw('resync')
    if (status === 200 && address.endsWith('/user/renew-access-token')) this.#saw('token expired')
  }

  #travel(): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.after(this.#dice.upTo(this.weather.delay), resolve)
    })
  }
}

/** @param cutAt after so many characters the connection breaks */
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
