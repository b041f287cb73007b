import type { Locks } from '../../src/replica/worker/ports.ts'

interface Waiting {
  readonly owner: object
  readonly start: () => void
}

/** The locks of one browser. A tab's locks and requests end with the tab. */
export class VirtualLocks {
  readonly #holders = new Map<string, object>()
  readonly #queues = new Map<string, Waiting[]>()

  /** A tab's access to the locks. */
  of(owner: object, isAlive: () => boolean): Locks {
    return {
      hold: async (name, act) => {
        // Code of a dead tab runs until it asks for a lock, which it must not get.
        if (!isAlive()) return new Promise(() => {})
        await this.#acquire(name, owner)
        try {
          return await act()
        } finally {
          if (isAlive()) this.#release(name, owner)
        }
      },
    }
  }

  /** Releases a dead tab's locks. */
  free(owner: object): void {
    for (const [name, queue] of this.#queues)
      this.#queues.set(
        name,
        queue.filter((waiting) => waiting.owner !== owner),
      )
    for (const [name, holder] of [...this.#holders]) if (holder === owner) this.#release(name, owner)
  }

  #acquire(name: string, owner: object): Promise<void> {
    if (!this.#holders.has(name)) {
      this.#holders.set(name, owner)
      return Promise.resolve()
    }
    return new Promise((start) => {
      this.#queues.set(name, [...(this.#queues.get(name) ?? []), { owner, start }])
    })
  }

  #release(name: string, owner: object): void {
    if (this.#holders.get(name) !== owner) return
    const [next, ...rest] = this.#queues.get(name) ?? []
    this.#queues.set(name, rest)
    if (next === undefined) {
      this.#holders.delete(name)
      return
    }
    this.#holders.set(name, next.owner)
    next.start()
  }
}
