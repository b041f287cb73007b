import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it('a count has its word, in the plural where there are several', () => {
  expect(counted(1, 'card')).toBe('1 card')
  expect(counted(1_200, 'card')).toBe('1,200 cards')
})
