import { LIMITS } from '@cardinal/domain'
import { expect, it } from 'vitest'
import { inParts } from './in-parts.ts'

const ids = (count: number) => Array.from({ length: count }, (_, n) => n.toString(16).padStart(24, '0'))

it('a change of 25,000 cards is split into changes that a call accepts, each card in one of them', () => {
  const cardIds = ids(25_000)
  const parts = inParts({ name: 'deleteCards', args: { cardIds } })
  expect(parts.map(({ args }) => (args as { cardIds: string[] }).cardIds.length)).toEqual([
    10_000, 10_000, 5_000,
  ])
  expect(parts.flatMap(({ args }) => (args as { cardIds: string[] }).cardIds)).toEqual(cardIds)
})

it('a change of many cards and tags is split so that cards times tags stay within the limit of a call', () => {
  for (const tags of [1, 10, 11, 100]) {
    const tagIds = ids(tags)
    const parts = inParts({ name: 'attachTags', args: { cardIds: ids(12_345), tagIds } })
    for (const { args } of parts) {
      const { cardIds } = args as { cardIds: string[] }
      expect(cardIds.length).toBeLessThanOrEqual(LIMITS.idsInList)
      expect(cardIds.length * tags).toBeLessThanOrEqual(LIMITS.combinations)
    }
    expect(parts.flatMap(({ args }) => (args as { cardIds: string[] }).cardIds)).toEqual(ids(12_345))
  }
})

it('a change that fits into one call is not split', () => {
  const small = { name: 'deleteCards', args: { cardIds: ids(10_000) } } as const
  expect(inParts(small)).toEqual([small])
  const other = { name: 'deleteTags', args: { tagIds: ids(3) } } as const
  expect(inParts(other)).toEqual([other])
})
