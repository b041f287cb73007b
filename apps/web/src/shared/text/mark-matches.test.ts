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
  ])('%j for %j', (text, words, expected) => {
    expect(shown(text, ...words)).toBe(expected)
  })

  it('the parts of a marked text joined are the text again', () => {
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
  ])(
    '[SB-1] the text %s is left as it is where its beginning has a match, or nothing has',
    (text, words, shown) => {
      expect(fromMatch(text, words, 100)).toBe(shown)
    },
  )

  it('[SB-1] a text begins shortly before its first match, at a word', () => {
    expect(fromMatch(far, ['river', 'cafe'], 100)).toMatch(/^…one two three and the café near the river four/)
    const long = `${'x '.repeat(5_000)}the needle is here`
    expect(fromMatch(long, ['Needle'], 100)).toMatch(/^…x (x )*the needle is here$/)
    expect(fromMatch(long, ['Needle'], 100).length).toBeLessThan(60)
    const unbroken = `${'x'.repeat(500)}needle`
    expect(fromMatch(unbroken, ['needle'], 100)).toBe(`…${'x'.repeat(24)}needle`)
  })
})
