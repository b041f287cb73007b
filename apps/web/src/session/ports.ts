/** What the session needs of the world around it; the browser's in `browser-ports.ts`. */
export interface SessionPorts {
  readonly storage: Storage
  /** ms since 1970. */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
  /** Where the calls begin, without a slash at the end: `/api`. */
  readonly apiBase: string
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>
  readonly wait: (ms: number) => Promise<void>
  /** Runs `act` while no other tab runs under the same name. */
  readonly withLock: <T>(name: string, act: () => Promise<T>) => Promise<T>
  /** Calls back when another tab wrote to the storage. */
  readonly onOtherTabWrote: (listener: () => void) => void
  readonly announce: (eventName: string) => void
}
