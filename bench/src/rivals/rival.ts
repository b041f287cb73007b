import { type Card, fold, type Id, nameParts, type Tag } from '@cardinal/domain'
import type { CardQuery } from '@cardinal/engine'

/** The compared parts: the first cards, the total, and the numbers of colours and tags. */
export interface RivalAnswer {
  readonly page: readonly Id[]
  readonly total: number
  readonly colors: number
  readonly tags: number
}

/** A possible replacement for the engine. */
export interface Rival {
  readonly name: string
  readonly build: (tags: readonly Tag[], cards: readonly Card[]) => (query: CardQuery) => RivalAnswer
}

/** The folded texts of a card, joined by line breaks. */
export function textsOf(card: Card): string {
  return [card.content, ...card.subnotes.map(({ text }) => text)].map(fold).join('\n')
}

/** Returns a lookup from a word to its tags: the tags of that name, or else those with a part that begins with the word. */
export function tagFinder(tags: readonly Tag[]): (word: string) => { ids: Id[]; isNamed: boolean } {
  const folded = tags.map((tag) => ({ id: tag.id, name: fold(tag.name), parts: nameParts(fold(tag.name)) }))
  return (word) => {
    const named = folded.filter(({ name }) => name === fold(word)).map(({ id }) => id)
    if (named.length > 0) return { ids: named, isNamed: true }
    const begun = folded.filter(({ parts }) => parts.some((part) => part.startsWith(fold(word))))
    return { ids: begun.map(({ id }) => id), isNamed: false }
  }
}

/** Tags named by excluded words; a word that names no tag excludes nothing. */
export function excludedTags(find: ReturnType<typeof tagFinder>, words: readonly string[]): Id[] {
  return words.map(find).flatMap(({ ids, isNamed }) => (isNamed ? ids : []))
}

/** First cards and counts of the matches, newest first: the last step of every rival in memory. */
export function answerFrom(matches: Card[], { offset, limit }: CardQuery): RivalAnswer {
  const colors = new Map<string | null, number>()
  const tags = new Map<Id, number>()
  for (const card of matches) {
    colors.set(card.color, (colors.get(card.color) ?? 0) + 1)
    for (const id of card.tagIds) tags.set(id, (tags.get(id) ?? 0) + 1)
  }
  const sorted = [...tags].sort((a, b) => b[1] - a[1])
  const page = matches
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
    .slice(offset, offset + limit)
  return { page: page.map(({ id }) => id), total: matches.length, colors: colors.size, tags: sorted.length }
}
