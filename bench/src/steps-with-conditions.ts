import { type Card, parseSearch, sitesOf, UTC_DAYS } from '@cardinal/domain'
import { ALL_CARDS, type AskableWorkspace, type CardQuery, type ConditionSuggestion } from '@cardinal/engine'

/** Cards on a page, suggested tags, and suggested conditions. */
const [ON_A_PAGE, TAGS, CONDITIONS] = [5, 5, 4]
/** Most parts that a person adds before reading the pages. */
const MOST_ADDED = 10

/** One suggestion below the searchbar: the text that it adds, and the number of cards left. */
interface Choice {
  readonly text: string
  readonly count: number
  readonly isOf: (card: Card) => boolean
}

/**
 * Counts the steps from one tag to a card for a person who recognises the card's tags, year, site, kind and
 * colour among the suggestions. Each step takes the recognised suggestion with the fewest cards.
 */
export class StepsWithConditions {
  readonly #index: AskableWorkspace
  readonly #years: readonly number[]
  readonly #hasConditions: boolean
  readonly #choices = new Map<string, { total: number; choices: readonly Choice[] }>()

  constructor(index: AskableWorkspace, cards: readonly Card[], hasConditions: boolean) {
    this.#index = index
    this.#hasConditions = hasConditions
    const years = cards.map(({ createdAt }) => new Date(createdAt).getUTCFullYear())
    this.#years = [...new Set(years)].sort((a, b) => b - a)
  }

  stepsTo(card: Card, from: string): number {
    let text = from
    for (let added = 0; ; added++) {
      const { total, choices } = this.#choicesFor(text)
      const pages = Math.ceil(total / ON_A_PAGE)
      const [best] = choices
        .filter((choice) => choice.count < total && choice.isOf(card))
        .sort((a, b) => a.count - b.count)
      if (pages <= 1 || added >= MOST_ADDED || best === undefined) return added + pages
      text = best.text
    }
  }

  #choicesFor(text: string) {
    const known = this.#choices.get(text)
    if (known !== undefined) return known
    const search = parseSearch(text)
    const query: CardQuery = { ...ALL_CARDS, search, onlyTags: true, offset: 0, limit: 0, parts: 'counts' }
    const { total, intersectionCounts } = this.#index.ask('matchCards', query)
    const counts = new Map(intersectionCounts.map(({ tagId, count }) => [tagId, count]))
    const tags = this.#index
      .ask('suggestNarrowing', { query, text, finished: search, savedSearches: [], now: 0, limit: TAGS })
      .map(
        ({ tag: { id, name } }): Choice => ({
          text: `${text}, ${name}`,
          count: counts.get(id) ?? total,
          isOf: ({ tagIds }) => tagIds.includes(id),
        }),
      )
    const found = { total, choices: [...tags, ...(this.#hasConditions ? this.#conditions(text, query) : [])] }
    this.#choices.set(text, found)
    return found
  }

  #conditions(text: string, query: CardQuery): Choice[] {
    const year = /created:(\d{4})$|created:(\d{4}),/.exec(text)
    const inYear = year === null ? null : Number(year[1] ?? year[2])
    const starts =
      inYear === null
        ? this.#years.map((each) => [each, 1, 12] as const)
        : QUARTERS.map((month) => [inYear, month, 3] as const)
    const spans = starts.map(([each, month, months]) => ({
      start: UTC_DAYS.startOfDay({ year: each, month, day: 1 }),
      end: UTC_DAYS.startOfDay({ year: each, month: month + months, day: 1 }),
    }))
    return this.#index.ask('suggestConditions', { query, spans, limit: CONDITIONS }).map((found): Choice => {
      const [each = 0, month = 1, months = 12] = found.kind === 'span' ? (starts[found.at] ?? []) : []
      const span = found.kind === 'span' ? spans[found.at] : undefined
      const days = months === 12 ? `${each}` : `${each}-${two(month)}..${each}-${two(month + 2)}`
      return {
        text: `${text}, ${textOf(found, days)}`,
        count: found.count,
        isOf: (card) =>
          span === undefined ? isMet(found, card) : card.createdAt >= span.start && card.createdAt < span.end,
      }
    })
  }
}

const QUARTERS = [1, 4, 7, 10]
const two = (month: number) => String(month).padStart(2, '0')

function textOf(found: ConditionSuggestion, days: string): string {
  switch (found.kind) {
    case 'span':
      return `created:${days}`
    case 'site':
      return `site:${found.site}`
    case 'type':
      return `is:${found.type}`
    case 'color':
      return `color:${found.color}`
    case 'subnotes':
      return 'has:subtasks'
    case 'file':
      return 'has:file'
  }
}

function isMet(found: ConditionSuggestion, card: Card): boolean {
  switch (found.kind) {
    case 'site':
      return sitesOf(card).some((site) => site === found.site || site.endsWith(`.${found.site}`))
    case 'type':
      return card.type === found.type
    case 'color':
      return card.color === found.color
    case 'file':
      return card.files !== null
    default:
      return card.subnotes.length > 0
  }
}
