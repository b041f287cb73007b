import type { Id } from '@cardinal/domain'
import type { Trouble } from '../../session/trouble.ts'
import type { StoredEntry } from './store/store.ts'

/** Changes that something on the way refuses, each by itself, while others come through. */
export interface HeldBack {
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

  /** Null where nothing is held back. */
  get state(): HeldBack | null {
    const last = [...this.#troubles.values()].at(-1)
    return last === undefined ? null : { count: this.#troubles.size, trouble: last }
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
    return waiting.filter((entry) => {
      const isFree = !this.#troubles.has(entry.n) && !mentionedIds(entry).some((id) => written.has(id))
      if (!isFree) for (const id of writtenIds(entry)) written.add(id)
      return isFree
    })
  }

  /** The first one that is held back and not among these. */
  next(waiting: readonly StoredEntry[], tried: ReadonlySet<number>): StoredEntry | undefined {
    return waiting.find(({ n }) => this.#troubles.has(n) && !tried.has(n))
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

function mentionedIds({ mutation, workspaceId }: StoredEntry): readonly string[] {
  const settings = mutation.name === 'updateSettings' ? [SETTINGS] : []
  return [...idsIn(mutation.args), workspaceId ?? '', ...settings]
}

function idsIn(args: unknown): readonly Id[] {
  return JSON.stringify(args).match(/(?<=")[0-9a-f]{24}(?=")/g) ?? []
}
