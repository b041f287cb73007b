import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markMatches } from './mark-matches.ts'

const shown = (text: string, ...words: string[]) =>
  markMatches(text, words)
    .map((stretch) => (stretch.isMatch ? `[${stretch.text}]` : stretch.text))
    .join('')

describe('[SB-1] what matched is marked in the text as it is written', () => {
  it.each([
    ['Hello world', ['hello'], '[Hello] world'],
    ['A Café au lait', ['cafe'], 'A [Café] au lait'],
    ['cafe\u0301 noir', ['café'], '[cafe\u0301] noir'],
    ['two\n  lines here', ['two lines'], '[two\n  lines] here'],
    ['ﬁne print', ['fine'], '[ﬁne] print'],
    ['😀 smile 😀', ['smile'], '😀 [smile] 😀'],
    ['aaa', ['a'], '[aaa]'],
    ['nothing', ['x'], 'nothing'],
    ['nothing', ['', ' '], 'nothing'],
  ])('%j for %j', (text, words, expected) => {
    expect(shown(text, ...words)).toBe(expected)
  })

  it('joined, the stretches are the text again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string(), { maxLength: 4 }), (text, words) => {
        expect(
          markMatches(text, words)
            .map((stretch) => stretch.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
