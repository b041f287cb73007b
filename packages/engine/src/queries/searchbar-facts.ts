import { fold, includedWords, type SearchbarFacts, type SearchbarSubject } from '@cardinal/domain'
import type { Reader } from '../tables.ts'
import { tagsNamed } from './named-tags.ts'

/**
 * Finds what `searchbarMode` needs. A new tag is blocked only by a tag of exactly that name. A new card is
 * blocked by any tag name that starts like it.
 */
export function searchbarFacts(
  { tags, cards }: Pick<Reader, 'tags' | 'cards'>,
  { text, subject }: { text: string; subject: SearchbarSubject | null },
): Omit<SearchbarFacts, 'namesAWorkspace'> {
  const words = includedWords(text).map(fold)
  return {
    aTagMatches:
      words.some((word) => tagsNamed({ tags }, word).length > 0) ||
      (subject !== 'tag' && tags.hasPartBeginning(words)),
    equalsACard: cards.hasContent(text.trim()),
  }
}
