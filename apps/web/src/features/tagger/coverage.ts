import type { Card, Id } from '@cardinal/domain'

/** On how many of the chosen cards a tag is. */
export type Share = 'all' | 'some' | 'none'

/** For each tag on any of the cards, on how many of them it is. */
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

/** Tags on any of the cards: those on most of them first. */
export function existingTags(coverage: ReadonlyMap<Id, number>): readonly Id[] {
  return [...coverage].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([id]) => id)
}

/** Tags that are on every one of the cards. */
export function commonTags(coverage: ReadonlyMap<Id, number>, cards: number): readonly Id[] {
  return cards === 0 ? [] : existingTags(coverage).filter((id) => coverage.get(id) === cards)
}

/** As many characters of the cards' texts as suggestions need to see what they are about. */
const ENOUGH = 2_000

/** What the cards are about, in one text: a piece of each of the first ones. */
export function sampleText(cards: readonly Pick<Card, 'content'>[]): string {
  const first = cards.slice(0, 20)
  const each = Math.floor(ENOUGH / Math.max(1, first.length))
  return first.map((card) => card.content.slice(0, each)).join('\n')
}
