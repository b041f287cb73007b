import { mentionedIds, writtenIds } from '@cardinal/sync'
import type { Trouble } from '../../session/trouble.ts'
import type { StoredEntry } from './store/store.ts'

/**
 * Blocked changes, which wait while others are sent. A proxy blocks them, the server fails for them, or a
 * restored server does not have their card yet.
 */
export interface Blocked {
  /** Number of blocked changes and later changes of the same rows. */
  readonly count: number
  /** The last failure. */
  readonly trouble: Trouble
}

/** The blocked changes. They stay in the outbox, and are retried in every round after all others. */
export class BlockedChanges {
  readonly #troubles = new Map<number, Trouble>()
  /** Number of changes that wait because they write rows of blocked ones, as counted by the last `free`. */
  #behind = 0

  /** Null: no change is blocked. */
  get state(): Blocked | null {
    const last = [...this.#troubles.values()].at(-1)
    return last === undefined ? null : { count: this.#troubles.size + this.#behind, trouble: last }
  }

  /** Why a change is blocked; undefined: it is not. */
  troubleOf({ n }: StoredEntry): Trouble | undefined {
    return this.#troubles.get(n)
  }

  get isEmpty(): boolean {
    return this.#troubles.size === 0
  }

  hold({ n }: StoredEntry, trouble: Trouble): void {
    this.#troubles.set(n, trouble)
  }

  release(ns: readonly number[]): void {
    for (const n of ns) this.#troubles.delete(n)
  }

  /** Forgets changes that another tab has sent. */
  keepOnly(waiting: readonly StoredEntry[]): void {
    const numbers = new Set(waiting.map(({ n }) => n))
    this.release([...this.#troubles.keys()].filter((n) => !numbers.has(n)))
  }

  /** Changes that may be sent before the blocked ones, because they write other rows. */
  free(waiting: readonly StoredEntry[]): readonly StoredEntry[] {
    const written = new Set<string>()
    this.#behind = 0
    return waiting.filter((entry) => {
      const isHeld = this.#troubles.has(entry.n)
      const isBehind = !isHeld && neededIds(entry).some((id) => written.has(id))
      if (isBehind) this.#behind++
      if (isHeld || isBehind) for (const id of writtenIds(entry.mutation)) written.add(id)
      return !isHeld && !isBehind
    })
  }

  /** The next blocked change to try: one that was not tried in this round, and whose rows no earlier one writes. */
  next(waiting: readonly StoredEntry[], tried: ReadonlySet<number>): StoredEntry | undefined {
    const written = new Set<string>()
    return waiting.find((entry) => {
      if (!this.#troubles.has(entry.n)) return false
      const isNext = !tried.has(entry.n) && !neededIds(entry).some((id) => written.has(id))
      for (const id of writtenIds(entry.mutation)) written.add(id)
      return isNext
    })
  }
}

function neededIds({ mutation, workspaceId, needs = [] }: StoredEntry): readonly string[] {
  return [...mentionedIds(mutation), ...needs, workspaceId ?? '']
}
