import {
  beginsAPart,
  fold,
  namesOfTag,
  type SearchbarFacts,
  type SearchbarSubject,
  searchWords,
} from '@cardinal/domain'
import type { NaiveRows } from '../naive-rows.ts'

/**
 * Returns what blocks an addition. A new tag is blocked only by a tag of exactly that name. A new card is blocked by
 * any tag name that starts like one of its words. An excluded word names a tag too.
 */
export function searchbarFacts(
  rows: NaiveRows,
  { text, subject }: { text: string; subject: SearchbarSubject | null },
): Omit<SearchbarFacts, 'namesAWorkspace'> {
  const aTagMatches = searchWords(text).some(
    ({ text: word }) =>
      rows.namedBy(word).length > 0 ||
      (subject !== 'tag' &&
        rows.tags.flatMap(namesOfTag).some((name) => beginsAPart(fold(name), fold(word)))),
  )
  const trimmed = text.trim()
  return {
    aTagMatches,
    equalsACard: trimmed !== '' && rows.cards.some((card) => card.content.trim() === trimmed),
  }
}
