import { fold, parseSearch, type SearchbarFacts, type SearchbarSubject } from '@cardinal/domain'
import type { Reader } from '../tables.ts'

/**
 * What `searchbarMode` needs to know. A tag is added by its whole name, so that for tags only a name that
 * is taken stands in the way; for cards the beginning of one is enough.
 */
export function searchbarFacts(
  { tags, cards }: Pick<Reader, 'tags' | 'cards'>,
  { text, subject }: { text: string; subject: SearchbarSubject | null },
): Omit<SearchbarFacts, 'namesAWorkspace'> {
  const words = parseSearch(text).includes.map(fold)
  return {
    aTagMatches:
      words.some((word) => tags.namedBy(word).length > 0) ||
      (subject !== 'tag' && tags.hasPartBeginning(words)),
    equalsACard: cards.hasContent(text.trim()),
  }
}
