import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitsFor, ordinalsOf, setBit } from './bits.ts'
import { PostingLists } from './posting-lists.ts'
import { SortedListPool } from './sorted-list-pool.ts'

const CAPACITY = 1024

/** Adding and removing, mostly adding, so that lists become long and short again. */
const steps = fc.array(
  fc.record({
    isAdding: fc.integer({ min: 0, max: 9 }).map((n) => n < 6),
    list: fc.integer({ min: 0, max: 3 }),
    from: fc.integer({ min: 0, max: CAPACITY - 1 }),
    count: fc.integer({ min: 1, max: 200 }),
  }),
  { maxLength: 60, size: 'max' },
)

describe.each([
  ['SortedListPool', () => new SortedListPool()],
  ['PostingLists', () => new PostingLists()],
])('%s', (_, create) => {
  it('each list contains what a set would contain, ascending', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const lists: SortedListPool | PostingLists = create()
        const model = [0, 1, 2, 3].map(() => new Set<number>())
        for (const { isAdding, list, from, count } of all) {
          for (let ordinal = from; ordinal < Math.min(CAPACITY, from + count); ordinal++) {
            if (isAdding) lists.add(list, ordinal, CAPACITY)
            else lists.remove(list, ordinal)
            if (isAdding) model[list]?.add(ordinal)
            else model[list]?.delete(ordinal)
          }
        }
        for (const [list, ordinals] of model.entries()) {
          expect([...lists.list(list)]).toEqual([...ordinals].sort((a, b) => a - b))
          expect(lists.size(list)).toBe(ordinals.size)
        }
        lists.clear(1)
        expect(lists.size(1)).toBe(0)
        expect([...lists.list(1)]).toEqual([])
        expect([...lists.list(2)]).toEqual([...(model[2] ?? [])].sort((a, b) => a - b))
      }),
      { numRuns: 150 },
    )
  })

  it('a list that was never filled is empty', () => {
    const lists: SortedListPool | PostingLists = create()
    expect(lists.size(999)).toBe(0)
    expect([...lists.list(999)]).toEqual([])
    lists.remove(999, 1)
    lists.clear(999)
    expect(lists.size(999)).toBe(0)
  })
})

describe('PostingLists', () => {
  it('PostingLists reserves space for further lists, so that a few more copy nothing', () => {
    const lists = new PostingLists()
    for (let list = 0; list < 6_000; list++) lists.add(list, list, 8_192)
    const { sizes } = lists
    for (let list = 6_000; list < 6_100; list++) lists.add(list, list, 8_192)
    expect(lists.size(6_099)).toBe(1)
    expect(lists.sizes).toBe(sizes)
  })

  it('PostingLists adds a list to a bitmap and removes it from one, whether short or long', () => {
    const lists = new PostingLists()
    for (let ordinal = 0; ordinal < 600; ordinal++) lists.add(0, ordinal, CAPACITY)
    for (const ordinal of [1, 700, 1000]) lists.add(1, ordinal, CAPACITY)
    const set = bitsFor(CAPACITY)
    lists.addTo(set, 0)
    lists.addTo(set, 1)
    expect(ordinalsOf(set)).toHaveLength(602)
    expect([lists.countIn(set, 0), lists.countIn(set, 1)]).toEqual([600, 3])
    const common = bitsFor(CAPACITY)
    const within = bitsFor(CAPACITY)
    for (const ordinal of [5, 513, 599, 700, 1001]) setBit(within, ordinal)
    lists.addTo(common, 1, within)
    expect([...ordinalsOf(common)]).toEqual([700])
    lists.addTo(common, 0, within)
    expect([...ordinalsOf(common)]).toEqual([5, 513, 599, 700])
    lists.takeFrom(set, 0)
    expect([lists.countIn(set, 0), lists.countIn(set, 1)]).toEqual([0, 2])
    expect([...ordinalsOf(set)]).toEqual([700, 1000])
    lists.takeFrom(set, 1)
    expect([...ordinalsOf(set)]).toEqual([])
  })

  it('PostingLists returns the same lists when many ordinals are added before the first read', () => {
    const rounds = fc.array(
      fc.record({ ordinals: fc.nat({ max: 1500 }), step: fc.integer({ min: 1, max: 40 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    fc.assert(
      fc.property(rounds, (all) => {
        const lists = new PostingLists()
        const model = Array.from({ length: 40 }, () => new Set<number>())
        let ordinal = 0
        for (const { ordinals, step } of all) {
          for (const end = ordinal + ordinals; ordinal < end; ordinal++)
            for (let list = ordinal % step; list < 40; list += 1 + (ordinal % step)) {
              lists.add(list, ordinal, 8192)
              lists.add(list, ordinal, 8192)
              model[list]?.add(ordinal)
            }
          lists.remove(3, ordinal - 1)
          model[3]?.delete(ordinal - 1)
          for (const [list, expected] of model.entries()) {
            expect([...lists.list(list)]).toEqual([...expected])
            expect(lists.size(list)).toBe(expected.size)
          }
        }
      }),
      { numRuns: 30 },
    )
  })

  it('PostingLists reports when more than half of the lists are empty', () => {
    const lists = new PostingLists()
    for (let list = 0; list < 10; list++) lists.add(list, list, CAPACITY)
    expect(lists.areMostEmpty(10)).toBe(false)
    for (let list = 0; list < 5; list++) lists.remove(list, list)
    expect(lists.areMostEmpty(10)).toBe(false)
    lists.clear(5)
    expect(lists.areMostEmpty(10)).toBe(true)
  })

  it('PostingLists keeps a long list when the capacity for ordinals grows', () => {
    const lists = new PostingLists()
    for (let ordinal = 0; ordinal < 400; ordinal++) lists.add(0, ordinal, 512)
    lists.add(0, 5000, 8192)
    lists.remove(0, 6000)
    expect(lists.size(0)).toBe(401)
    expect(lists.list(0).at(-1)).toBe(5000)
  })
})

describe('SortedListPool', () => {
  it('SortedListPool reuses the space of cleared lists', () => {
    const lists = new SortedListPool()
    for (let round = 0; round < 50; round++) {
      for (let value = 0; value < 1000; value++) lists.add(round, value)
      lists.clear(round)
    }
    expect(lists.pool.length).toBeLessThan(8192)
  })

  it('SortedListPool can replace a whole list and extend several lists at once', () => {
    const lists = new SortedListPool()
    lists.replace(2, [3, 5, 9])
    lists.replace(2, [1, 2])
    expect([...lists.list(2)]).toEqual([1, 2])
    const places = lists.extend(Uint32Array.of(0, 2, 2))
    lists.pool.set([4, 7], places[2])
    lists.pool.set([0, 8], places[1])
    expect([[...lists.list(1)], [...lists.list(2)]]).toEqual([
      [0, 8],
      [1, 2, 4, 7],
    ])
    lists.replace(2, [])
    expect(lists.size(2)).toBe(0)
  })

  it('SortedListPool reports whether a call changed anything', () => {
    const lists = new SortedListPool()
    expect(lists.add(0, 5)).toBe(true)
    expect(lists.add(0, 5)).toBe(false)
    expect(lists.has(0, 5)).toBe(true)
    expect(lists.has(0, 4)).toBe(false)
    expect(lists.remove(0, 4)).toBe(false)
    expect(lists.remove(0, 5)).toBe(true)
    expect(lists.has(0, 5)).toBe(false)
  })
})
