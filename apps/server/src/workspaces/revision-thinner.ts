import { type Id, ok } from '@cardinal/domain'
import type { Store } from '../store/index.ts'

/** Number of changes of one card after which its revisions are thinned. */
const CHANGES = 20
/** Maximum of cards that are counted. */
const COUNTED = 10_000

/** Bounds the revisions of cards that are edited often. Counts the writes of this node. */
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

  /** Notes cards to thin. Called when a change adds revisions of these cards. Thinning runs in later transactions. */
  note(userId: Id, cardIds: readonly Id[]): void {
    for (const cardId of cardIds) {
      const key = `${userId} ${cardId}`
      const changes = (this.#changesByCard.get(key) ?? 0) + 1
      this.#changesByCard.delete(key)
      if (changes < CHANGES) this.#changesByCard.set(key, changes)
      else this.#due.push({ userId, cardId })
    }
    for (const key of this.#changesByCard.keys()) {
      if (this.#changesByCard.size <= COUNTED) break
      this.#changesByCard.delete(key)
    }
    if (this.#due.length > 0) this.#work ??= this.#thinAll()
  }

  /** Resolves when no thinning is pending. */
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
