import type { Activity } from './activity.ts'
import type { Coverage } from './coverage.ts'
import type { Dice } from './dice.ts'
import type { VirtualClock } from './virtual-clock.ts'
import type { Weather } from './virtual-network.ts'

/** A line of the event stream. */
export interface Hint {
  readonly workspace_id: string
  readonly seq: number
}

interface Stream {
  readonly isOpen: () => boolean
  readonly write: (text: string) => void
}

/** Most ms by which a proxy delays an event. */
const BUFFERED_FOR_MS = 30_000

/** Event streams between devices and the server. Hints may be late, batched, or lost. */
export class VirtualEvents {
  readonly #clock: VirtualClock
  readonly #dice: Dice
  readonly #activity: Activity
  readonly #saw: Coverage['saw']
  readonly #seqs: () => Promise<readonly Hint[]>
  readonly #weather: () => Weather
  #streams: Stream[] = []
  readonly #told = new Map<string, number>()

  constructor(parts: {
    clock: VirtualClock
    dice: Dice
    activity: Activity
    saw: Coverage['saw']
    seqs: () => Promise<readonly Hint[]>
    weather: () => Weather
  }) {
    this.#clock = parts.clock
    this.#dice = parts.dice
    this.#activity = parts.activity
    this.#saw = parts.saw
    this.#seqs = parts.seqs
    this.#weather = parts.weather
  }

  opened(isOnline: () => boolean, isAlive: () => boolean, signal: AbortSignal | null): Response {
    if (!isOnline()) throw new TypeError('fetch failed')
    const encoder = new TextEncoder()
    let isEnded = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        signal?.addEventListener('abort', () => {
          if (!isEnded) controller.error(new DOMException('aborted', 'AbortError'))
          isEnded = true
        })
        this.#streams.push({
          isOpen: () => !isEnded && isAlive() && isOnline(),
          write: (text) => controller.enqueue(encoder.encode(text)),
        })
      },
    })
    return new Response(body, { status: 200 })
  }

  /** Sends hints to all streams about changed workspaces. */
  async serverMoved(): Promise<void> {
    for (const hint of await this.#activity.during(this.#seqs)) {
      if (this.#told.get(hint.workspace_id) === hint.seq) continue
      this.#told.set(hint.workspace_id, hint.seq)
      this.#streams = this.#streams.filter(({ isOpen }) => isOpen())
      for (const stream of this.#streams) this.#tell(stream, `data: ${JSON.stringify(hint)}\n\n`)
    }
  }

  #tell(stream: Stream, text: string): void {
    const { eventLost, eventBuffered, delay } = this.#weather()
    if (eventLost > 0 && this.#dice.isLuckyIn(eventLost)) {
      this.#saw('event lost')
      return
    }
    const isBuffered = eventBuffered > 0 && this.#dice.isLuckyIn(eventBuffered)
    if (isBuffered) this.#saw('event buffered')
    this.#clock.after(this.#dice.upTo(isBuffered ? BUFFERED_FOR_MS : delay), () => {
      if (!stream.isOpen()) return
      this.#saw('event heard')
      stream.write(text)
    })
  }
}
