import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BestFirst } from './best-first.ts'

const scores = fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 40 })

/** The first index with the best score. */
function bestOf(left: ReadonlyMap<number, number>): number {
  const [first] = [...left].sort(([a, ofA], [b, ofB]) => ofB - ofA || a - b)
  return first?.[0] ?? -1
}

describe('a queue by score', () => {
  it('[SB-8] a queue by score returns the best item first, and the earlier of equal items, after any changes', () => {
    const steps = fc.array(fc.option(fc.nat({ max: 3 })), { maxLength: 60 })
    fc.assert(
      fc.property(scores, steps, (list, doing) => {
        const queue = new BestFirst(Float64Array.from(list))
        const left = new Map(list.entries())
        for (const step of doing) {
          if (left.size === 0) break
          const best = bestOf(left)
          expect([queue.size, queue.first, queue.best]).toEqual([left.size, best, left.get(best)])
          if (step === null) {
            queue.drop()
            left.delete(best)
          } else {
            queue.lower(queue.best - step)
            left.set(best, (left.get(best) ?? 0) - step)
          }
        }
        expect(queue.size).toBe(left.size)
      }),
    )
  })
})
