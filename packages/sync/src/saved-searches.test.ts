import { expect, it } from 'vitest'
import { followRenamedTags, restoreSearches } from './saved-searches.ts'

it('[TG-4] [HM-6] saved searches use the new name of a renamed tag', () => {
  const renamed = new Map([
    ['home', 'house'],
    ['flat', 'house'],
  ])
  expect(followRenamedTags(['Home, work', 'work, -home', 'home, flat', 'homework', 'a,b'], renamed)).toEqual([
    'house, work',
    'work, -house',
    'house',
    'homework',
    'a,b',
  ])
  const untouched = ['work', 'a, b']
  expect(followRenamedTags(untouched, renamed)).toBe(untouched)
  expect(followRenamedTags(['home', 'flat'], renamed)).toEqual(['house'])
})

it('[TG-4] [HM-6] undoing a merge restores the saved searches, and keeps those saved since', () => {
  const before = ['home, x', 'a', 'work, x']
  const merge = { before, renamed: new Map([['home', 'work']]) }
  const none = new Map<string, string>()
  const after = followRenamedTags(before, merge.renamed)
  expect(after).toEqual(['work, x', 'a'])
  expect(restoreSearches(after, merge, none)).toBe(before)
  expect(restoreSearches(['a', 'work, x', 'new', 'work'], merge, none)).toEqual([
    'a',
    'home, x',
    'work, x',
    'new',
    'work',
  ])
  // The search was removed since the merge.
  expect(restoreSearches(['a'], merge, none)).toEqual(['a'])
  // The undo of a rename: a search saved under the new name follows the tag.
  const back = new Map([['work', 'home']])
  const rename = { before: ['home'], renamed: new Map([['home', 'work']]) }
  expect(restoreSearches(['work', 'work, new'], rename, back)).toEqual(['home', 'home, new'])
})
