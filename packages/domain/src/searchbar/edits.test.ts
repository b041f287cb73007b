import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../folding.ts'
import { completeLastWord, editSearchText, lastWord, spellingOf, withoutLastWord } from './edits.ts'
import { searchWords } from './grammar.ts'

it.each([
  ['is:untagged, Tea', 'tags:0', 'is:untagged'],
  ['due:none', 'due:any', 'due:none'],
  ['- home, is:todo', 'home', '-home'],
  ['tea', 'milk', null],
])('[SB-5] in the search %j the part %s is written %j', (text, label, spelled) => {
  expect(spellingOf(text, label)).toBe(spelled)
})

describe('editSearchText', () => {
  it.each([
    ['', 'include', 'tea', 'tea'],
    ['milk', 'include', 'tea', 'milk, tea'],
    ['milk', 'exclude', 'tea', 'milk, -tea'],
    ['milk, tea', 'remove', 'tea', 'milk'],
    ['milk, -tea', 'remove', 'tea', 'milk'],
    ['milk, sugar', 'search', 'tea', 'tea'],
    ['milk, -tea, x', 'include', 'tea', 'milk, tea, x'],
    ['milk, tea, x', 'exclude', 'tea', 'milk, -tea, x'],
    ['Café', 'include', 'cafe', 'cafe'],
    ['is:open,tea | milk', 'include', 'tea', 'is:open, tea | milk, tea'],
    ['is:open, -(a,b), tea', 'exclude', 'tea', 'is:open, -(a,b), -tea'],
    ['tag:tea, "x, y"', 'remove', 'tea', '"x, y"'],
    ['a | b, is:open', 'exclude', 'a | b', '-(a | b), is:open'],
    ['-(a | b)', 'include', '(a | b)', '(a | b)'],
    ['is:todo, tea', 'remove', 'type:todo', 'tea'],
  ] as const)('[SB-5] the search %j after %s of the tag %s is %j', (text, edit, tag, result) => {
    expect(editSearchText(text, edit, tag)).toBe(result)
  })

  it('[SB-5] include makes the tag an included word, exclude and remove do not, and other words stay', () => {
    fc.assert(
      fc.property(texts, tags, (text, tag) => {
        const isOther = (word: { text: string }) => fold(word.text) !== fold(tag)
        const others = searchWords(text).filter(isOther)
        const included = searchWords(editSearchText(text, 'include', tag))
        const excluded = searchWords(editSearchText(text, 'exclude', tag))
        expect(included.filter(isOther)).toEqual(others)
        expect(included).toContainEqual({ text: tag, isExcluded: false })
        expect(excluded.filter(isOther)).toEqual(others)
        expect(excluded).toContainEqual({ text: tag, isExcluded: true })
        expect(searchWords(editSearchText(text, 'remove', tag))).toEqual(others)
      }),
    )
  })
})

describe('the word being typed', () => {
  it('[SB-8] the word being typed is the text after the last comma, without its minus', () => {
    expect(lastWord('milk, te')).toBe('te')
    expect(lastWord('milk, -te')).toBe('te')
    expect(lastWord('milk, - te')).toBe('te')
    expect(lastWord('milk, re-use')).toBe('re-use')
    expect(lastWord('milk，te')).toBe('te')
    expect(lastWord('milk, ')).toBe('')
    expect(lastWord('milk | te')).toBe('te')
    expect(lastWord('milk | ')).toBe('')
    expect(lastWord('milk, tag:te')).toBe('te')
    expect(lastWord('milk, is:open')).toBe('')
  })

  it('the part being typed, with its alternatives, is left out of the search that runs meanwhile', () => {
    expect(withoutLastWord('milk, te')).toBe('milk, ')
    expect(withoutLastWord('milk, tea | co')).toBe('milk, ')
    expect(withoutLastWord('milk, ')).toBe('milk, ')
  })

  it('[SB-8] a picked tag replaces the word being typed, and is excluded if that word was', () => {
    expect(completeLastWord('milk, te', 'tea')).toBe('milk, tea')
    expect(completeLastWord('milk, -te', 'tea')).toBe('milk, -tea')
    expect(completeLastWord('te', 'tea')).toBe('tea')
    expect(completeLastWord('milk, -', 'tea')).toBe('milk, -tea')
    expect(completeLastWord('milk | -te', 'tea')).toBe('milk | -tea')
    expect(completeLastWord('is:open, tag:te', 'tea')).toBe('is:open, tea')
  })
})

const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ',', ' ') })
const tags = fc.constantFrom('a', 'b', 'ab', 'é', 'b a')
