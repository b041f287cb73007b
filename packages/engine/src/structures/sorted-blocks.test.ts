import type { Tag } from '@cardinal/domain'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WorkspaceIndex } from '../workspace-index.ts'
import { SortedBlocks } from './name-parts.ts'

describe('sorted blocks', () => {
  it('sorted blocks contain the same as a sorted list, in any order of adding and removing', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 5_000 }), { minLength: 0, maxLength: 3_000 })
    fc.assert(
      fc.property(numbers, fc.nat({ max: 3_000 }), fc.nat({ max: 5_000 }), (given, removed, least) => {
        const blocks = new SortedBlocks<number>((a, b) => a - b)
        for (const number of given) blocks.add(number)
        for (const number of given.slice(0, removed)) blocks.remove(number)
        blocks.remove(-1)
        const expected = given.slice(removed).sort((a, b) => a - b)
        expect(blocks.inOrder()).toEqual(expected)
        expect([...blocks.from((number) => number < least)]).toEqual(expected.filter((each) => each >= least))
      }),
      { numRuns: 50 },
    )
  })
})

const WORDS = 12

function tagOf(n: number): Tag {
  const words = Array.from({ length: WORDS }, (_, at) => ((n * WORDS + at) * 7_919).toString(36))
  const id = n.toString(16).padStart(24, '0')
  const name = words.join(' ')
  return {
    id,
    name,
    color: null,
    clickCount: 0,
    lastClickedAt: null,
    createdAt: 0,
    updatedAt: 0,
    otherNames: ['x'],
  }
}

/** How many items arrays move, and how many more they copy, while `work` runs. */
function movedBy(work: () => void): number {
  let moved = 0
  const { splice, filter } = Array.prototype
  vi.spyOn(Array.prototype, 'splice').mockImplementation(function (this: unknown[], ...args: unknown[]) {
    moved += this.length - Number(args[0])
    return Reflect.apply(splice, this, args)
  })
  vi.spyOn(Array.prototype, 'filter').mockImplementation(function (this: unknown[], ...args: unknown[]) {
    moved += this.length
    return Reflect.apply(filter, this, args)
  })
  work()
  vi.restoreAllMocks()
  return moved
}

describe('tags of many words in one workspace', () => {
  afterEach(() => vi.restoreAllMocks())

  it('[TG-1] adding and removing twice as many tags costs about twice as much', () => {
    const costOf = (count: number) => {
      const index = new WorkspaceIndex()
      // The greatest name comes first, which is the worst order for a sorted list.
      const tags = Array.from({ length: count }, (_, n) => tagOf(n)).sort((a, b) =>
        a.name < b.name ? 1 : -1,
      )
      return movedBy(() => {
        index.apply(tags.map((row) => ({ kind: 'tag', id: row.id, row })))
        index.apply(tags.map(({ id }) => ({ kind: 'tag', id, row: null })))
      })
    }
    const [small, large] = [costOf(1_000), costOf(2_000)]
    expect(large / small).toBeLessThan(2.6)
    expect(large).toBeLessThan(2_000 * WORDS * 1_500)
  })
})
