import { beginsAPart, fold, parseSearch, type SearchbarFacts, type SearchbarSubject } from '@cardinal/domain'
import type { NaiveRows } from '../naive-rows.ts'

/**
 * A tag is added by its whole name, so that for tags only a name that is taken stands in the way; for
 * cards the beginning of one is enough.
 */
export function searchbarFacts(
  rows: NaiveRows,
  { text, subject }: { text: string; subject: SearchbarSubject | null },
): Omit<SearchbarFacts, 'namesAWorkspace'> {
  const aTagMatches = parseSearch(text).includes.some(
    (word) =>
      rows.namedBy(word).length > 0 ||
      (subject !== 'tag' && rows.tags.some((tag) => beginsAPart(fold(tag.name), fold(word)))),
  )
  const trimmed = text.trim()
  return {
    aTagMatches,
    equalsACard: trimmed !== '' && rows.cards.some((card) => card.content.trim() === trimmed),
  }
}
