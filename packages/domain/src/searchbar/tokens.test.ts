import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { squeeze } from '../folding.ts'
import { searchWords } from './grammar.ts'
import { searchTokens } from './tokens.ts'

const texts = fc.string({
  unit: fc.constantFrom('a', 'B', 'é', '\u0301', ',', '，', '-', ' ', '\n', '\u00a0'),
})

describe('[SB-1] searchTokens', () => {
  it('searchTokens gives the place of each word with its minus and without the space around it', () => {
    expect(searchTokens(' Hello  you , -draft,, - old')).toEqual([
      { from: 1, to: 11, text: 'Hello you', isExcluded: false, kind: 'word' },
      { from: 14, to: 20, text: 'draft', isExcluded: true, kind: 'word' },
      { from: 23, to: 28, text: 'old', isExcluded: true, kind: 'word' },
    ])
  })

  it('searchTokens finds in the text of one token exactly that token', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { from, to, ...word } of searchTokens(text)) {
          const cut = text.slice(from, to)
          expect(searchTokens(cut)).toEqual([{ from: 0, to: cut.length, ...word }])
        }
      }),
    )
  })

  it('between the tokens of searchTokens stand only separators, white space and signs that are no word', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let rest = ''
        let end = 0
        for (const { from, to } of searchTokens(text)) {
          expect(from).toBeGreaterThanOrEqual(end)
          rest += text.slice(end, from)
          end = to
        }
        expect(searchWords(rest + text.slice(end))).toEqual([])
      }),
    )
  })

  it('searchTokens keeps case and accents of the text', () => {
    const [token] = searchTokens('-Grüße  aus Köln')
    expect(token?.text).toBe(squeeze('Grüße aus Köln'))
  })

  it('searchTokens says how each part was understood, and lists the parts inside it', () => {
    expect(searchTokens('is:todo, -(a | "b"), tag:x')).toEqual([
      { from: 0, to: 7, text: 'type:todo', isExcluded: false, kind: 'field' },
      {
        from: 9,
        to: 19,
        text: '(a | "b")',
        isExcluded: true,
        kind: 'group',
        parts: [
          {
            from: 11,
            to: 18,
            text: 'a | "b"',
            isExcluded: false,
            kind: 'choice',
            parts: [
              { from: 11, to: 12, text: 'a', isExcluded: false, kind: 'word' },
              { from: 15, to: 18, text: '"b"', isExcluded: false, kind: 'text' },
            ],
          },
        ],
      },
      { from: 21, to: 26, text: 'tag:x', isExcluded: false, kind: 'tag' },
    ])
  })
})
