import {
  allOf,
  duplicateWords,
  fold,
  notOf,
  parseSearch,
  type SearchTree,
  searchWords,
  usesSigns,
} from '@cardinal/domain'
import { changes, commaTexts } from '@cardinal/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesTree } from './answers/matching.ts'
import { matchesCommas, parseCommas } from './comma-language.ts'
import { NaiveRows } from './naive-rows.ts'

describe('[SB-1] searches of words, commas and minus mean the same as before the language had other signs', () => {
  it('a text without operators finds the same cards as in the old language', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 30 }), commaTexts, fc.boolean(), (made, text, onlyTags) => {
        fc.pre(!usesSigns(text))
        const rows = new NaiveRows()
        for (const change of made) rows.apply(change)
        const tree = parseSearch(text)
        const query = parseCommas(text)
        for (const card of rows.cards)
          expect(matchesTree(rows, tree, onlyTags, card)).toBe(matchesCommas(rows, query, onlyTags, card))
      }),
      { numRuns: 500 },
    )
  })

  // Operators where they are plain text: incomplete, next to a letter, or in lower case.
  const units = [
    'a',
    'B',
    'é',
    ',',
    '，',
    '-',
    ' ',
    '\n',
    '(',
    '"x',
    '|x',
    ' or ',
    ':',
    'tag: ',
    'http://',
    'is:x',
    '!',
  ]

  it('a text without operators has the same words as in the old language', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...units), { maxLength: 20 }), (pieces) => {
        const text = pieces.join('')
        fc.pre(!usesSigns(text))
        const { includes, excludes } = parseCommas(text)
        const words: SearchTree = { kind: 'words', words: includes }
        const left = excludes.map((name) => notOf({ kind: 'tag', name, isExact: false }))
        expect(parseSearch(text)).toEqual(allOf(includes.length === 0 ? left : [words, ...left]))
        const folded = searchWords(text).map((word) => fold(word.text))
        expect(new Set(duplicateWords(text))).toEqual(
          new Set(folded.filter((word, at) => folded.indexOf(word) !== at)),
        )
      }),
      { numRuns: 2000 },
    )
  })
})
