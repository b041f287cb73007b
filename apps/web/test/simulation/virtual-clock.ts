import type { Clock } from '../../src/replica/worker/ports.ts'

interface Timer {
  readonly at: number
  readonly order: number
  readonly act: () => void
  isCancelled: boolean
}

/** A clock that the simulation advances. ms since 1970. */
export class VirtualClock {
  readonly start: number
  #now: number
  #timers: Timer[] = []
  #order = 0

  constructor(start: number) {
    this.start = start
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  after(ms: number, act: () => void): () => void {
    const timer: Timer = { at: this.#now + Math.max(0, ms), order: this.#order++, act, isCancelled: false }
    this.#timers.push(timer)
    return () => {
      timer.isCancelled = true
    }
  }

  /** Advances the clock without running timers, like a device that sleeps. Timers that were due run afterwards. */
  sleep(ms: number): void {
    this.#now += ms
  }

  /** Runs the next timer due by `until` and returns true. Without one, advances to `until`. */
  step(until: number): boolean {
    this.#timers = this.#timers.filter((timer) => !timer.isCancelled)
    let next: Timer | undefined
    for (const timer of this.#timers) if (next === undefined || isEarlier(timer, next)) next = timer
    if (next === undefined || next.at > until) {
      this.#now = Math.max(this.#now, until)
      return false
    }
    this.#timers.splice(this.#timers.indexOf(next), 1)
    this.#now = Math.max(this.#now, next.at)
    next.act()
    return true
  }

  /** A device's clock with an offset. Runs as long as `isAlive`. */
  seenWith(offset: () => number, isAlive: () => boolean): Clock {
    return {
      now: () => this.#now + offset(),
      after: (ms, act) =>
        this.after(ms, () => {
          if (isAlive()) act()
        }),
    }
  }
}

function isEarlier(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}
