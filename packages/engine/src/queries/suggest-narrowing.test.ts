import { parseKeywords } from '@cardinal/domain'
import { IMPLEMENTATIONS, namesOf, narrowQueryFor, queryFor, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'
import type { CardQuery } from '../questions.ts'

describe.each(IMPLEMENTATIONS)('what to add to a search: %s', (_, create) => {
  function suggested(lines: string, text: string, savedSearches: readonly string[] = []) {
    const { workspace } = workedExample(create(), lines)
    return workspace.ask('suggestNarrowing', narrowQueryFor(text, { savedSearches }))
  }
  const names = (...args: Parameters<typeof suggested>) =>
    namesOf(suggested(...args).map(({ tag }) => tag)).join(' ')

  const KITCHEN = `
    note 1 #cook #kitchen #soup
    note 2 #cook #kitchen #soup #cake
    note 3 #cook #kitchen #cake
    note 4 #cook #kitchen
    note 5 #other #soup`

  it('[SB-8] narrowing suggestions never contain a tag that is on all matches, on none, or already in the search', () => {
    expect(names(KITCHEN, 'cook')).toBe('cake soup')
    expect(names(KITCHEN, 'cook, -cake')).toBe('soup')
    expect(names(KITCHEN, 'cook, cake')).toBe('soup')
    expect(names(KITCHEN, 'other')).toBe('')
  })

  it('[SB-8] a tag that saved searches combine with the whole search is suggested first, with that reason', () => {
    const saved = ['cook, soup', 'SOUP, cook', 'cook, Kitchen, soup', 'cake, other', 'milk']
    expect(names(KITCHEN, 'cook', saved)).toBe('soup cake')
    expect(suggested(KITCHEN, 'cook', saved)[0]?.reasons).toContainEqual({ kind: 'saved-search', count: 3 })
    expect(names(KITCHEN, 'cook', ['cake, other', 'cook, milk'])).toBe('cake soup')
    expect(names(KITCHEN, 'cook, kitchen', ['cook, soup'])).toBe('cake soup')
    expect(names(KITCHEN, 'cook, kitchen', ['kitchen, cook, soup'])).toBe('soup cake')
  })

  it('[SB-8] narrowing suggestions give the number of matches with the tag, or its number of cards without a search', () => {
    const first = (text: string) => suggested(KITCHEN, text)[0]?.reasons[0]
    expect(first('cook')).toEqual({ kind: 'on-matches', count: 2, of: 4 })
    expect(first('cook, -cake')).toEqual({ kind: 'on-matches', count: 1, of: 2 })
    expect(first('-other')).toEqual({ kind: 'on-matches', count: 2, of: 4 })
    expect(first('')).toEqual({ kind: 'used', count: 2 })
  })

  it('[SB-8] narrowing suggestions count only the matches that are left after colours and the second search', () => {
    const { workspace } = workedExample(create(), KITCHEN)
    const reason = (changed: Partial<CardQuery>) =>
      workspace.ask('suggestNarrowing', narrowQueryFor('', { query: queryFor('', changed) }))[0]?.reasons[0]
    expect(reason({ second: parseKeywords('-4, -5') })).toEqual({ kind: 'on-matches', count: 2, of: 3 })
    expect(reason({ colors: [null] })).toEqual({ kind: 'on-matches', count: 2, of: 5 })
  })

  it('[SB-8] a word that is being typed is completed, unless it already names a tag', () => {
    expect(names(KITCHEN, 'cook, so')).toBe('soup')
    expect(names(KITCHEN, 'so')).toBe('soup')
    expect(names(KITCHEN, 'cook, ki'), 'kitchen is on all of them').toBe('cake soup')
    expect(names(KITCHEN, 'cook, zzz')).toBe('')
    expect(suggested(KITCHEN, 'cook, so')[0]?.reasons).toContainEqual({ kind: 'name', match: 'prefix' })
  })

  it('[SB-8] a word that begins no tag is searched in texts, and tags of the found cards are suggested', () => {
    const lines = `
      note Grid design #css #web
      note Design of teapots #craft
      note Bread #craft #web`
    expect(names(lines, 'design')).toBe('craft css web')
    expect(suggested(lines, 'design')[0]?.reasons).toContainEqual({ kind: 'on-matches', count: 1, of: 2 })
    expect(names(lines, 'design, cr')).toBe('craft')
  })

  it('[SB-8] narrowing suggestions count only cards of the chosen colour and type', () => {
    const { workspace } = workedExample(
      create(),
      `note 1 #x #a @red
       note 2 #x @red
       note 3 #x #b
       todo 4 #x #b @red`,
    )
    const query = queryFor('x', { colors: ['red'], type: 'note' })
    const found = workspace.ask('suggestNarrowing', narrowQueryFor('x', { query }))
    expect(namesOf(found.map(({ tag }) => tag))).toEqual(['a'])
  })
})
