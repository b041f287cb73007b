import { expect, it } from 'vitest'
import { isPayable, minorUnits } from './currencies.ts'

it('[PG-6] amounts are sent in the smallest unit of their currency', () => {
  expect(minorUnits(199, 'INR')).toBe(19_900)
  expect(minorUnits(4.35, 'USD')).toBe(435)
  expect(minorUnits(500, 'JPY')).toBe(500)
  expect(minorUnits(1.25, 'KWD')).toBe(1_250)
})

it('[PG-6] an amount is payable only if it is above zero and has no fraction of the smallest unit', () => {
  expect([isPayable(0, 'INR'), isPayable(4.5, 'JPY')]).toEqual([false, false])
  expect([isPayable(4.5, 'INR'), isPayable(500, 'JPY')]).toEqual([true, true])
})
