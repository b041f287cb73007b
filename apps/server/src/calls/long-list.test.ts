import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonInTurns, longList } from './ask.ts'

it('[TG-1] property: a long list written in parts has the same text as one written at once', async () => {
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

it('[TG-1] the event loop runs other work while a long list is written', async () => {
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

it('property: an answer written in parts has the same text as one written at once', async () => {
  const value = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.array(fc.jsonValue()))
  const answer = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), value, { noNullPrototype: true }))
  await fc.assert(
    fc.asyncProperty(answer, async (given) => {
      expect(await jsonInTurns(given)).toBe(JSON.stringify(given))
    }),
  )
})

it('the event loop runs other work while an answer of a hundred long cards is written', async () => {
  let [turns, isWritten] = [0, false]
  const count = () => {
    turns++
    if (!isWritten) setImmediate(count)
  }
  setImmediate(count)
  await jsonInTurns({ data: Array.from({ length: 100 }, () => ({ content: '"\u00e4\n'.repeat(30_000) })) })
  isWritten = true
  expect(turns).toBeGreaterThan(2)
})
