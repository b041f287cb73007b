import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Card, ownTexts } from '@cardinal/domain'
import { MARKS } from '../import-export/index.ts'

import { bundles } from './bundles.ts'
import type { Caller } from './caller.ts'
import { listTags } from './karakeep-lists.ts'

/** Cards read at once, before yielding. */
const CARDS_PER_SLICE = 2_000
const DAY = 86_400_000
const MOST_SHOWN = 10

/** Figures about a person's cards in Karakeep's format. Hours and days are UTC. */
export async function karakeepStats(caller: Caller) {
  const count = new Counts(caller)
  for (let from: { time: number; id: string } | undefined, isOver = false; !isOver; ) {
    const order = { by: 'recently', of: 'added' } as const
    const { cards } = await caller.cards(null, '-type:todo', {
      offset: 0,
      limit: CARDS_PER_SLICE + 1,
      order,
      from,
    })
    for (const card of cards.slice(0, CARDS_PER_SLICE)) count.add(card)
    const next = cards[CARDS_PER_SLICE]
    isOver = next === undefined
    from = next && { time: next.createdAt, id: next.id }
    await yieldToEventLoop()
  }
  const lists = listTags(caller).map(({ name }) => name)
  const { tags, total } = await caller.tagPage({
    order: { by: 'most', of: 'tagged' },
    without: [MARKS.archived, MARKS.favourite, ...lists],
    limit: MOST_SHOWN,
  })
  return {
    ...count.shown(),
    numTags: total,
    numLists: lists.length + (await bundles(caller)).length,
    numHighlights: 0,
    totalAssetSize: 0,
    assetsByType: [],
    tagUsage: tags.flatMap(({ name, cardCount }) => (cardCount > 0 ? { name, count: cardCount } : [])),
  }
}

class Counts {
  readonly #favorite: string | undefined
  readonly #archived: string | undefined
  readonly #now: number
  readonly #types = { link: 0, text: 0, asset: 0 }
  readonly #domains = new Map<string, number>()
  readonly #hours = new Array<number>(24).fill(0)
  readonly #days = new Array<number>(7).fill(0)
  readonly #within = { week: 0, month: 0, year: 0 }
  #favorites = 0
  #archives = 0

  constructor(caller: Caller) {
    this.#favorite = caller.tagNamed(MARKS.favourite)?.id
    this.#archived = caller.tagNamed(MARKS.archived)?.id
    this.#now = caller.context.services.now()
  }

  add(card: Card): void {
    const { type, tagIds, createdAt } = card
    this.#types[type === 'link' ? 'link' : 'text']++
    if (this.#favorite !== undefined && tagIds.includes(this.#favorite)) this.#favorites++
    if (this.#archived !== undefined && tagIds.includes(this.#archived)) this.#archives++
    const date = new Date(createdAt)
    bump(this.#hours, date.getUTCHours())
    bump(this.#days, date.getUTCDay())
    const age = (this.#now - createdAt) / DAY
    if (age <= 7) this.#within.week++
    if (age <= 30) this.#within.month++
    if (age <= 365) this.#within.year++
    const [, domain] = type === 'link' ? (/^https?:\/\/([^/]+)/i.exec(ownTexts(card).url) ?? []) : []
    if (domain !== undefined) this.#domains.set(domain, (this.#domains.get(domain) ?? 0) + 1)
  }

  shown() {
    const numBookmarks = this.#types.link + this.#types.text
    const domains = [...this.#domains].sort((a, b) => b[1] - a[1]).slice(0, MOST_SHOWN)
    return {
      numBookmarks,
      numFavorites: this.#favorites,
      numArchived: this.#archives,
      bookmarksByType: this.#types,
      topDomains: domains.map(([domain, count]) => ({ domain, count })),
      bookmarkingActivity: {
        thisWeek: this.#within.week,
        thisMonth: this.#within.month,
        thisYear: this.#within.year,
        byHour: this.#hours.map((count, hour) => ({ hour, count })),
        byDayOfWeek: this.#days.map((count, day) => ({ day, count })),
      },
      bookmarksBySource: numBookmarks === 0 ? [] : [{ source: null, count: numBookmarks }],
    }
  }
}

function bump(counts: number[], at: number): void {
  counts[at] = (counts[at] ?? 0) + 1
}
