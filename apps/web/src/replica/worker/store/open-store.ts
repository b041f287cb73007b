import type { Clock } from '../ports.ts'
import { FallbackStore } from './fallback-store.ts'
import type { IdbStore, Lost, OnLost } from './idb-store.ts'
import { MemoryStore } from './memory-store.ts'

interface StoreParts {
  readonly databaseName: string
  readonly clock: Clock
  /** Opens the disk. `onLost` is called if the connection is lost later. */
  readonly openDisk: (onLost: OnLost) => Promise<IdbStore>
  /** Called when the tab continues in memory. */
  readonly onLost: (why: Lost) => void
  /** Called when `place` has changed. */
  readonly onPlaceChange: () => void
}

/**
 * Opens the store of this device. Without storage it is in this tab's memory. After a release was rolled back,
 * the memory starts with the pending entries of the newer stores.
 */
export async function openStore(parts: StoreParts): Promise<FallbackStore | MemoryStore> {
  const { databaseName, clock, openDisk, onLost, onPlaceChange } = parts
  let store: FallbackStore | null = null
  let isLost = false
  let left: Parameters<OnLost>[1]
  const lose: OnLost = (why, remains) => {
    isLost = true
    left = remains
    store?.lose(remains)
    onLost(why)
  }
  try {
    store = new FallbackStore(await openDisk(lose), clock, onPlaceChange)
    if (isLost) store.lose(left)
    return store
  } catch (failure) {
    if (!(failure instanceof DOMException && failure.name === 'VersionError')) {
      console.warn('Nothing can be stored on this device:', failure)
      return new MemoryStore()
    }
    onLost('older-release')
    const waiting = import('./newer-store.ts').then((newer) =>
      newer.waitingInNewer(databaseName, clock.now()),
    )
    return new MemoryStore(await waiting.catch(() => undefined))
  }
}
