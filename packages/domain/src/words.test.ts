import { describe, expect, it } from 'vitest'
import { joinedWordsOf, kindOfUnit, UNIT, wordsOf } from './words.ts'

describe('kindOfUnit', () => {
  it('kindOfUnit distinguishes gaps, words, signs and scripts without spaces', () => {
    const kindOf = (char: string) => kindOfUnit(char.charCodeAt(0))
    expect([...' \n'].map(kindOf)).toEqual([UNIT.gap, UNIT.gap])
    expect([...'aé9क\u0301'].map(kindOf)).toEqual([1, 1, 1, 1, 1].map(() => UNIT.word))
    expect([...'-_.\t\0'].map(kindOf)).toEqual([1, 1, 1, 1, 1].map(() => UNIT.sign))
    expect([...'東ひカ'].map(kindOf)).toEqual([UNIT.single, UNIT.single, UNIT.single])
    expect([0xd7ff, 0xd800, 0xdc00, 0xdfff, 0xe000].map(kindOfUnit)).toEqual([
      UNIT.sign,
      UNIT.word,
      UNIT.word,
      UNIT.word,
      UNIT.sign,
    ])
    expect(new Set(Object.values(UNIT)).size).toBe(4)
  })

  it('kindOfUnit returns the same kind for a unit at every call', () => {
    const units = Array.from({ length: 65_536 }, (_, unit) => unit)
    const first = units.map(kindOfUnit)
    expect(units.map(kindOfUnit)).toEqual(first)
    const inWords = /[\p{L}\p{N}\p{M}]/u
    const isHalf = (unit: number) => unit >= 0xd800 && unit <= 0xdfff
    const missed = units.filter(
      (unit) => (isHalf(unit) || inWords.test(String.fromCharCode(unit))) && first[unit] === UNIT.sign,
    )
    expect(missed).toEqual([])
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
  ])('[SB-8] the words of the text %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })
})

it('joinedWordsOf returns the words that single underscores join', () => {
  expect(joinedWordsOf('apache mod_dav, (mod_dav_svn) __init__ a__b_c x_ _y a_-b 東_京 w_x')).toEqual([
    'mod_dav',
    'mod_dav_svn',
    'b_c',
    'w_x',
  ])
})
