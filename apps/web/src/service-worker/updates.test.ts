import { afterEach, describe, expect, it, vi } from 'vitest'
import { REMOVED_EVENT, startServiceWorker, UPDATE_QUESTION, type UpdatePorts } from './updates.ts'

afterEach(() => vi.restoreAllMocks())

/** A registration whose state the test sets. */
class FakeRegistration extends EventTarget {
  waiting: object | null = null
  installing: EventTarget | null = null
  updates = 0
  unregistered = 0
  isThere = true

  async update(): Promise<void> {
    this.updates++
  }

  async unregister(): Promise<boolean> {
    this.unregistered++
    return this.isThere
  }

  /** A new version was found and is waiting. */
  bring(): void {
    const worker = new EventTarget()
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
    this.waiting = {}
    this.installing = null
    worker.dispatchEvent(new Event('statechange'))
  }
}

interface Options {
  controller?: object | null
  accepts?: boolean
  fails?: boolean
  mayReplace?: boolean
  isReady?: boolean
}

function page(options: Options = {}) {
  const registration = new FakeRegistration()
  const seen = { asked: [] as string[], reloads: 0, events: [] as string[], registered: [] as unknown[] }
  let tick: { ms: number; act: () => void } = { ms: 0, act: () => {} }
  let isOnline = true
  const container = {
    controller: options.controller === undefined ? {} : options.controller,
    ready: options.isReady ? Promise.resolve(registration) : new Promise(() => {}),
    register: async (...args: unknown[]) => {
      seen.registered.push(args)
      if (options.fails) throw new Error('not allowed')
      return registration
    },
  }
  const ports: UpdatePorts = {
    container: container as unknown as NonNullable<UpdatePorts['container']>,
    isOnline: () => isOnline,
    mayReplace: async () => options.mayReplace ?? false,
    every: (ms, act) => {
      tick = { ms, act }
    },
    ask: async (question) => {
      seen.asked.push(question)
      return options.accepts ?? false
    },
    reload: () => seen.reloads++,
    announce: (name) => seen.events.push(name),
  }
  return {
    registration,
    seen,
    ports,
    tick: () => tick,
    goOffline: () => {
      isOnline = false
    },
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('a new version', () => {
  it('[OF-3] a new version is offered once per page session, in the words of the specification', async () => {
    const made = page()
    await startServiceWorker('/sw.js', made.ports)
    made.registration.bring()
    made.registration.bring()
    await settled()
    expect(made.seen.asked).toEqual([UPDATE_QUESTION])
    expect(UPDATE_QUESTION).toBe(
      'New update is available. Click OK to refresh now. Or refresh page manually later.',
    )
    expect(made.seen.reloads).toBe(0)
  })

  it('[OF-3] a new version that is already waiting is offered, and the first one ever is not', async () => {
    const waiting = page()
    waiting.registration.waiting = {}
    await startServiceWorker('/sw.js', waiting.ports)
    expect(waiting.seen.asked).toHaveLength(1)
    const first = page({ controller: null })
    await startServiceWorker('/sw.js', first.ports)
    first.registration.bring()
    expect(first.seen.asked).toEqual([])
  })

  it('[OF-3] accepting a new version removes the registration and reloads the page', async () => {
    const made = page({ accepts: true })
    await startServiceWorker('/sw.js', made.ports)
    made.registration.bring()
    await settled()
    expect(made.registration.unregistered).toBe(1)
    expect(made.seen.reloads).toBe(1)
  })

  it('[OF-3] accepting a new version without a worker logs a warning and reloads the page', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const made = page({ accepts: true })
    made.registration.isThere = false
    await startServiceWorker('/sw.js', made.ports)
    made.registration.bring()
    await settled()
    expect(warned.mock.calls).toEqual([['No service worker was found for the update. The page loads again.']])
    expect(made.seen.reloads).toBe(1)
  })

  it('[OF-2] readiness for offline use is logged, and only when a worker is ready', async () => {
    const logged = vi.spyOn(console, 'info').mockReturnValue(undefined)
    await startServiceWorker('/sw.js', page().ports)
    await settled()
    expect(logged).not.toHaveBeenCalled()
    await startServiceWorker('/sw.js', page({ isReady: true }).ports)
    await settled()
    expect(logged.mock.calls).toEqual([['Cardinal is ready for offline use.']])
  })

  it('[OF-3] the only open page takes a waiting version when it is reloaded, without a question', async () => {
    const made = page({ mayReplace: true })
    made.registration.waiting = {}
    await startServiceWorker('/sw.js', made.ports)
    expect(made.seen).toMatchObject({ asked: [], reloads: 1 })
    expect(made.registration.unregistered).toBe(1)
    const current = page({ mayReplace: true })
    await startServiceWorker('/sw.js', current.ports)
    expect(current.seen.reloads, 'no version waits').toBe(0)
  })

  it('[OF-3] a browser without service workers fires the event service-worker-removed', async () => {
    const made = page()
    await startServiceWorker('/sw.js', { ...made.ports, container: undefined })
    expect(made.seen.events).toEqual([REMOVED_EVENT])
    expect(REMOVED_EVENT).toBe('service-worker-removed')
  })

  it('[OF-3] a browser that blocks service workers silently fires the event service-worker-removed', async () => {
    const made = page()
    // Unlike its type says, a blocked registration may resolve with undefined.
    const register = (async () => undefined) as unknown as NonNullable<UpdatePorts['container']>['register']
    const ready = new Promise<never>(() => {})
    await startServiceWorker('/sw.js', { ...made.ports, container: { controller: null, register, ready } })
    expect(made.seen.events).toEqual([REMOVED_EVENT])
    expect(made.tick().ms, 'nothing to look for').toBe(0)
  })

  it('[OF-4] the page checks for a new version every 5 minutes, but not offline or during an installation', async () => {
    const made = page()
    await startServiceWorker('/sw.js', made.ports)
    expect(made.seen.registered).toEqual([['/sw.js', { scope: '/', updateViaCache: 'none' }]])
    expect(made.tick().ms).toBe(300_000)
    made.tick().act()
    made.registration.installing = new EventTarget()
    made.tick().act()
    made.registration.installing = null
    made.goOffline()
    made.tick().act()
    expect(made.registration.updates).toBe(1)
  })

  it('[OF-4] a failed registration is logged with its error', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await startServiceWorker('/sw.js', page({ fails: true }).ports)
    expect(log).toHaveBeenCalledWith('Service Worker registration failed:', new Error('not allowed'))
  })
})
