import {
  allOf,
  type Card,
  codePointsOf,
  compareCodePoints,
  FEW_MATCHES,
  fold,
  joinedWordsOf,
  nameParts,
  namesOfTag,
  partsOf,
  textsOfCard,
  unique,
  wordsOf,
} from '@cardinal/domain'
import { type Closeness, closeness, compareCloseness, singleWords } from '@cardinal/domain/loose'
import { CLOSE_WORDS, type LooseGroup, type LooseMatches, type LooseQuery } from '../../questions.ts'
import type { NaiveRows } from '../naive-rows.ts'
import { inOrder } from './match-cards.ts'
import { matchesCard, satisfies, textsContain } from './matching.ts'

/** Implements docs/search.md, section 10. */
export function looseMatches(rows: NaiveRows, query: LooseQuery): LooseMatches {
  const whole = { ...query, offset: 0, parts: 'all' } as const
  const words = singleWords(query.search)
  const exact = rows.cards.filter((card) => matchesCard(rows, whole, card))
  if (words.length === 0 || exact.length >= FEW_MATCHES)
    return {
      words: [],
      anyOrder: groupOf(rows, [], query),
      close: { ...groupOf(rows, [], query), words: [] },
    }
  const others = allOf(partsOf(query.search).filter((part) => part.kind !== 'words'))
  const within = rows.cards.filter((card) => matchesCard(rows, { ...whole, search: others }, card))
  const has = (card: Card, word: string) =>
    satisfies(rows, card, word, query.onlyTags) || (!query.onlyTags && textsContain(card, word))
  const anyOrder = within
    .filter((card) => !exact.includes(card) && words.every((word) => has(card, word)))
    .sort(inOrder(query.order))
  const answer = { words, anyOrder: groupOf(rows, anyOrder, query) }
  if (exact.length + anyOrder.length >= FEW_MATCHES)
    return { ...answer, close: { ...groupOf(rows, [], query), words: [] } }

  const wordsByCard = new Map(within.map((card) => [card, wordsOfCard(rows, card, query.onlyTags)]))
  const allWords = unique([...wordsByCard.values()].flat())
  const closeWords = words.map((word) => {
    const isRight = allWords.includes(word) || within.filter((card) => has(card, word)).length >= FEW_MATCHES
    return isRight ? [] : closeWordsTo(word, allWords)
  })
  /** The close words of a card for a typed word that the card does not have. */
  const closeOf = (card: Card, at: number) =>
    has(card, words[at] as string)
      ? []
      : (closeWords[at] ?? []).filter(({ word }) => wordsByCard.get(card)?.includes(word))
  const distance = (card: Card) =>
    words
      .map((_, at) => Math.min(...closeOf(card, at).map((each) => each.closeness.distance)))
      .reduce((sum, least) => sum + (least === Number.POSITIVE_INFINITY ? 0 : least), 0)
  const close = within
    .filter((card) => !exact.includes(card) && !anyOrder.includes(card))
    .filter((card) => words.every((word, at) => has(card, word) || closeOf(card, at).length > 0))
    .sort((a, b) => distance(a) - distance(b) || inOrder(query.order)(a, b))
  const counted = words.flatMap((typed, at) =>
    (closeWords[at] ?? []).map(({ word }) => ({
      typed,
      word,
      count: close.filter((card) => closeOf(card, at).some((each) => each.word === word)).length,
    })),
  )
  return {
    ...answer,
    close: { ...groupOf(rows, close, query), words: counted.filter(({ count }) => count > 0) },
  }
}

/** The words of a card's texts, and the words and parts of the names of its tags. */
function wordsOfCard(rows: NaiveRows, card: Card, onlyTags: boolean): string[] {
  const names = rows.tags
    .filter((tag) => rows.isFoundBy(card, tag.id))
    .flatMap((tag) => namesOfTag(tag).map(fold))
  const texts = onlyTags ? [] : textsOfCard(card).map(fold)
  const ofTexts = texts.flatMap((text) => [...wordsOf(text), ...joinedWordsOf(text)])
  return unique([...names.flatMap(nameParts), ...names.flatMap(wordsOf), ...ofTexts])
}

function closeWordsTo(typed: string, words: readonly string[]): { word: string; closeness: Closeness }[] {
  if (wordsOf(typed)[0] !== typed) return []
  return words
    .flatMap((word) => {
      const found = closeness(codePointsOf(typed), codePointsOf(word))
      return found === null ? [] : [{ word, closeness: found }]
    })
    .sort((a, b) => compareCloseness(a.closeness, b.closeness) || compareCodePoints(a.word, b.word))
    .slice(0, CLOSE_WORDS)
}

function groupOf(rows: NaiveRows, found: readonly Card[], { limit }: LooseQuery): LooseGroup {
  const cards = found.slice(0, limit)
  const tagIds = unique(cards.flatMap((card) => card.tagIds))
  const tags = tagIds.flatMap((id) => rows.tagsById.get(id) ?? [])
  return { total: found.length, cards, tags: tags.map((tag) => rows.inUse(tag)) }
}
