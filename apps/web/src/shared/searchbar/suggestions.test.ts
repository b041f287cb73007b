import type { Suggestion, SuggestionReason } from '@cardinal/engine'
import { describe, expect, it } from 'vitest'
import { createSearchStore } from '../search/search-store.ts'
import { completesTypedWord, foundByOtherName, pickSuggestion } from './suggestions.ts'

const suggestion = (name: string, ...reasons: SuggestionReason[]): Suggestion => ({
  tag: {
    id: '0'.repeat(24),
    name,
    color: null,
    clickCount: 0,
    lastClickedAt: null,
    createdAt: 0,
    updatedAt: 0,
    groupIds: [],
    cardCount: 3,
  },
  score: 1,
  reasons,
})
const picked = (text: string, chosen: Suggestion) => {
  const search = createSearchStore({ text })
  pickSuggestion(search, chosen)
  return search.getState().text
}
const byName = (name: string) => suggestion(name, { kind: 'name', match: 'prefix' })
const byUse = (name: string) => suggestion(name, { kind: 'on-matches', count: 2, of: 5 })

describe('[SB-8] picking a suggestion', () => {
  it('a suggestion found by its name replaces the typed word', () => {
    expect(picked('school, mat', byName('maths'))).toBe('school, maths')
    expect(picked('school, -mat', byName('maths'))).toBe('school, -maths')
  })
  it('a suggestion that was not found by its name is added after the words', () => {
    expect(picked('school', byUse('maths'))).toBe('school, maths')
    expect(picked('', byUse('maths'))).toBe('maths')
    expect(picked('school,', byUse('maths'))).toBe('school, maths')
  })
  it('Tab completes the beginning of a name, and nothing else', () => {
    expect(completesTypedWord('mat', byName('maths'))).toBe(true)
    expect(completesTypedWord('Mát', byName('maths'))).toBe(true)
    expect(completesTypedWord('maths', byName('maths'))).toBe(false)
    expect(completesTypedWord('thm', byName('maths'))).toBe(false)
    expect(completesTypedWord('maths,', byUse('algebra'))).toBe(false)
  })
})

describe('a tag that was found by another name', () => {
  const { tag } = byName('cplusplus')
  const found = { tag: { ...tag, otherNames: ['C++', 'see plus'] } }

  it('a tag found by another name says so, and one found by its own name does not', () => {
    expect(foundByOtherName('maths, c+', found)).toBe('C++')
    expect(foundByOtherName('plus', found)).toBeNull()
    expect(foundByOtherName('see', found)).toBe('see plus')
    expect(foundByOtherName('', found)).toBeNull()
    expect(foundByOtherName('x', found)).toBeNull()
  })

  it('a tag found by its name but shown by another says so, and is written as it is shown', () => {
    const shown = { ...byName('cplusplus'), tag: { ...found.tag, displayName: 'C++' } }
    expect(foundByOtherName('cplus', shown)).toBe('cplusplus')
    expect(foundByOtherName('c+', shown)).toBeNull()
    expect(picked('maths, cplus', shown)).toBe('maths, C++')
    expect(picked('maths, c++', shown)).toBe('maths, C++')
    expect(picked('maths, cplusplus', shown)).toBe('maths, cplusplus')
    for (const [typed, isBeginning] of [
      ['c+', true],
      ['cplus', true],
      ['c++', false],
      ['cplusplus', false],
    ] as const)
      expect(completesTypedWord(typed, shown)).toBe(isBeginning)
  })
})
