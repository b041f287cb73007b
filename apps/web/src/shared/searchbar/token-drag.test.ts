import { searchTokens } from '@cardinal/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveToken } from './token-drag.ts'

const words = fc.uniqueArray(fc.stringMatching(/^-?[a-z]{1,6}$/), { minLength: 1, maxLength: 6 })

describe('a token of the search that is moved', () => {
  it('[SB-5] a dragged token is at its new place, and the others keep their order', () => {
    fc.assert(
      fc.property(words, fc.nat(5), fc.nat(5), fc.constantFrom('', ', '), (written, a, b, end) => {
        const text = written.join(', ') + end
        const tokens = searchTokens(text)
        const [from, to] = [a % tokens.length, b % tokens.length]
        const expected = [...written]
        expected.splice(to, 0, ...expected.splice(from, 1))
        expect(moveToken(text, tokens, from, to)).toBe(expected.join(', ') + end)
      }),
    )
  })

  it('[SB-5] dragging a token keeps the text between the tokens', () => {
    const text = '  red ,blue,  "two words"'
    expect(moveToken(text, searchTokens(text), 2, 0)).toBe('  "two words" ,red,  blue')
  })
})
