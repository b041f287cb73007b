import { describe, expect, it } from 'vitest'
import { UNIT, unitKinds, wordsOf } from './words.ts'

describe('unitKinds', () => {
  it('tells gaps, words, signs and scripts without spaces apart, for every unit', () => {
    const kinds = unitKinds()
    const kindOf = (char: string) => kinds[char.charCodeAt(0)]
    expect(kinds).toHaveLength(65_536)
    expect([...' \n'].map(kindOf)).toEqual([UNIT.gap, UNIT.gap])
    expect([...'aé9क\u0301'].map(kindOf)).toEqual([1, 1, 1, 1, 1].map(() => UNIT.word))
    expect([...'-_.\t\0'].map(kindOf)).toEqual([1, 1, 1, 1, 1].map(() => UNIT.sign))
    expect([...'東ひカ'].map(kindOf)).toEqual([UNIT.single, UNIT.single, UNIT.single])
    expect([0xd7ff, 0xd800, 0xdc00, 0xdfff, 0xe000].map((unit) => kinds[unit])).toEqual([
      UNIT.sign,
      UNIT.word,
      UNIT.word,
      UNIT.word,
      UNIT.sign,
    ])
    expect(new Set(Object.values(UNIT)).size).toBe(4)
  })

  it('is worked out once', () => {
    expect(unitKinds()).toBe(unitKinds())
  })
})

describe('wordsOf', () => {
  it.each([
    ['', []],
    ['tea', ['tea']],
    ['two words', ['two', 'words']],
    [' - leading and trailing! ', ['leading', 'and', 'trailing']],
    ['snake_case re-use', ['snake', 'case', 're', 'use']],
    ['40 days, 2 cups', ['40', 'days', '2', 'cups']],
    ['क्षि मُ', ['क्षि', 'मُ']],
    ['東京 ひら カナ', ['東', '京', 'ひ', 'ら', 'カ', 'ナ']],
    ['in東京now', ['in', '東', '京', 'now']],
    ['한국 말', ['한국', '말']],
    ['a😀b', ['a😀b']],
    ['x'.repeat(3), ['xxx']],
    ['...', []],
  ])('[SB-8] of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })
})
