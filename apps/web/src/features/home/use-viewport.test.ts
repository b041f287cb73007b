import { expect, it } from 'vitest'
import { columnCount, pageStep } from './use-viewport.ts'

it('[HM-15] the list grows by 5, 10 or 25', () => {
  expect(pageStep(999, 'cols')).toBe(5)
  expect(pageStep(1000, 'col')).toBe(10)
  expect(pageStep(1000, 'cols')).toBe(25)
})

it('[HM-4] the list has one column or several, and at most two on a phone', () => {
  expect(columnCount(390, 'col')).toBe(1)
  expect(columnCount(390, 'cols')).toBe(2)
  expect(columnCount(1440, 'cols')).toBe(2)
  expect(columnCount(1920, 'cols')).toBe(3)
})
