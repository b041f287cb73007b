import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOST_KEPT_MS, MOST_BYTES, MOST_REVISIONS, NEWEST_KEPT, revisionsToDrop } from './thinning.ts'

const NOW = 1_700_000_000_000
const DAY = 86_400_000

const revisions = fc
  .array(
    fc.record({
      isKept: fc.boolean(),
      replacedAt: fc.integer({ min: NOW - 400 * DAY, max: NOW }),
      size: fc.integer({ min: 1, max: 200_000 }),
    }),
    { maxLength: 300 },
  )
  .map((list) => list.sort((a, b) => b.replacedAt - a.replacedAt))

describe('the revisions of a card that stay', () => {
  it('property: revisions are limited in number and bytes, and keep every text that was displaced in the last 30 days', () => {
    fc.assert(
      fc.property(revisions, (all) => {
        const dropped = new Set(revisionsToDrop(all, NOW))
        const kept = all.filter((one) => !dropped.has(one))
        const isSafe = (one: (typeof all)[number]) => one.isKept && NOW - one.replacedAt < LOST_KEPT_MS
        expect(all.filter(isSafe).every((one) => kept.includes(one))).toBe(true)
        const others = kept.filter((one) => !isSafe(one))
        expect(others.length).toBeLessThanOrEqual(MOST_REVISIONS)
        const [first, ...rest] = others
        expect(rest.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES)
        if (all.length > 0) expect(kept).toContain(all[0])
        expect(first === undefined || all.includes(first)).toBe(true)
      }),
    )
  })

  it('property: dropping revisions twice drops nothing more', () => {
    fc.assert(
      fc.property(revisions, (all) => {
        const dropped = new Set(revisionsToDrop(all, NOW))
        const kept = all.filter((one) => !dropped.has(one))
        expect(revisionsToDrop(kept, NOW)).toEqual([])
      }),
    )
  })

  it('the kept revisions are the newest twenty, then one an hour, one a day and one a month', () => {
    const every = (ms: number, count: number, from = 0) =>
      Array.from({ length: count }, (_, n) => ({ isKept: false, replacedAt: NOW - from - n * ms, size: 10 }))
    const minutes = every(60_000, 600)
    const left = minutes.length - revisionsToDrop(minutes, NOW).length
    expect(left).toBeGreaterThanOrEqual(NEWEST_KEPT + 9)
    expect(left).toBeLessThanOrEqual(NEWEST_KEPT + 11)
    const hours = every(3_600_000, 24 * 29, 2 * DAY)
    expect(hours.length - revisionsToDrop(hours, NOW).length).toBeLessThanOrEqual(NEWEST_KEPT + 30)
  })
})
