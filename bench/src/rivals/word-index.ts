import { type Card, fold, type Id } from '@cardinal/domain'
import { commaWordsOf } from './comma-words.ts'
import { answerFrom, excludedTags, type Rival, tagFinder, textsOf } from './rival.ts'

/** Numbers of the texts with all words of a phrase; the last word may be a prefix. */
export type FindWords = (phrase: string) => readonly number[]

/** A rival that finds texts by a word index and tags by sets of cards. */
export function wordIndexRival(name: string, build: (texts: readonly string[]) => FindWords): Rival {
  return {
    name,
    build: (tags, cards) => {
      const texts = cards.map(textsOf)
      const findWords = build(texts)
      const find = tagFinder(tags)
      const numbersByTag = groupByTag(cards)
      const containing = (folded: string) => findWords(folded).filter((n) => texts[n]?.includes(folded))
      const cardsOf = (ids: readonly Id[]) => ids.flatMap((id) => numbersByTag.get(id) ?? [])
      return (query) => {
        const { includes, excludes, phrase } = commaWordsOf(query.search)
        const sets = includes.map((word) => {
          const { ids, isNamed } = find(word)
          return new Set([...cardsOf(ids), ...(isNamed ? [] : containing(fold(word)))])
        })
        const [first = new Set<number>(), ...rest] = sets.sort((a, b) => a.size - b.size)
        const found = new Set([...first].filter((n) => rest.every((set) => set.has(n))))
        for (const n of containing(phrase)) found.add(n)
        for (const n of cardsOf(excludedTags(find, excludes))) found.delete(n)
        return answerFrom(
          [...found].flatMap((n) => cards[n] ?? []),
          query,
        )
      }
    },
  }
}

function groupByTag(cards: readonly Card[]): Map<Id, number[]> {
  const numbers = new Map<Id, number[]>()
  cards.forEach((card, n) => {
    for (const id of card.tagIds) {
      const ofTag = numbers.get(id)
      if (ofTag === undefined) numbers.set(id, [n])
      else ofTag.push(n)
    }
  })
  return numbers
}
