/** The environment of the replica. `browser-ports.ts` implements it for browsers; the simulation has its own. */
export interface ReplicaPorts {
  readonly clock: Clock
  readonly chance: Chance
  readonly locks: Locks
  readonly channel: Channel
  /** Yields to the event loop, so that messages are handled between two pieces of work. */
  readonly yieldToEventLoop: () => Promise<void>
}

export interface Clock {
  /** ms since 1970, see `ServerClock`. It may be wrong: only for display and local order. */
  now(): number
  /** Returns the function that cancels it. */
  after(ms: number, act: () => void): () => void
}

export interface Chance {
  bytes(length: number): Uint8Array
  /** 0 up to, but excluding, 1. */
  fraction(): number
}

/**
 * Mutual exclusion over all tabs of one browser, where the browser has it. A lock is released when its holder ends in
 * any way. Locks save requests. Correctness rests on the store's transactions and the server's idempotency keys.
 */
export interface Locks {
  hold<T>(name: string, act: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** Messages between the tabs of one user on one device. */
export type TabMessage =
  | { readonly kind: 'read-again' }
  /** The server is reachable again: don't wait for the next attempt. */
  | { readonly kind: 'reached' }
  /** The copy is being removed: close the database. */
  | { readonly kind: 'wiped' }

/** Posts to the other tabs. */
export interface Channel {
  post(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): () => void
  close(): void
}

/** Returns a promise that resolves after a pause, by the given clock. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve)
  })
}
