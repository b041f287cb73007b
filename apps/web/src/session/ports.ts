import type { RequestPorts } from './request.ts'

/** The session's dependencies. `browser-ports.ts` has the browser's. */
export interface SessionPorts extends RequestPorts {
  readonly storage: Storage
  /** ms since 1970 */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
  /** Runs `act` while holding a lock of this name, which all tabs share. */
  readonly withLock: <T>(name: string, act: () => Promise<T>) => Promise<T>
  /** Subscribes to writes to the storage by other tabs. */
  readonly onOtherTabWrote: (listener: () => void) => void
  readonly announce: (eventName: string) => void
}
