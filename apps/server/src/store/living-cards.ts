import type { Card, Id } from '@cardinal/domain'
import { type CompiledQuery, sql } from 'kysely'
import { OfLastRow, type ReadingThread } from './reading-thread.ts'
import { type CardRow, cardsTable, newestBehind, toCards } from './tables/cards.ts'
import type { Db } from './tables/db.ts'

/** Cards that are read at once: enough to be quick, few enough to let other requests have their turn between. */
const PAGE = 1_000

/** See `Store`. */
export type LivingCards = (userId: Id, workspaceId: Id, after: Card | null, ahead: number) => CardPages

/** Pages of cards, to be taken one after the other. Whoever does not take all of them has to call `return`. */
export interface CardPages extends AsyncIterableIterator<readonly Card[]> {
  return(): Promise<IteratorReturnResult<undefined>>
}

/** Read by the thread, which goes on from page to page by itself. */
export function livingCardsBeside(thread: ReadingThread, db: Db): LivingCards {
  return (userId, workspaceId, after, ahead) => {
    const start = { created_at: after?.createdAt ?? Number.MAX_SAFE_INTEGER, id: after?.id ?? '' }
    const query = pageQuery(db, userId, workspaceId)
    const reading = thread.begin<CardRow, 'tag_ids'>(query, start, 'tag_ids')
    return new PagesAhead(reading.next, ahead, toCards, reading.end)
  }
}

/** Read by the connections of everybody, each page when the one before is there. */
export function livingCardsOn(db: Db): LivingCards {
  const { newest } = cardsTable(db)
  return (userId, workspaceId, after, ahead) => {
    let last: Promise<readonly Card[]> | null = null
    const next = () => {
      const before = last
      last = before === null ? newest(userId, workspaceId, after, PAGE) : before.then(goOn)
      return last
    }
    const goOn = (page: readonly Card[]) =>
      page.length < PAGE ? [] : newest(userId, workspaceId, page.at(-1) ?? null, PAGE)
    return new PagesAhead(next, ahead, (cards) => cards)
  }
}

function pageQuery(db: Db, userId: Id, workspaceId: Id): CompiledQuery {
  const place = { createdAt: new OfLastRow('created_at'), id: new OfLastRow('id') }
  // The query is compiled without looking at its parameters.
  const args = { userId, workspaceId, ...(place as unknown as { createdAt: number; id: Id }) }
  return newestBehind(db, args, sql.lit(PAGE)).compile()
}

/** So many pages are always asked for: they are read while others are used. */
class PagesAhead<Page> implements CardPages {
  readonly #next: () => Promise<Page>
  readonly #cardsOf: (page: Page) => readonly Card[]
  readonly #end: () => void
  readonly #asked: Promise<Page>[] = []
  #isOver = false

  constructor(
    next: () => Promise<Page>,
    ahead: number,
    cardsOf: (page: Page) => readonly Card[],
    end: () => void = () => undefined,
  ) {
    this.#next = next
    this.#cardsOf = cardsOf
    this.#end = end
    for (let i = 0; i < ahead; i++) this.#ask()
  }

  async next(): Promise<IteratorResult<readonly Card[], undefined>> {
    if (this.#isOver) return { done: true, value: undefined }
    try {
      const page = await this.#asked.shift()
      const cards = page === undefined ? [] : this.#cardsOf(page)
      if (cards.length === PAGE) this.#ask()
      else await this.return()
      return { done: false, value: cards }
    } catch (error) {
      // Nobody calls `return` after a failure.
      await this.return()
      throw error
    }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#isOver = true
    this.#end()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #ask(): void {
    const page = this.#next()
    page.catch(() => {}) // Whoever takes that page is told; maybe nobody does.
    this.#asked.push(page)
  }
}
