import type { Card, Id } from '@cardinal/domain'

/** How many of the chosen cards have a tag. */
export type Share = 'all' | 'some' | 'none'

/** Counts the cards of each tag. */
export function coverageOf(cards: readonly Pick<Card, 'tagIds'>[]): ReadonlyMap<Id, number> {
  const countByTag = new Map<Id, number>()
  for (const { tagIds } of cards) for (const id of tagIds) countByTag.set(id, (countByTag.get(id) ?? 0) + 1)
  return countByTag
}

export function shareOf(tagId: Id, coverage: ReadonlyMap<Id, number>, cards: number): Share {
  const count = coverage.get(tagId) ?? 0
  if (count === 0 || cards === 0) return 'none'
  return count === cards ? 'all' : 'some'
}

/** Returns the tags on any of the cards, most cards first. */
export function existingTags(coverage: ReadonlyMap<Id, number>): readonly Id[] {
  return [...coverage].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([id]) => id)
}

/** Returns the tags that are on all cards. */
export function commonTags(coverage: ReadonlyMap<Id, number>, cards: number): readonly Id[] {
  return cards === 0 ? [] : existingTags(coverage).filter((id) => coverage.get(id) === cards)
}

/** The number of characters of the cards' texts from which tags are suggested. */
const ENOUGH = 2_000

/** Joins the beginnings of the first cards' texts, for suggestions. */
export function sampleText(cards: readonly Pick<Card, 'content'>[]): string {
  const first = cards.slice(0, 20)
  const each = Math.floor(ENOUGH / Math.max(1, first.length))
  return first.map((card) => card.content.slice(0, each)).join('\n')
}
