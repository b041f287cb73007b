/** What the replica needs of the world. The browser's are in `browser-ports.ts`; the simulation has its own. */
export interface ReplicaPorts {
  readonly clock: Clock
  readonly chance: Chance
  readonly locks: Locks
  readonly channel: Channel
  /** Lets messages in between two pieces of work. */
  readonly yieldToEventLoop: () => Promise<void>
}

export interface Clock {
  /** ms since 1970 by this device, which may be off by any amount: used for display and for order here only. */
  now(): number
  /** Calls `act` once, `ms` later; the answer cancels it. */
  after(ms: number, act: () => void): () => void
}

export interface Chance {
  bytes(length: number): Uint8Array
  /** From 0 up to, not including, 1. */
  fraction(): number
}

/**
 * Mutual exclusion over all tabs of one browser, where the browser has it. A lock ends with its holder, however that
 * ends. It saves requests; what must not happen twice is seen to by the store's transactions and the server's keys.
 */
export interface Locks {
  hold<T>(name: string, act: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** What tabs of one user on one device tell each other. */
export type TabMessage =
  /** The storage holds something new. */
  | { readonly kind: 'read-again' }
  /** Something is in the outbox: a tab that can should send it. */
  | { readonly kind: 'send' }
  /** The copy on this device is being removed: close it. */
  | { readonly kind: 'wiped' }

/** Tells the other tabs; never the one that posts. */
export interface Channel {
  post(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): () => void
  close(): void
}

/** A promise for a pause, by the given clock. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve)
  })
}
