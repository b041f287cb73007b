/** The environment of the replica. `browser-ports.ts` has the browser's, the simulation its own. */
export interface ReplicaPorts {
  readonly clock: Clock
  readonly chance: Chance
  readonly locks: Locks
  readonly channel: Channel
  /** Yields to the event loop, so that messages are handled in between. */
  readonly yieldToEventLoop: () => Promise<void>
}

export interface Clock {
  /** ms since 1970, see `ServerClock`. It may be wrong, so it is used only for display and local order. */
  now(): number
  /** Returns a function that cancels it. */
  after(ms: number, act: () => void): () => void
}

export interface Chance {
  bytes(length: number): Uint8Array
  /** From 0 to below 1. */
  fraction(): number
}

/**
 * Mutual exclusion across all tabs of a browser, if the browser has Web Locks. A lock is released when its holder
 * ends in any way. Locks only save requests: correctness comes from the store's transactions and the server's
 * idempotency keys.
 */
export interface Locks {
  hold<T>(name: string, act: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/** Messages between the tabs of one user on one device. */
export type TabMessage =
  | { readonly kind: 'read-again' }
  /** The server is reachable again, so don't wait for the next attempt. */
  | { readonly kind: 'reached' }
  /** The copy is being removed, so close the database. */
  | { readonly kind: 'wiped' }

/** Posts to the other tabs. */
export interface Channel {
  post(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): () => void
  close(): void
}

/** Resolves after `ms` by the given clock. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve)
  })
}
