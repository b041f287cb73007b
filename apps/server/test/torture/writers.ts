import { setTimeout } from 'node:timers/promises'
import { request } from '../support/node.ts'

export interface Sent {
  readonly content: string
  /** ms since 1970, by the writer's clock. */
  readonly sentAt: number
  acknowledgedAt: number | null
  /** The sequence number in its answer. */
  seq: number | null
}

/** The server's rows compared with what was sent. */
export interface Verdict {
  readonly acknowledged: number
  /** Acknowledged, but missing. */
  readonly lost: number
  /** Stored more than once. */
  readonly twice: number
  /** Stored without its subnotes. */
  readonly halfDone: number
}

/** ms between two attempts, and ms after which an answer counts as lost. */
const ATTEMPT_PAUSE_MS = 30
const ATTEMPT_MS = 4_000

/** People who write cards concurrently, each under a key, and retry until the card is acknowledged. */
export class Writers {
  readonly sent: Sent[] = []
  readonly #name: string
  readonly #token: string
  readonly #count: number
  #api: string
  #isOver = false
  #running: Promise<void>[] = []
  #nextRound = 0

  /** @param name start of each card's text */
  constructor(name: string, token: string, api: string, count: number) {
    this.#name = name
    this.#token = token
    this.#api = api
    this.#count = count
  }

  get acknowledged(): number {
    return this.sent.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length
  }

  /** Sends to another address from now on. */
  reach(api: string): void {
    this.#api = api
  }

  start(): void {
    this.#isOver = false
    const round = this.#nextRound++
    this.#running = Array.from({ length: this.#count }, (_, writer) => this.#write(round, writer))
  }

  /** Resolves when running attempts have ended. */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#running)
  }

  /** Sends unacknowledged cards again under their keys. Rejects after `within` ms. */
  async settle(within: number): Promise<void> {
    const end = Date.now() + within
    for (const card of this.sent)
      while (card.acknowledgedAt === null) {
        if (Date.now() > end) throw new Error(`${card.content} was not acknowledged within ${within} ms.`)
        if (!(await this.#send(card))) await setTimeout(ATTEMPT_PAUSE_MS)
      }
  }

  /** Compares the acknowledged cards with the server's rows. Call it after `settle`. */
  async judge(): Promise<Verdict> {
    const pulled = await fetch(`${this.#api}/sync/pull`, { headers: this.#headers })
    if (pulled.status !== 200) throw new Error(`The rows were refused with ${pulled.status}.`)
    const found = new Map<string, { times: number; subnotes: number }>()
    for (const line of (await pulled.text()).split('\n')) {
      const row = line === '' ? null : (JSON.parse(line) as Line).row
      if (row?.content === undefined) continue
      const times = (found.get(row.content)?.times ?? 0) + 1
      found.set(row.content, { times, subnotes: row.titles?.length ?? 0 })
    }
    const acknowledged = this.sent.filter(({ acknowledgedAt }) => acknowledgedAt !== null)
    return {
      acknowledged: acknowledged.length,
      lost: acknowledged.filter(({ content }) => !found.has(content)).length,
      twice: [...found.values()].filter(({ times }) => times > 1).length,
      halfDone: [...found.values()].filter(({ subnotes }) => subnotes !== 2).length,
    }
  }

  async #write(round: number, writer: number): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      const content = `${this.#name} in round ${round}: card ${writer}.${n}`
      const card: Sent = { content, sentAt: Date.now(), acknowledgedAt: null, seq: null }
      this.sent.push(card)
      while (!(await this.#send(card))) {
        if (this.#isOver) return
        await setTimeout(ATTEMPT_PAUSE_MS)
      }
    }
  }

  /** Sends a card. False: not acknowledged, so it must be sent again. */
  async #send(card: Sent): Promise<boolean> {
    const newEntity = { type: 'note', content: card.content, titles: [{ text: 'one' }, { text: 'two' }] }
    const attempt = request(
      this.#api,
      'POST',
      '/entity/create-one',
      { newEntity },
      {
        ...this.#headers,
        'idempotency-key': card.content.replaceAll(' ', '-'),
      },
    ).catch(() => null)
    const answer = await Promise.race([attempt, setTimeout(ATTEMPT_MS, null, { ref: false })])
    if (answer === null || answer.status >= 500 || answer.status === 409) return false
    if (answer.status !== 200) throw new Error(`${card.content} was refused: ${JSON.stringify(answer.body)}`)
    card.acknowledgedAt = Date.now()
    card.seq = answer.body.seq
    return true
  }

  get #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}` }
  }
}

interface Line {
  readonly row?: { readonly content?: string; readonly titles?: readonly unknown[] }
}
