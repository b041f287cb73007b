import { fold, type SearchbarFacts, type SearchbarSubject, searchWords } from '@cardinal/domain'
import type { Reader } from '../tables.ts'
import { tagsNamed } from './named-tags.ts'

/**
 * Finds what `searchbarMode` needs. A new tag is blocked only by a tag of exactly that name. A new card is
 * blocked by any tag name that starts like one of its words. An excluded word names a tag too.
 */
export function searchbarFacts(
  { tags, cards }: Pick<Reader, 'tags' | 'cards'>,
  { text, subject }: { text: string; subject: SearchbarSubject | null },
): Omit<SearchbarFacts, 'namesAWorkspace'> {
  const words = searchWords(text).map((word) => fold(word.text))
  return {
    aTagMatches:
      words.some((word) => tagsNamed({ tags }, word).length > 0) ||
      (subject !== 'tag' && tags.hasPartBeginning(words)),
    equalsACard: cards.hasContent(text.trim()),
  }
}
