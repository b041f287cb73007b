import { keyOf } from './card-keys.ts'
import type { FoundCard, FoundRow } from './found.ts'

/** A row as sent by the reading thread. */
export type ReadRow = { readonly row: number; readonly reason: string } | ReadCard

export interface ReadCard {
  readonly row: number
  readonly card: FoundCard
  /** Equal for duplicates, see `keyOf`. */
  readonly key: string
  /** Whether an earlier row of its workspace has the same key. */
  readonly isRepeat: boolean
  /** Tags and folders of later rows with the same key. Each pair once. */
  readonly more: readonly Pick<FoundCard, 'tags' | 'folders'>[]
}

/** Finds rows of a file that are duplicates of each other. */
export class RepeatedRows {
  readonly #keys: string[] = []
  readonly #repeats = new Set<number>()
  readonly #more = new Map<number, Pick<FoundCard, 'tags' | 'folders'>[]>()

  constructor(rows: readonly FoundRow[]) {
    const firstByKey = new Map<string, number>()
    // A hundred thousand rows with one key would otherwise be a single message, which blocks the main thread.
    const told = new Map<number, Set<string>>()
    for (const [index, row] of rows.entries()) {
      if ('reason' in row) {
        this.#keys.push('')
        continue
      }
      const key = keyOf(row.card)
      this.#keys.push(key)
      // A deleted card is not a duplicate of a living one.
      if ((row.card.own?.deletedAt ?? null) !== null) continue
      const place = `${row.card.own?.workspace ?? 0} ${key}`
      const first = firstByKey.get(place)
      if (first === undefined) {
        firstByKey.set(place, index)
        continue
      }
      this.#repeats.add(index)
      const pairs = told.get(first) ?? new Set([pairOf(rows[first])])
      told.set(first, pairs)
      const pair = pairOf(row)
      if (pairs.has(pair)) continue
      pairs.add(pair)
      const { tags, folders } = row.card
      const more = this.#more.get(first) ?? []
      more.push({ tags, folders })
      this.#more.set(first, more)
    }
  }

  /** @param index of the row in the list */
  tell(row: FoundRow, index: number): ReadRow {
    if ('reason' in row) return row
    return {
      ...row,
      key: this.#keys[index] ?? '',
      isRepeat: this.#repeats.has(index),
      more: this.#more.get(index) ?? [],
    }
  }
}

function pairOf(row: FoundRow | undefined): string {
  return row !== undefined && 'card' in row ? JSON.stringify([row.card.tags, row.card.folders]) : ''
}
