import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../folding.ts'
import { duplicateWords, NOTHING_ASKED, parseSearch, searchWords } from './grammar.ts'

describe('parseSearch', () => {
  it('[SB-1] splits on commas, trims, drops what is empty, and takes a leading minus as exclusion', () => {
    expect(parseSearch(' Hello , world,, -draft ， - old stuff')).toEqual({
      includes: ['Hello', 'world'],
      excludes: ['draft', 'old stuff'],
      phrase: 'hello world',
    })
  })

  it('[SB-1] keeps a minus inside a word, and drops one that stands alone', () => {
    expect(parseSearch('re-use, -, --x')).toEqual({
      includes: ['re-use'],
      excludes: ['-x'],
      phrase: 're-use',
    })
  })

  it('[SB-1] counts a word that stands twice once, in the phrase too', () => {
    expect(parseSearch('Café, cafe, tea, -x, -X')).toEqual({
      includes: ['Café', 'tea'],
      excludes: ['x'],
      phrase: 'cafe tea',
    })
  })

  it('[SB-1] an empty text asks for nothing', () => {
    expect(NOTHING_ASKED).toEqual({ includes: [], excludes: [], phrase: '' })
    expect(parseSearch(' , ')).toEqual(NOTHING_ASKED)
  })

  it('[SB-1] a word that folds to nothing is none', () => {
    expect(searchWords('\u0301, -\u0301, a')).toEqual([{ text: 'a', isExcluded: false }])
  })

  it('[SB-1] writing the words out again asks for the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', 'é', ',', '，', '-', ' ', '\n') }), (text) => {
        const query = parseSearch(text)
        const written = [...query.includes, ...query.excludes.map((word) => `-${word}`)].join(',')
        // A word that itself begins with a minus (from "--x") can only be written as an excluded one.
        fc.pre(!query.includes.some((word) => word.startsWith('-')))
        expect(parseSearch(written)).toEqual(query)
      }),
    )
  })

  it('[SB-1] takes any text, lone surrogates and NUL too', () => {
    expect(parseSearch('\ud800, \0').includes).toHaveLength(2)
    const anyUnits = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units))
    fc.assert(fc.property(anyUnits, (text) => parseSearch(text).phrase === fold(parseSearch(text).phrase)))
  })
})

describe('duplicateWords', () => {
  it('[SB-4] finds words that are equal once folded, whichever sign they bear', () => {
    expect(duplicateWords('tea, Café, -cafe, coffee')).toEqual(['cafe'])
    expect(duplicateWords('tea, coffee')).toEqual([])
  })
})
