import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tagName } from './folding.ts'
import { BAD_NAME_MESSAGE, checkName, splitNames } from './names.ts'

describe('checkName', () => {
  it.each([
    ['Recipes', 'recipes'],
    ['  Machine   Learning ', 'machine learning'],
    ['snake_case_2', 'snake_case_2'],
    ['7 habits', '7 habits'],
    ['東京', '東京'],
    ['हिन्दी', 'हिन्दी'],
    ['E\u0301cole', 'école'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['x'.repeat(50), 'x'.repeat(50)],
  ])('[TG-2] [TG-3] checkName keeps %j as %j', (text, kept) => {
    expect(checkName(text)).toEqual({ ok: true, value: kept })
  })

  it.each([
    ['', BAD_NAME_MESSAGE],
    ['_x', BAD_NAME_MESSAGE],
    ['-x', BAD_NAME_MESSAGE],
    ['a,b', BAD_NAME_MESSAGE],
    ['c++', BAD_NAME_MESSAGE],
    ['a\u200d', BAD_NAME_MESSAGE],
    ['a \u200d b', BAD_NAME_MESSAGE],
    ['1\u200da', BAD_NAME_MESSAGE],
    ['a\u200d1', BAD_NAME_MESSAGE],
    ['\u0301a', BAD_NAME_MESSAGE],
    ['😀', BAD_NAME_MESSAGE],
    ['a\0', BAD_NAME_MESSAGE],
    ['a\ud800', BAD_NAME_MESSAGE],
    ['x'.repeat(51), 'A name has at most 50 characters. This one has 51.'],
  ])('[TG-2] checkName refuses %j: %s', (text, error) => {
    expect(checkName(text)).toEqual({ ok: false, error })
  })

  it('[TG-3] checkName changes nothing in a name that it returned', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
        const first = checkName(text)
        fc.pre(first.ok)
        expect(checkName(first.ok ? first.value : '')).toEqual(first)
        expect(first.ok && tagName(first.value)).toBe(first.ok && first.value)
      }),
    )
  })
})

describe('splitNames', () => {
  it('[TG-2] splitNames splits at commas and reports names that occur twice', () => {
    expect(splitNames('Tea, milk，TEA,, Café, cafe')).toEqual({
      names: ['tea', 'milk', 'café', 'cafe'],
      duplicates: ['tea'],
    })
  })
})
