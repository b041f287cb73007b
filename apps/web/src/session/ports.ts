import type { RequestPorts } from './request.ts'

/** The session's dependencies. `browser-ports.ts` has those of the browser. */
export interface SessionPorts extends RequestPorts {
  readonly storage: Storage
  /** ms since 1970. */
  readonly now: () => number
  readonly random: (length: number) => Uint8Array
  /** Runs `act` under a lock of this name, shared by all tabs. */
  readonly withLock: <T>(name: string, act: () => Promise<T>) => Promise<T>
  /** Subscribes to writes of other tabs to the storage. */
  readonly onOtherTabWrote: (listener: () => void) => void
  readonly announce: (eventName: string) => void
}
