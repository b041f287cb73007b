import type { Id } from '@cardinal/domain'

/**
 * Places for work that runs at the same time on this node: so many together, and fewer for one person. Who has the fewest
 * works running comes first, then who was served longest ago. So nobody waits for all that another person has queued.
 */
export class Places {
  readonly #atOnce: number
  readonly #perPerson: number
  readonly #running = new Map<Id, number>()
  readonly #works = new Set<Promise<void>>()
  /** The number of the last work that each waiting person got. */
  readonly #served = new Map<Id, number>()
  #count = 0

  constructor(atOnce: number, perPerson: number) {
    this.#atOnce = atOnce
    this.#perPerson = perPerson
  }

  get running(): number {
    return this.#works.size
  }

  /** People who have as many works running as one person may. */
  get busy(): Id[] {
    return [...this.#running].filter(([, works]) => works >= this.#perPerson).map(([person]) => person)
  }

  /** Returns those of the waiting people who may have a place now, the next one first. */
  inTurn(waiting: Iterable<Id>): Id[] {
    const people = new Set(waiting)
    for (const person of this.#served.keys()) if (!people.has(person)) this.#served.delete(person)
    if (this.#works.size >= this.#atOnce) return []
    const rank = (person: Id) =>
      (this.#running.get(person) ?? 0) * this.#count + (this.#served.get(person) ?? 0)
    return [...people]
      .filter((person) => (this.#running.get(person) ?? 0) < this.#perPerson)
      .sort((a, b) => rank(a) - rank(b))
  }

  /** Runs work in a place of a person. It must not reject. */
  run(person: Id, work: () => Promise<void>): void {
    this.#served.set(person, ++this.#count)
    this.#running.set(person, (this.#running.get(person) ?? 0) + 1)
    const running: Promise<void> = work().finally(() => {
      this.#works.delete(running)
      const left = (this.#running.get(person) ?? 1) - 1
      if (left > 0) this.#running.set(person, left)
      else this.#running.delete(person)
    })
    this.#works.add(running)
  }

  /** Resolves when one of the works that run now is over. */
  async oneOver(): Promise<void> {
    await Promise.race(this.#works)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#works)
  }
}
