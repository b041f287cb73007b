import { type Id, ok } from '@cardinal/domain'
import type { Store } from '../store/index.ts'

/** Changes of one card after which its revisions are looked through. */
const CHANGES = 20
/** Cards that are counted at the same time. */
const COUNTED = 10_000

/** Keeps the revisions of cards that are edited again and again bounded. Counts what this node has written. */
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

  /** To be called when a change adds a revision of these cards. What is due is done in transactions after it. */
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

  /** Resolves when nothing is due any more. */
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
