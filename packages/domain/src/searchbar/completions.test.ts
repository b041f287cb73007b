import { describe, expect, it } from 'vitest'
import { beforeTyped, completeSearch, isUnknownValue, searchCompletions } from './completions.ts'
import { utcCalendar } from './days.ts'
import { FIELD_NAMES } from './fields.ts'
import { parseSearch, usesSigns } from './grammar.ts'
import { printSearch } from './print.ts'

const offered = (text: string) =>
  searchCompletions(text, ['Work', 'World, old'], ['github.com', 'gist.github.com'])

describe('searchCompletions', () => {
  it.each([
    ['is:o', ['is:open', 'is:overdue']],
    ['milk, -is:ov', ['is:overdue']],
    ['milk | is:d', ['is:done', 'is:duplicate', 'is:dead']],
    ['has:', ['has:subtasks', 'has:parent', 'has:children', 'has:description', 'has:copy', 'has:file']],
    ['color:no', ['color:none']],
    ['workspace:', ['workspace:all']],
    ['created:last 3', ['created:last 30 days']],
    ['due:t', ['due:today', 'due:tomorrow']],
    ['group:wor', ['group:work', 'group:"world, old"']],
    ['site:git', ['site:github.com']],
    ['wor', ['group:work', 'group:"world, old"']],
    ['is:open', []],
    ['is:open, ', []],
    ['"is:o', []],
    ['w', []],
    ['tag:mil', []],
  ])('[SB-1] searchCompletions offers for the text %s the conditions %j', (text, conditions) => {
    expect(offered(text).conditions.map((each) => each.toLowerCase())).toEqual(conditions)
  })

  it('[SB-1] searchCompletions offers the fields that begin with the typed word', () => {
    expect(offered('milk, cre').fields).toEqual(['created:'])
    expect(offered('ta').fields).toEqual(['tag:', 'tags:'])
    expect(offered('zzz').fields).toEqual([])
  })

  it('[SB-1] every condition that searchCompletions offers for a field is understood by the search language', () => {
    for (const name of FIELD_NAMES)
      for (const condition of offered(`${name}:`).conditions) {
        const tree = parseSearch(condition, utcCalendar(Date.UTC(2026, 2, 1)))
        expect(usesSigns(condition), condition).toBe(true)
        expect(parseSearch(printSearch(tree), utcCalendar(Date.UTC(2026, 2, 1)))).toEqual(tree)
      }
  })
})

describe('completeSearch', () => {
  it('[SB-1] completeSearch replaces the typed part, keeps its minus, and adds a comma after a whole condition', () => {
    expect(completeSearch('milk, -is:o', 'is:open')).toBe('milk, -is:open, ')
    expect(completeSearch('milk | cre', 'created:')).toBe('milk | created:')
    expect(beforeTyped('milk, -is:o')).toEqual({ text: 'milk, ', isExcluded: true })
  })
})

describe('isUnknownValue', () => {
  it('[SB-1] isUnknownValue finds a field with an unknown value, and leaves addresses, notes and empty fields alone', () => {
    expect(['is:lost', 'created:soon', 'http://a', 'note: buy', 'is:'].map(isUnknownValue)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
