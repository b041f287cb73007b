import { fold } from '@cardinal/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containsFolded } from './text-table.ts'

const UNITS = [
  'a',
  'B',
  'É',
  ' ',
  '\n',
  '\t',
  'ς',
  'ｆ',
  '\u00a0',
  'e\u0301',
  'か',
  '\u3099',
  '😀',
  '한',
  '東',
]

describe('containsFolded', () => {
  it('[SB-1] containsFolded says whether the folded text contains the substring, for any texts', () => {
    const some = fc.array(fc.constantFrom(...UNITS), { maxLength: 8 }).map((units) => units.join(''))
    const many = some.map((text) => `${text}${'ab é'.repeat(40)}`)
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), some, many)
    fc.assert(
      fc.property(text, text, fc.nat(), fc.nat(), (within, other, start, length) => {
        const folded = fold(within)
        const from = start % (folded.length + 1)
        for (const substring of [
          fold(other),
          folded.slice(from, from + (length % 6)),
          folded.slice(from, from + (length % 90)),
        ])
          expect(containsFolded(within, substring), JSON.stringify([within, substring])).toBe(
            folded.includes(substring),
          )
      }),
    )
  })

  it('[SB-1] containsFolded finds a plain letter before or inside any character exactly where folding leaves it', () => {
    for (let code = 0x80; code < 0x30000; code++) {
      const char = String.fromCodePoint(code)
      const text = `A${char}`
      const folded = fold(text)
      for (const substring of ['a', ...(folded.match(/[!-~]{2,}/g) ?? [])])
        if (containsFolded(text, substring) !== folded.includes(substring))
          expect.fail(`${code.toString(16)}: ${substring}`)
    }
  })

  it.each([
    ['Élan vital', 'elan v', true],
    ['a  –\tb', 'a – b', true],
    ['– a ', 'a ', false],
    ['か\u3099', 'か', false],
    ['é', '', true],
  ])('[SB-1] for the text %j and the substring %j containsFolded is %s', (text, substring, isContained) => {
    expect(containsFolded(text, substring)).toBe(isContained)
    expect(fold(text).includes(substring)).toBe(isContained)
  })
})
