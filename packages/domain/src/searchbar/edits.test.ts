import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../folding.ts'
import { completeLastWord, editSearchText, lastWord } from './edits.ts'
import { parseSearch } from './grammar.ts'

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
  ] as const)('[SB-5] %j, %s %s: %j', (text, edit, tag, result) => {
    expect(editSearchText(text, edit, tag)).toBe(result)
  })

  it('[SB-5] after include the tag is asked for, after exclude and remove it is not; others stay', () => {
    fc.assert(
      fc.property(texts, tags, (text, tag) => {
        const others = parseSearch(text).includes.filter((word) => fold(word) !== fold(tag))
        const included = parseSearch(editSearchText(text, 'include', tag))
        const excluded = parseSearch(editSearchText(text, 'exclude', tag))
        const removed = parseSearch(editSearchText(text, 'remove', tag))
        expect(included.includes.filter((word) => fold(word) !== fold(tag))).toEqual(others)
        expect(included.includes).toContain(tag)
        expect(excluded.excludes).toContain(tag)
        expect(excluded.includes).toEqual(others)
        expect(removed.includes).toEqual(others)
        expect(removed.excludes.map(fold)).not.toContain(fold(tag))
      }),
    )
  })
})

describe('the word being typed', () => {
  it('[SB-8] is the piece behind the last comma, without its minus', () => {
    expect(lastWord('milk, te')).toBe('te')
    expect(lastWord('milk, -te')).toBe('te')
    expect(lastWord('milk, - te')).toBe('te')
    expect(lastWord('milk, re-use')).toBe('re-use')
    expect(lastWord('milk，te')).toBe('te')
    expect(lastWord('milk, ')).toBe('')
  })

  it('[SB-8] is replaced by the tag picked for it, excluded if it was', () => {
    expect(completeLastWord('milk, te', 'tea')).toBe('milk, tea')
    expect(completeLastWord('milk, -te', 'tea')).toBe('milk, -tea')
    expect(completeLastWord('te', 'tea')).toBe('tea')
  })
})

const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ',', ' ') })
const tags = fc.constantFrom('a', 'b', 'ab', 'é', 'b a')
