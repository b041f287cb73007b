import { expect, it } from 'vitest'
import { followRenamedTags } from './saved-searches.ts'

it('[TG-4] [HM-6] saved searches follow a tag to its new name', () => {
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
