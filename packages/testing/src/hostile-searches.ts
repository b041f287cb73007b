import { parseKeywords } from '@cardinal/domain'
import type { AskableWorkspace } from '@cardinal/engine'
import { sample, sampleId } from './notation.ts'
import { narrowQueryFor, queryFor } from './queries.ts'

/** Search texts that no person types: long, deep, malformed, or of many parts. Pairs of name and text. */
export const HOSTILE_SEARCHES: readonly (readonly [string, string])[] = [
  ['a lone surrogate', 'a\ud800, \udc00'],
  ['NUL', 'text\0, \0'],
  ['a word of 100,000 characters', 'x'.repeat(100_000)],
  ['100,000 words without commas', 'ab '.repeat(33_000)],
  ['ten thousand commas', ','.repeat(10_000)],
  ['ten thousand words', Array.from({ length: 2000 }, (_, n) => `w${n}`).join(',')],
  ['every word names a tag', Array.from({ length: 300 }, (_, n) => `tag${n}`).join(',')],
  ['two thousand exclusions', Array.from({ length: 2000 }, (_, n) => `-tag${n}`).join(',')],
  ['marks alone', '\u0301'.repeat(10_000)],
  ['fifty stars', Array.from({ length: 50 }, (_, n) => `*t*a*${n}*`).join(',')],
  ['fifty quotes', Array.from({ length: 50 }, (_, n) => `"t ${n}"`).join(' | ')],
  ['parentheses within each other', `${'-('.repeat(10)}text, tag1${')'.repeat(10)}`],
  ['parentheses alone', '(,'.repeat(5_000)],
  ['alternatives of tags', Array.from({ length: 50 }, (_, n) => `tag${n}`).join(' | ')],
  ['signs alone', '-!?'.repeat(3_000)],
]

/** Cards for {@link HOSTILE_SEARCHES}: each has one of 300 tags and one tag that all share. */
export function sampleForHostileSearches(cards: number) {
  return sample(
    Array.from({ length: cards }, (_, n) => `note text ${n} about things #tag${n % 300} #common`).join('\n'),
  )
}

/** Every question that takes a text, with this text. */
export function questionsWithText(text: string): Record<string, (index: AskableWorkspace) => unknown> {
  const query = queryFor(text)
  const ids = Array.from({ length: 3 }, (_, n) => sampleId('a', n))
  return {
    matchCards: (index) => index.ask('matchCards', query),
    second: (index) => index.ask('matchCards', queryFor('', { second: parseKeywords(text) })),
    looseMatches: (index) => index.ask('looseMatches', query),
    withoutEachWord: (index) => index.ask('withoutEachWord', query),
    tagsBySearchword: (index) => index.ask('tagsBySearchword', { keywords: [text, 'common'] }),
    groupsBySearchword: (index) => index.ask('groupsBySearchword', { searchwords: [text] }),
    searchbarFacts: (index) => index.ask('searchbarFacts', { text, subject: 'note' }),
    cardsWithAddress: (index) => index.ask('cardsWithAddress', { address: text }),
    narrow: (index) =>
      index.ask(
        'suggestNarrowing',
        narrowQueryFor(text, { savedSearches: [text.slice(0, 1000)], limit: 10 }),
      ),
    label: (index) =>
      index.ask('suggestLabels', { text, type: null, cardId: null, tagIds: ids, now: 0, limit: 10 }),
  }
}
