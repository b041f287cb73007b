import type { Channel, Locks, ReplicaPorts, TabMessage } from './ports.ts'
import type { ServerClock } from './server-clock.ts'

/** A clock, and the browser's randomness, locks and broadcast channel. */
export function browserPorts(userId: string, { now }: Pick<ServerClock, 'now'>): ReplicaPorts {
  return {
    clock: {
      now,
      after(ms, act) {
        const timer = setTimeout(act, ms)
        return () => clearTimeout(timer)
      },
    },
    chance: {
      bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      fraction: () => Math.random(),
    },
    locks: browserLocks(navigator.locks),
    channel: browserChannel(`cardinal-${userId}`),
    yieldToEventLoop: macrotasks(),
  }
}

/**
 * The browser's locks. Without Web Locks, which need HTTPS, every tab acts for itself. That costs requests but
 * breaks nothing. The key makes a change that is sent twice take effect once. The store writes a pull only if
 * the copy is still at the cursor where the pull began.
 */
function browserLocks(locks: LockManager | undefined): Locks {
  if (locks === undefined) return { hold: (_name, act) => act() }
  return {
    hold: (name, act, signal) =>
      locks.request(name, signal === undefined ? {} : { signal }, act) as ReturnType<typeof act>,
  }
}

function browserChannel(name: string): Channel {
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const onMessage = (event: MessageEvent<TabMessage>) => listener(event.data)
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
    close: () => channel.close(),
  }
}

/** Yields to the event loop. Unlike timers, messages are not throttled when they follow each other. */
function macrotasks(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.onmessage = () => waiting.shift()?.()
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      port2.postMessage(null)
    })
}
