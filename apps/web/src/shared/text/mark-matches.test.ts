import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromMatch, markMatches } from './mark-matches.ts'

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
  ])('matches in the text %j are marked for the search %j', (text, words, expected) => {
    expect(shown(text, ...words)).toBe(expected)
  })

  it('the parts of a marked text joined give the text again', () => {
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

describe('fromMatch', () => {
  const far = `${'one two three '.repeat(20)}and the café near the river ${'four five '.repeat(20)}`

  it.each([
    ['a short text', ['short'], 'a short text'],
    [far, [], far],
    [far, ['two'], far],
    [far, ['missing'], far],
  ])('[SB-1] the text %s is shown from its start if a match is there or nowhere', (text, words, shown) => {
    expect(fromMatch(text, words, 100)).toBe(shown)
  })

  it('[SB-1] a text is shown from a word shortly before its first match', () => {
    expect(fromMatch(far, ['river', 'cafe'], 100)).toMatch(/^…one two three and the café near the river four/)
    const long = `${'x '.repeat(5_000)}the needle is here`
    expect(fromMatch(long, ['Needle'], 100)).toMatch(/^…x (x )*the needle is here$/)
    expect(fromMatch(long, ['Needle'], 100).length).toBeLessThan(60)
    const unbroken = `${'x'.repeat(500)}needle`
    expect(fromMatch(unbroken, ['needle'], 100)).toBe(`…${'x'.repeat(24)}needle`)
  })
})
