import fc from 'fast-check'
import { expect, it } from 'vitest'
import { copyId, isId, makeId } from './id.ts'

const id = fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => makeId(1_900_000_000_000, bytes))

it('[HM-18] a copied card has the same id on every device, and a different id for each card and each target', () => {
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 2, maxLength: 40 }), ([place = '', ...ids]) => {
      const copies = ids.map((one) => copyId(one, place))
      expect(copies.every(isId)).toBe(true)
      expect(new Set([...copies, ...ids.map((one) => copyId(place, one)), ...ids]).size).toBe(3 * ids.length)
      expect(ids.map((one) => copyId(one, place))).toEqual(copies)
    }),
  )
  // Fixed values: devices and servers of other releases must compute the same.
  expect(copyId('0'.repeat(24), 'f'.repeat(24))).toBe('88d07bcc4e64a745ea49ab89')
})

it('[HM-18] two hundred thousand ids that differ by one get two hundred thousand different ids for their copies', () => {
  const place = 'e'.repeat(24)
  const copies = new Set(
    Array.from({ length: 200_000 }, (_, n) => copyId(n.toString(16).padStart(24, '0'), place)),
  )
  expect(copies.size).toBe(200_000)
})
