import { fold } from '@cardinal/domain'
import { commaWordsOf } from './comma-words.ts'
import { answerFrom, excludedTags, type Rival, tagFinder, textsOf } from './rival.ts'

/** Scans every card, with texts folded in advance and tags as sets: a careful loop without an index. */
export const linearScan: Rival = {
  name: 'linear scan',
  build: (tags, cards) => {
    const rows = cards.map((card) => ({ card, texts: textsOf(card), tags: new Set(card.tagIds) }))
    const find = tagFinder(tags)
    return (query) => {
      const { includes, excludes, phrase } = commaWordsOf(query.search)
      const words = includes.map((word) => ({ folded: fold(word), ...find(word) }))
      const excluded = excludedTags(find, excludes)
      const matches = rows.filter(
        (row) =>
          !excluded.some((id) => row.tags.has(id)) &&
          (words.every(
            ({ folded, ids, isNamed }) =>
              ids.some((id) => row.tags.has(id)) || (!isNamed && row.texts.includes(folded)),
          ) ||
            row.texts.includes(phrase)),
      )
      return answerFrom(
        matches.map(({ card }) => card),
        query,
      )
    }
  },
}
