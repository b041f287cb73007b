import type { Trouble } from '../../session/trouble.ts'
import { isStorageFull } from '../indexed-db.ts'
import type { SyncState } from '../replica.ts'
import { Backoff } from './backoff.ts'
import type { Blocked } from './blocked-changes.ts'
import type { NotNow } from './network.ts'
import type { ReplicaPorts } from './ports.ts'
import type { PullOutcome } from './puller.ts'
import type { SendOutcome } from './sender.ts'

/** ms between polls, in case a hint was missed. */
const POLL_EVERY_MS = 60_000

interface LoopParts {
  readonly ports: ReplicaPorts
  readonly send: () => Promise<SendOutcome>
  readonly pull: () => Promise<PullOutcome>
  readonly refreshAccount: () => Promise<{ readonly kind: 'done' } | NotNow>
  readonly hasWaiting: () => boolean
  readonly onStoreChange: () => void
  /** Called when a round succeeds after one that failed. */
  readonly onReached: () => void
  /** Called when `phase` may have changed. */
  readonly onChange: () => void
}

/**
 * Decides when to send and when to pull: at once when asked, after a backoff on failure, and every minute anyway.
 * One round at a time. A request during a round causes another one.
 */
export class SyncLoop {
  readonly #parts: LoopParts
  readonly #backoff: Backoff
  #wantsSend = false
  #wantsPull = false
  #wantsAccount = false
  #isRunning = false
  #isStopped = true
  #failure: NotNow | null = null
  #blocked: Blocked | null = null
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

  /** Asks for a push, because a change is pending. After a failure it waits for the next attempt. */
  wantSend(): void {
    this.#wantsSend = true
    if (this.#failure === null) this.#run()
  }

  wantSendIfWaiting(): void {
    if (this.#parts.hasWaiting()) this.wantSend()
  }

  /** Asks for a pull: the server has newer rows of the workspace. */
  hint(): void {
    this.#wantsPull = true
    if (this.#failure === null) this.#run()
  }

  /** Asks for a pull of the account: the server has newer settings or workspaces. */
  hintAccount(): void {
    this.#wantsAccount = true
    if (this.#failure === null) this.#run()
  }

  /** Pushes and pulls all now: the focus, the network or the session is back. */
  nudge(): void {
    this.#wantsPull = true
    this.#wantsAccount = true
    if (this.#parts.hasWaiting()) this.#wantsSend = true
    this.#backoff.reset()
    this.#cancelRetry?.()
    this.#cancelRetry = null
    this.#run()
  }

  /** Ends the wait after a failure, because another tab has reached the server. */
  reachedElsewhere(): void {
    if (this.#failure?.kind === 'later') this.nudge()
  }

  phase(hasNoCopy: boolean, waiting: number): SyncState['phase'] {
    if (this.#failure?.kind === 'signed-out') return 'paused-signed-out'
    if (this.#failure?.kind === 'later') return 'waiting-to-retry'
    if (hasNoCopy) return 'first-load'
    if (this.#stillBlocked !== null && waiting <= this.#stillBlocked.count) return 'waiting-to-retry'
    return waiting > 0 ? 'saving' : 'saved'
  }

  /** Why the last round failed, or why changes are blocked; null: no problem. */
  get trouble(): Trouble | null {
    return this.#failure?.kind === 'later' ? this.#failure.trouble : (this.#stillBlocked?.trouble ?? null)
  }

  /** Number of blocked changes. The next poll tries them again. */
  get blocked(): number {
    return this.#stillBlocked?.count ?? 0
  }

  /** Null: no change is blocked, or another tab has sent them. */
  get #stillBlocked(): Blocked | null {
    return this.#parts.hasWaiting() ? this.#blocked : null
  }

  #poll(): void {
    this.#cancelPoll = this.#parts.ports.clock.after(POLL_EVERY_MS, () => {
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
        this.#setFailure(failure)
        if (failure === null) this.#backoff.reset()
        else return this.#retry(failure)
      }
    } finally {
      this.#isRunning = false
    }
  }

  /** Runs one round. A step that fails stays requested. */
  async #round(): Promise<NotNow | null> {
    const wantsSend = this.#wantsSend
    const wantsPull = this.#wantsPull
    const wantsAccount = this.#wantsAccount
    this.#wantsSend = this.#wantsPull = this.#wantsAccount = false
    const sent = wantsSend ? await this.#guarded(this.#parts.send) : null
    if (sent !== null && sent.kind !== 'done') this.#wantsSend = true
    if (sent?.kind === 'done') this.#setHeldBack(sent.blocked)
    const pulled =
      wantsPull || (sent?.kind === 'done' && sent.hasSent) ? await this.#guarded(this.#parts.pull) : null
    if (notNowOf(pulled) !== null) this.#wantsPull = true
    if (pulled?.kind === 'done' && pulled.isNew) {
      this.#parts.onStoreChange()
      // The pulled rows may include the card that a change waits for.
      if (this.#stillBlocked?.trouble.kind === 'awaited') this.#wantsSend = true
    }
    const account =
      wantsAccount || pulled?.kind === 'refused' ? await this.#guarded(this.#parts.refreshAccount) : null
    if (notNowOf(account) !== null) this.#wantsAccount = true
    return notNowOf(sent) ?? notNowOf(pulled) ?? notNowOf(account)
  }

  /** Runs a step. An error of the storage counts as a failure that is retried; an unexpected error is logged. */
  async #guarded<T>(act: () => Promise<T>): Promise<T | NotNow> {
    try {
      return await act()
    } catch (failure) {
      if (!this.#isStopped && !isStorageFull(failure)) console.error(failure)
      return { kind: 'later', wait: null, trouble: { kind: 'device', status: null } }
    }
  }

  #retry(failure: NotNow): void {
    if (this.#isStopped) return
    this.#cancelRetry?.()
    const wait = this.#backoff.next(failure.kind === 'later' ? failure.wait : null)
    this.#cancelRetry = this.#parts.ports.clock.after(wait, () => {
      this.#cancelRetry = null
      this.#run()
    })
  }

  #setHeldBack(blocked: Blocked | null): void {
    const hasChanged = JSON.stringify(blocked) !== JSON.stringify(this.#blocked)
    this.#blocked = blocked
    if (hasChanged) this.#parts.onChange()
  }

  #setFailure(failure: NotNow | null): void {
    const hasChanged = JSON.stringify(failure) !== JSON.stringify(this.#failure)
    this.#failure = failure
    if (hasChanged) this.#parts.onChange()
    if (hasChanged && failure === null) this.#parts.onReached()
  }
}

/** Null: not a failure that is retried. */
function notNowOf(outcome: { readonly kind: string } | NotNow | null): NotNow | null {
  return outcome !== null && isNotNow(outcome) ? outcome : null
}

function isNotNow(outcome: { readonly kind: string }): outcome is NotNow {
  return outcome.kind === 'later' || outcome.kind === 'signed-out'
}
