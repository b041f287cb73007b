import fc from 'fast-check'
import { expect, it } from 'vitest'
import { grouped } from './lists.ts'

it('counts have a separator between thousands, as in English', () => {
  const english = new Intl.NumberFormat('en')
  fc.assert(
    fc.property(fc.nat(), (count) => {
      expect(grouped(count)).toBe(english.format(count))
    }),
  )
  expect([0, 999, 1_000, 100_000, 1_234_567].map(grouped)).toEqual([
    '0',
    '999',
    '1,000',
    '100,000',
    '1,234,567',
  ])
})
