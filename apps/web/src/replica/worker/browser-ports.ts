import type { Channel, Locks, ReplicaPorts, TabMessage } from './ports.ts'

/** The worker's own clock, chance, locks and channel. */
export function browserPorts(userId: string): ReplicaPorts {
  return {
    clock: {
      now: () => Date.now(),
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
 * Without Web Locks, which browsers keep for HTTPS, every tab acts for itself. That costs requests and breaks nothing:
 * keys make a change that is sent twice count once, and the store writes a pull or a load only where the copy still
 * stands at the cursor that it began from.
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
      const hear = (event: MessageEvent<TabMessage>) => listener(event.data)
      channel.addEventListener('message', hear)
      return () => channel.removeEventListener('message', hear)
    },
    close: () => channel.close(),
  }
}

/** A turn of the event loop; unlike a timer it isn't slowed down when turns follow each other. */
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
