import type { Card, CardType } from '@cardinal/domain'
import { WorkspaceIndex } from '@cardinal/engine'
import { cardSearch, DEFAULT_FILTERS } from '../../../apps/web/src/shared/search/filters.ts'
import type { Corpus } from '../corpus/corpus.ts'
import { Random } from '../corpus/random.ts'
import { mistypedWords, shuffledWords } from '../corpus/typist.ts'
import type { Expected } from './stopwatch.ts'

/** Cards from the top of the list that are compared. */
const COMPARED = 3

/** The same workspace in this process, which computes what the page should show. */
export class ExpectedAnswers {
  readonly #index = new WorkspaceIndex()
  readonly #names: readonly string[]
  readonly #cards: readonly Card[]

  constructor({ tags, cards }: Corpus) {
    this.#index.apply(tags.map((row) => ({ kind: 'tag', id: row.id, row })))
    const rows: Card[] = [...cards()]
    for (let start = 0; start < rows.length; start += 5_000)
      this.#index.apply(rows.slice(start, start + 5_000).map((row) => ({ kind: 'card', id: row.id, row })))
    this.#cards = rows
    // Only names that can be typed on a plain keyboard.
    this.#names = tags.map(({ name }) => name).filter((name) => /^[\x20-\x7e]+$/.test(name))
  }

  expected(type: CardType, text: string): Expected {
    const query = { ...cardSearch(type, text, '', DEFAULT_FILTERS), offset: 0 }
    const page = this.#index.ask('matchCards', { ...query, limit: COMPARED, parts: 'page' })
    const { total } = this.#index.ask('matchCards', { ...query, limit: 0, parts: 'counts' })
    return { cardIds: page.cards.map(({ id }) => id), total }
  }

  /** As `expected`, with loose matches. Null: the search has none. */
  expectedLoose(type: CardType, text: string): Expected | null {
    const query = cardSearch(type, text, '', DEFAULT_FILTERS)
    const { anyOrder, close } = this.#index.ask('looseMatches', { ...query, limit: COMPARED })
    const looseIds = [...anyOrder.cards, ...close.cards].slice(0, COMPARED).map(({ id }) => id)
    return looseIds.length === 0 ? null : { ...this.expected(type, text), looseIds }
  }

  /** Alternates a word with one mistake, and words of one card in another order. */
  mistypedTexts(count: number, type: CardType, seed: number): string[] {
    const random = new Random(seed)
    const cards = this.#cards.filter((card) => card.type === type && /^[\x20-\x7e]+$/.test(card.content))
    const mistyped = mistypedWords(cards, Math.ceil(count / 2), random)
    const shuffled = shuffledWords(cards, Math.floor(count / 2), random)
    return mistyped.flatMap(({ typed }, i) => [typed, ...(shuffled[i] ? [shuffled[i].typed] : [])])
  }

  /** Alternates usual searches: a tag, two tags, a tag without another. */
  texts(count: number, seed: number): string[] {
    const random = new Random(seed)
    const name = () => this.#names[random.zipf(this.#names.length)] ?? ''
    return Array.from(
      { length: count },
      (_, i) => [name(), `${name()}, ${name()}`, `${name()}, -${name()}`][i % 3] ?? '',
    )
  }
}
