import { type Id, NOTHING_ASKED, parseSearch, type SearchTree, withoutLastWord } from '@cardinal/domain'
import { ALL_CARDS } from './all-cards.ts'
import type { AskableWorkspace, CardQuery } from './questions.ts'

/** Suggestions that a person looks at, and cards on a page. */
const SHOWN_AT_ONCE = 5

/** Most tags that a person adds before reading the pages. */
const MOST_ADDED = 10

/** Suggests tags to add to a search for tags, best first. */
export type SuggestsTags = (chosen: readonly Id[], text: string) => readonly Id[]

/**
 * Counts the steps from a tag to a card: tags that are added from the first suggestions, then pages of five
 * cards that are read. Answers are cached, so an instance is valid only until a row changes.
 */
export class FindingSteps {
  readonly #engine: AskableWorkspace
  readonly #suggest: SuggestsTags
  readonly #pages = new Map<string, number>()
  readonly #suggested = new Map<string, readonly Id[]>()
  readonly #names = new Map<Id, string>()

  /** @param suggest default: the suggestions of the searchbar */
  constructor(engine: AskableWorkspace, suggest?: SuggestsTags) {
    this.#engine = engine
    this.#suggest = suggest ?? ((_, text) => this.#narrowing(text))
  }

  /** @param cardTagIds all tags by which the card is found */
  stepsTo(cardTagIds: readonly Id[], from: Id): number {
    const chosen = [from]
    for (;;) {
      const text = chosen.map((id) => this.#nameOf(id)).join(', ')
      const pages = this.#pagesOf(text)
      const next =
        pages <= 1 || chosen.length > MOST_ADDED
          ? undefined
          : this.#suggestedTo(chosen, text).find((id) => cardTagIds.includes(id) && !chosen.includes(id))
      if (next === undefined) return chosen.length - 1 + pages
      chosen.push(next)
    }
  }

  #pagesOf(text: string): number {
    const known = this.#pages.get(text)
    if (known !== undefined) return known
    const search = parseSearch(text)
    const [total = 0] = this.#engine.ask('countSearches', {
      query: queryOf(NOTHING_ASKED),
      searches: [search],
    })
    const pages = Math.ceil(total / SHOWN_AT_ONCE)
    this.#pages.set(text, pages)
    return pages
  }

  #suggestedTo(chosen: readonly Id[], text: string): readonly Id[] {
    const known = this.#suggested.get(text)
    if (known !== undefined) return known
    const suggested = this.#suggest(chosen, text).slice(0, SHOWN_AT_ONCE)
    this.#suggested.set(text, suggested)
    return suggested
  }

  #narrowing(text: string): Id[] {
    const query = queryOf(parseSearch(text))
    const finished = parseSearch(withoutLastWord(text))
    const params = { query, text, finished, savedSearches: [], now: 0, limit: SHOWN_AT_ONCE }
    return this.#engine.ask('suggestNarrowing', params).map(({ tag }) => tag.id)
  }

  #nameOf(id: Id): string {
    const known = this.#names.get(id)
    if (known !== undefined) return known
    const name = this.#engine.ask('tagsById', { ids: [id] })[0]?.name ?? ''
    this.#names.set(id, name)
    return name
  }
}

function queryOf(search: SearchTree): CardQuery {
  return { ...ALL_CARDS, search, onlyTags: true, offset: 0, limit: 0, parts: 'counts' }
}
