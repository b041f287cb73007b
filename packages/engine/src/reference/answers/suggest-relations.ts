import { fold, nameLikeness } from '@cardinal/domain'
import { FEWEST_FOR_PARENT, type RelationSuggestion, SHARE_FOR_PARENT } from '../../questions.ts'
import { byName, type NaiveRows } from '../naive-rows.ts'

export function suggestRelations(rows: NaiveRows, { limit }: { limit: number }): RelationSuggestion[] {
  const tags = rows.tags.map((tag) => rows.inUse(tag)).sort(byName)
  const found: RelationSuggestion[] = []
  for (const tag of tags)
    for (const other of tags) {
      if (tag === other || rows.isImplied(tag.id, [other.id]) || rows.isImplied(other.id, [tag.id])) continue
      const likeness = nameLikeness(fold(tag.name), fold(other.name))
      const isBehind = tag.cardCount - other.cardCount || byName(other, tag)
      if (likeness !== null && isBehind < 0) found.push({ kind: 'same', tag, other, likeness })
      const cards = rows.cards.filter((card) => card.tagIds.includes(tag.id))
      const count = cards.filter((card) => card.tagIds.includes(other.id)).length
      if (cards.length < FEWEST_FOR_PARENT || other.cardCount < 2 * cards.length) continue
      if (count >= SHARE_FOR_PARENT * cards.length && count > 0)
        found.push({ kind: 'part', tag, other, count, of: cards.length })
    }
  return found
    .sort(
      (a, b) =>
        Number(b.kind === 'same') - Number(a.kind === 'same') ||
        b.other.cardCount - a.other.cardCount ||
        byName(a.tag, b.tag) ||
        byName(a.other, b.other),
    )
    .slice(0, limit)
}
