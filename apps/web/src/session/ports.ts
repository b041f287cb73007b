/** What the session needs of the world around it; the browser's in `browser-ports.ts`. */
export interface SessionPorts {
  readonly storage: Storage
  /** ms since 1970. */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
  /** Where the calls begin, without a slash at the end: `/api`. */
  readonly apiBase: string
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>
  /** A signal that aborts after so many ms: no request is waited for without one. */
  readonly timeLimit: (ms: number) => AbortSignal
  /** Whether this device says that it has a network. */
  readonly isOnline: () => boolean
  readonly wait: (ms: number) => Promise<void>
  /** Runs `act` while no other tab runs under the same name. */
  readonly withLock: <T>(name: string, act: () => Promise<T>) => Promise<T>
  /** Calls back when another tab wrote to the storage. */
  readonly onOtherTabWrote: (listener: () => void) => void
  readonly announce: (eventName: string) => void
}
