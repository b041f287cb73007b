/** The session's dependencies. `browser-ports.ts` has those of the browser. */
export interface SessionPorts {
  readonly storage: Storage
  /** ms since 1970. */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
  /** The base address of calls, without a slash at the end: `/api`. */
  readonly apiBase: string
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>
  /** Returns a signal that aborts after this many ms. Every request has one. */
  readonly timeLimit: (ms: number) => AbortSignal
  /** Returns whether the device reports a network. */
  readonly isOnline: () => boolean
  readonly wait: (ms: number) => Promise<void>
  /** Runs `act` under a lock of this name, shared by all tabs. */
  readonly withLock: <T>(name: string, act: () => Promise<T>) => Promise<T>
  /** Subscribes to writes of other tabs to the storage. */
  readonly onOtherTabWrote: (listener: () => void) => void
  readonly announce: (eventName: string) => void
}
