import type { Id } from '@cardinal/domain'
import type { Trouble } from '../../session/trouble.ts'
import type { StoredEntry } from './store/store.ts'

/**
 * Changes that have to wait while others come through: something on the way refuses them, or they are about a card that
 * a restored server has not got back yet.
 */
export interface HeldBack {
  /** Changes that wait behind them are counted, too: they write to the same rows. */
  readonly count: number
  /** What the last of them met. */
  readonly trouble: Trouble
}

/**
 * Remembers which changes are held back, by their numbers. They stay in the outbox and are tried again in every
 * round, after all others.
 */
export class HeldBackChanges {
  readonly #troubles = new Map<number, Trouble>()
  /** Changes that wait behind those, when `free` was last asked. */
  #behind = 0

  /** Null where nothing is held back. */
  get state(): HeldBack | null {
    const last = [...this.#troubles.values()].at(-1)
    return last === undefined ? null : { count: this.#troubles.size + this.#behind, trouble: last }
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

  /** Forgets changes that no longer wait: another tab has sent them. */
  keepOnly(waiting: readonly StoredEntry[]): void {
    const numbers = new Set(waiting.map(({ n }) => n))
    this.release([...this.#troubles.keys()].filter((n) => !numbers.has(n)))
  }

  /** The changes that may overtake the held-back ones: they write none of the same rows. */
  free(waiting: readonly StoredEntry[]): readonly StoredEntry[] {
    const written = new Set<string>()
    this.#behind = 0
    return waiting.filter((entry) => {
      const isHeld = this.#troubles.has(entry.n)
      const isBehind = !isHeld && mentionedIds(entry).some((id) => written.has(id))
      if (isBehind) this.#behind++
      if (isHeld || isBehind) for (const id of writtenIds(entry)) written.add(id)
      return !isHeld && !isBehind
    })
  }

  /** The first one that is held back, not among these, and writes to no row that an earlier one writes to. */
  next(waiting: readonly StoredEntry[], tried: ReadonlySet<number>): StoredEntry | undefined {
    const written = new Set<string>()
    return waiting.find((entry) => {
      if (!this.#troubles.has(entry.n)) return false
      const isNext = !tried.has(entry.n) && !mentionedIds(entry).some((id) => written.has(id))
      for (const id of writtenIds(entry)) written.add(id)
      return isNext
    })
  }
}

/** Stands for settings, which have no id and are changed as a whole. */
const SETTINGS = 'settings'

/** What later changes must not overtake. A card's tags are only mentioned by it: others may use them meanwhile. */
function writtenIds({ mutation }: StoredEntry): readonly string[] {
  switch (mutation.name) {
    case 'createCard':
    case 'replaceCard':
      return [mutation.args.card.id]
    case 'attachTags':
    case 'detachTags':
      return mutation.args.cardIds
    case 'setCardTags':
      return [mutation.args.cardId]
    case 'updateSettings':
      return [SETTINGS]
    default:
      return idsIn(mutation.args)
  }
}

function mentionedIds({ mutation, workspaceId, needs = [] }: StoredEntry): readonly string[] {
  const settings = mutation.name === 'updateSettings' ? [SETTINGS] : []
  return [...idsIn(mutation.args), ...needs, workspaceId ?? '', ...settings]
}

function idsIn(args: unknown): readonly Id[] {
  return JSON.stringify(args).match(/(?<=")[0-9a-f]{24}(?=")/g) ?? []
}
