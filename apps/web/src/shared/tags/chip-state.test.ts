import { expect, it } from 'vitest'
import { stateOf } from './chip-state.ts'

it('[SB-5] a chip knows how its tag stands in the search', () => {
  expect(stateOf('Maths, -old', 'maths')).toBe('included')
  expect(stateOf('maths, -OLD', 'old')).toBe('excluded')
  expect(stateOf('math', 'maths')).toBe('none')
  expect(stateOf('café', 'cafe')).toBe('included')
})
