import { MemoryStorage } from './memory-storage.ts'
import type { SessionPorts } from './ports.ts'
import { isSharedComputer } from './shared-computer.ts'

/** The page's own storage, network, clock and locks. */
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
    // Without a key everything was removed, by the browser or in its settings: no sign-out, which names its keys. What
    // waits in this tab is still to be sent.
    onOtherTabWrote: (listener) =>
      addEventListener('storage', ({ key }) => {
        if (key !== null) listener()
      }),
    announce: (eventName) => dispatchEvent(new Event(eventName)),
  }
}

/** Local storage, or the memory of this page where the browser closes it to us or others use the computer. */
function usableStorage(): Storage {
  if (isSharedComputer) return new MemoryStorage()
  try {
    localStorage.getItem('')
    return localStorage
  } catch {
    return new MemoryStorage()
  }
}
