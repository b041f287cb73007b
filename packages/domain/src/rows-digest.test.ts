import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DigestedFields, RowsDigest } from './rows-digest.ts'

const fields = fc.record({
  kind: fc.constantFrom('card' as const, 'tag' as const, 'group' as const),
  id: fc.stringMatching(/^[0-9a-f]{24}$/),
  updatedAt: fc.integer({ min: 0, max: 8.64e15 }),
  clicks: fc.nat(),
})
const manyRows = fc.uniqueArray(fields, { selector: ({ kind, id }) => kind + id, maxLength: 30 })

function digestOf(rows: readonly DigestedFields[]): string {
  const digest = RowsDigest.ofNothing()
  for (const row of rows) digest.add(row)
  return digest.toString()
}

it('[OF-2] a digest that is updated change by change equals one computed from all rows, in any order', () => {
  fc.assert(
    fc.property(manyRows, fc.array(fc.nat(29)), (rows, gone) => {
      let digest = RowsDigest.ofNothing()
      for (const row of rows) digest.add(row)
      const left = new Set(rows)
      for (const n of gone) {
        const row = rows[n]
        if (row === undefined || !left.delete(row)) continue
        const parsed = RowsDigest.parse(digest.toString())
        if (parsed === null) throw new Error('A digest could not be read again.')
        digest = parsed
        digest.remove(row)
      }
      expect(digest.toString()).toBe(digestOf([...left].reverse()))
    }),
  )
})

it('[OF-2] a change of any field of any row changes the digest', () => {
  fc.assert(
    fc.property(manyRows, fields, fields, (rows, one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other)
      expect(digestOf([...rows, one]) === digestOf([...rows, other])).toBe(isSame)
    }),
  )
  const row = {
    kind: 'tag',
    id: '0123456789abcdef01234567',
    updatedAt: 1_700_000_000_000,
    clicks: 3,
  } as const
  const differing = [
    { ...row, kind: 'card' as const },
    { ...row, id: '0123456789abcdef01234568' },
    { ...row, updatedAt: row.updatedAt + 1 },
    { ...row, updatedAt: row.updatedAt + 2 ** 32 },
    { ...row, clicks: 4 },
  ]
  expect(new Set([row, ...differing].map((each) => digestOf([each]))).size).toBe(6)
})

it.each(['', '1', '1.0', 'x.0123456789abcdef', '1.0123456789ABCDEF', '1.0123456789abcdef0'])(
  'the text %j is not read as a digest',
  (text) => {
    expect(RowsDigest.parse(text)).toBeNull()
  },
)
