import type { Clock } from '../ports.ts'
import { FallbackStore } from './fallback-store.ts'
import type { IdbStore, Lost } from './idb-store.ts'
import { MemoryStore } from './memory-store.ts'
import { waitingInNewer } from './newer-store.ts'

export interface StoreParts {
  readonly databaseName: string
  readonly clock: Clock
  /** Opens the disk, and calls `onLost` when the connection ends later. */
  readonly openDisk: (onLost: (why: Lost) => void) => Promise<IdbStore>
  /** The tab goes on in its memory. */
  readonly onLost: (why: Lost) => void
  /** `place` is another one. */
  readonly onPlaceChange: () => void
}

/**
 * Opens what a device keeps. Where the browser keeps nothing for us, it is the memory of this tab. After a release was
 * taken back, that begins with what waits in the stores of the newer one.
 */
export async function openStore(parts: StoreParts): Promise<FallbackStore | MemoryStore> {
  const { databaseName, clock, openDisk, onLost, onPlaceChange } = parts
  let store: FallbackStore | null = null
  let isLost = false
  const lose = (why: Lost) => {
    isLost = true
    store?.lose()
    onLost(why)
  }
  try {
    store = new FallbackStore(await openDisk(lose), clock, onPlaceChange)
    if (isLost) store.lose()
    return store
  } catch (failure) {
    if (!(failure instanceof DOMException && failure.name === 'VersionError')) {
      console.warn('Nothing can be stored on this device:', failure)
      return new MemoryStore()
    }
    onLost('older-release')
    return new MemoryStore(await waitingInNewer(databaseName, clock.now()).catch(() => undefined))
  }
}
