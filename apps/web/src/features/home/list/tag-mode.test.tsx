import { expect, it } from 'vitest'
import { rareUse } from './tag-mode.tsx'

it('the row of a tag shows in how many saved searches it occurs', () => {
  expect(rareUse(0)).toBe('in no saved search')
  expect(rareUse(1)).toBe('in 1 saved search')
  expect(rareUse(3)).toBe('in 3 saved searches')
  expect(rareUse(4)).toBe(false)
})
