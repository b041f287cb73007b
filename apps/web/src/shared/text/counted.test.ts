import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it('a count is written with its noun, in the plural unless it is one', () => {
  expect(counted(1, 'card')).toBe('1 card')
  expect(counted(1_200, 'card')).toBe('1,200 cards')
})
