import type { SyncState } from '../replica.ts'
import { Backoff } from './backoff.ts'
import type { ReplicaPorts } from './ports.ts'
import type { PullOutcome } from './puller.ts'
import type { SendOutcome } from './sender.ts'

/** Missed hints are repaired at the latest after this long. ms */
const POLL = 60_000

/** What the loop calls; each call does one thing and says how it went. */
export interface LoopParts {
  readonly ports: ReplicaPorts
  readonly send: () => Promise<SendOutcome>
  readonly pull: () => Promise<PullOutcome>
  readonly refreshAccount: () => Promise<'done' | 'later'>
  readonly hasWaiting: () => boolean
  /** Something new is in the store. */
  readonly onNews: () => void
  /** `phase` may have changed. */
  readonly onChange: () => void
}

/**
 * Decides when to send and when to pull: at once where something is wanted, later after a failure, every
 * minute anyway. One round at a time; what is wanted during a round makes another one.
 */
export class SyncLoop {
  readonly #parts: LoopParts
  readonly #backoff: Backoff
  #wantsSend = false
  #wantsPull = false
  #wantsAccount = false
  #isRunning = false
  #isStopped = true
  #trouble: 'none' | 'later' | 'signed-out' = 'none'
  #cancelRetry: (() => void) | null = null
  #cancelPoll: (() => void) | null = null

  constructor(parts: LoopParts) {
    this.#parts = parts
    this.#backoff = new Backoff(parts.ports.chance)
  }

  start(): void {
    this.#isStopped = false
    this.#wantsSend = true
    this.nudge()
    this.#poll()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelRetry?.()
    this.#cancelPoll?.()
  }

  /** A change waits. After a failure it waits for the next try. */
  wantSend(): void {
    this.#wantsSend = true
    if (this.#trouble === 'none') this.#run()
  }

  wantSendIfWaiting(): void {
    if (this.#parts.hasWaiting()) this.wantSend()
  }

  /** The server says that the workspace has moved on. */
  hint(): void {
    this.#wantsPull = true
    if (this.#trouble === 'none') this.#run()
  }

  /** The server says that the settings or the list of workspaces have changed. */
  hintAccount(): void {
    this.#wantsAccount = true
    if (this.#trouble === 'none') this.#run()
  }

  /** The focus, the network or the session is back: try everything now. */
  nudge(): void {
    this.#wantsPull = true
    this.#wantsAccount = true
    if (this.#parts.hasWaiting()) this.#wantsSend = true
    this.#backoff.reset()
    this.#cancelRetry?.()
    this.#cancelRetry = null
    this.#run()
  }

  phase(hasNoCopy: boolean, waiting: number): SyncState['phase'] {
    if (this.#trouble === 'signed-out') return 'paused-signed-out'
    if (this.#trouble === 'later') return 'waiting-for-network'
    if (hasNoCopy) return 'first-load'
    return waiting > 0 ? 'saving' : 'saved'
  }

  #poll(): void {
    this.#cancelPoll = this.#parts.ports.clock.after(POLL, () => {
      this.nudge()
      this.#poll()
    })
  }

  async #run(): Promise<void> {
    if (this.#isRunning || this.#isStopped) return
    this.#isRunning = true
    try {
      while (!this.#isStopped && (this.#wantsSend || this.#wantsPull || this.#wantsAccount)) {
        const failure = await this.#round()
        this.#setTrouble(failure?.kind ?? 'none')
        if (failure === null) this.#backoff.reset()
        else return this.#retry(failure)
      }
    } finally {
      this.#isRunning = false
    }
  }

  /** What could not be done now stays wanted. */
  async #round(): Promise<Failure | null> {
    const wantsSend = this.#wantsSend
    const wantsPull = this.#wantsPull
    const wantsAccount = this.#wantsAccount
    this.#wantsSend = this.#wantsPull = this.#wantsAccount = false
    const sent = wantsSend ? await this.#guarded(this.#parts.send) : null
    if (sent !== null && sent.kind !== 'done') this.#wantsSend = true
    const pulled =
      wantsPull || (sent?.kind === 'done' && sent.hasSent) ? await this.#guarded(this.#parts.pull) : null
    if (pulled?.kind === 'later' || pulled?.kind === 'signed-out') this.#wantsPull = true
    if (pulled?.kind === 'done' && pulled.isNew) this.#parts.onNews()
    const account =
      wantsAccount || pulled?.kind === 'refused' ? await this.#guarded(this.#parts.refreshAccount) : 'done'
    if (account !== 'done') this.#wantsAccount = true
    return failureOf(sent) ?? failureOf(pulled) ?? (account === 'done' ? null : { kind: 'later', wait: null })
  }

  /** An error of the storage counts as a failure that may pass; one that should not happen is logged. */
  async #guarded<T>(act: () => Promise<T>): Promise<T | { readonly kind: 'later'; readonly wait: null }> {
    try {
      return await act()
    } catch (failure) {
      if (!this.#isStopped && !isNoRoom(failure)) console.error(failure)
      return { kind: 'later', wait: null }
    }
  }

  #retry(failure: Failure): void {
    if (this.#isStopped) return
    this.#cancelRetry?.()
    this.#cancelRetry = this.#parts.ports.clock.after(this.#backoff.next(failure.wait), () => {
      this.#cancelRetry = null
      this.#run()
    })
  }

  #setTrouble(trouble: 'none' | 'later' | 'signed-out'): void {
    const hasChanged = trouble !== this.#trouble
    this.#trouble = trouble
    if (hasChanged) this.#parts.onChange()
  }
}

/** The browser has no room left for rows: it may have some later. */
function isNoRoom(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'QuotaExceededError'
}

interface Failure {
  readonly kind: 'later' | 'signed-out'
  readonly wait: number | null
}

function failureOf(outcome: SendOutcome | PullOutcome | 'later' | null): Failure | null {
  if (outcome === 'later') return { kind: 'later', wait: null }
  if (outcome?.kind === 'later') return { kind: 'later', wait: outcome.wait }
  return outcome?.kind === 'signed-out' ? { kind: 'signed-out', wait: null } : null
}
