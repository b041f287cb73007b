import { addressOf, type Id, ok } from '@cardinal/domain'
import type { Outcome } from '@cardinal/sync'
import { type Revision, type Store, type SubnoteRevision, THINNED, type Written } from '../store/index.ts'

/** Contents and addresses that a change replaced, and contents displaced by a merge. A text may be both. */
export function contentRevisions(
  written: readonly Written[],
  { keptRevisions = [], sameSitting = [] }: Outcome,
  seq: number,
  now: number,
): Revision[] {
  const common = { untilSeq: seq, replacedAt: now }
  const replaced = written.flatMap((row): Revision[] => {
    if (row.kind !== 'card' || row.before === undefined || row.after === null) return []
    const { content } = row.before
    const address = addressOf(row.before)
    if (content === row.after.content && address === addressOf(row.after)) return []
    if (sameSitting.includes(row.id) && address === addressOf(row.after))
      return [{ ...common, cardId: row.id, isKept: false, content: THINNED, address }]
    return [{ ...common, cardId: row.id, isKept: false, content, address }]
  })
  const kept = keptRevisions.flatMap(({ cardId, subnoteId, text, address = null }): Revision[] =>
    subnoteId === null ? [{ ...common, cardId, isKept: true, content: text, address }] : [],
  )
  return [...replaced, ...kept]
}

/** Texts of subnotes that a change removed or overwrote, and texts displaced by a merge. */
export function subnoteRevisions(
  written: readonly Written[],
  { keptRevisions = [] }: Outcome,
  seq: number,
  now: number,
): SubnoteRevision[] {
  const common = { untilSeq: seq, replacedAt: now }
  const lost = keptRevisions.flatMap(({ cardId, subnoteId, text }): SubnoteRevision[] =>
    subnoteId === null ? [] : [{ ...common, cardId, subnoteId, isKept: true, text }],
  )
  const replaced = written.flatMap((row): SubnoteRevision[] => {
    if (row.kind !== 'card' || row.before === undefined || row.after === null) return []
    const textById = new Map(row.after.subnotes.map(({ id, text }) => [id, text]))
    return row.before.subnotes.flatMap(({ id: subnoteId, text }): SubnoteRevision[] => {
      const isThere = textById.get(subnoteId) === text
      const isLost = lost.some(
        (one) => one.cardId === row.id && one.subnoteId === subnoteId && one.text === text,
      )
      return isThere || isLost ? [] : [{ ...common, cardId: row.id, subnoteId, isKept: false, text }]
    })
  })
  return [...lost, ...replaced]
}

/** Changes of one card after which its revisions are thinned. */
const CHANGES_UNTIL_THINNED = 20
/** Most cards whose changes are counted. */
const COUNTED = 10_000

/** Thins the revisions of cards that are edited often. Only counts changes made on this node. */
export class RevisionThinner {
  readonly #store: Store
  readonly #now: () => number
  readonly #onError: (error: Error) => void
  readonly #changesByCard = new Map<string, number>()
  readonly #due: { readonly userId: Id; readonly cardId: Id }[] = []
  #work: Promise<void> | null = null

  constructor(store: Store, now: () => number, onError: (error: Error) => void) {
    this.#store = store
    this.#now = now
    this.#onError = onError
  }

  /** Called when a change has added revisions of these cards. Thinning runs in later transactions. */
  note(userId: Id, cardIds: readonly Id[]): void {
    for (const cardId of cardIds) {
      const key = `${userId} ${cardId}`
      const changes = (this.#changesByCard.get(key) ?? 0) + 1
      this.#changesByCard.delete(key)
      if (changes < CHANGES_UNTIL_THINNED) this.#changesByCard.set(key, changes)
      else this.#due.push({ userId, cardId })
    }
    for (const key of this.#changesByCard.keys()) {
      if (this.#changesByCard.size <= COUNTED) break
      this.#changesByCard.delete(key)
    }
    if (this.#due.length > 0) this.#work ??= this.#thinAll()
  }

  /** Resolves when no thinning is running. */
  async settled(): Promise<void> {
    await this.#work
  }

  async #thinAll(): Promise<void> {
    try {
      for (let next = this.#due.shift(); next !== undefined; next = this.#due.shift()) {
        const { userId, cardId } = next
        await this.#store.transact(async (tx) => {
          if ((await tx.lockUser(userId)) !== undefined) await tx.revisions.thin(userId, cardId, this.#now())
          return ok(null)
        })
      }
    } catch (error) {
      this.#onError(error as Error)
    } finally {
      this.#work = null
    }
  }
}
