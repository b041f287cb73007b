import { MemoryStorage } from './memory-storage.ts'
import type { SessionPorts } from './ports.ts'
import { isSharedComputer } from './shared-computer.ts'

/** The browser's storage, network, clock and locks. */
export function browserPorts(): SessionPorts {
  return {
    storage: usableStorage(),
    now: () => Date.now(),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    apiBase: `${import.meta.env.BASE_URL}api`,
    fetch: (address, init) => fetch(address, init),
    timeLimit: (ms) => AbortSignal.timeout(ms),
    isOnline: () => navigator.onLine,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    withLock: (name, act) => ('locks' in navigator ? navigator.locks.request(name, act) : act()),
    // No key: the browser or its settings cleared the storage. That is no sign-out, which names its keys, and this
    // tab's pending changes must still be sent.
    onOtherTabWrote: (listener) =>
      addEventListener('storage', ({ key }) => {
        if (key !== null) listener()
      }),
    announce: (eventName) => dispatchEvent(new Event(eventName)),
  }
}

/** Local storage, or the page's memory if storage is blocked or this is a shared computer. */
function usableStorage(): Storage {
  if (isSharedComputer) return new MemoryStorage()
  try {
    localStorage.getItem('')
    return localStorage
  } catch {
    return new MemoryStorage()
  }
}
