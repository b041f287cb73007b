import fc from 'fast-check'
import { expect, it } from 'vitest'
import { longList } from './ask.ts'

it('[TG-1] property: a long list is written as it would be at once', async () => {
  const rows = fc.array(fc.jsonValue(), { maxLength: 40 })
  const rest = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3, noNullPrototype: true })
  await fc.assert(
    fc.asyncProperty(rows, rest, fc.constantFrom(1, 600, 5_000), async (given, others, weight) => {
      const { json } = await longList(
        given,
        (row) => ({ row }),
        () => weight,
        others,
      )
      expect(JSON.parse(json)).toEqual(
        JSON.parse(JSON.stringify({ data: given.map((row) => ({ row })), ...others })),
      )
    }),
  )
})

it('[TG-1] others have their turn while a long list is written', async () => {
  let [turns, isWritten] = [0, false]
  const count = () => {
    turns++
    if (!isWritten) setImmediate(count)
  }
  setImmediate(count)
  const rows = Array.from({ length: 20_000 }, (_, n) => n)
  await longList(
    rows,
    (n) => n,
    () => 1,
    {},
  )
  isWritten = true
  expect(turns).toBeGreaterThan(15)
})
