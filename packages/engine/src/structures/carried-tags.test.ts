import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CarriedTags } from './carried-tags.ts'
import { FIRST_TAG } from './tag-table.ts'

/** Mostly tags whose slots take two bytes; with one that takes more, all lines become longer. */
const tag = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: FIRST_TAG, max: 200 }) },
  fc.constant(0x10003),
)
const tagLists = fc.array(fc.uniqueArray(tag, { maxLength: 12 }), { minLength: 1, maxLength: 60 })
/** Of which some are in use. */
const allTags = [...Array.from({ length: 201 - FIRST_TAG }, (_, i) => i + FIRST_TAG), 0x10003]
const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)

describe('the tags of each card', () => {
  it('are those given last, however many', () => {
    fc.assert(
      fc.property(tagLists, tagLists, (first, second) => {
        const carried = new CarriedTags()
        for (const [slot, tags] of [...first.entries(), ...second.entries()])
          carried.replace(slot, ascending(tags))
        const lists = first.map((tags, slot) => ascending(second[slot] ?? tags))
        expect(lists.map((_, slot) => carried.list(slot))).toEqual(lists)
        expect(lists.map((_, slot) => carried.size(slot))).toEqual(lists.map((tags) => tags.length))
        for (const [slot, tags] of lists.entries())
          expect(allTags.filter((tag) => carried.has(slot, tag))).toEqual(tags)
      }),
    )
  })

  it('are without one that was removed', () => {
    fc.assert(
      fc.property(tagLists, tag, (lists, gone) => {
        const carried = new CarriedTags()
        for (const [slot, tags] of lists.entries()) carried.replace(slot, ascending(tags))
        for (const slot of lists.keys()) carried.remove(slot, gone)
        expect(lists.map((_, slot) => carried.list(slot))).toEqual(
          lists.map((tags) => ascending(tags.filter((each) => each !== gone))),
        )
      }),
    )
  })

  it('are counted over few cards and over many, time and again', () => {
    fc.assert(
      fc.property(tagLists, fc.boolean(), (lists, isEverySecond) => {
        const carried = new CarriedTags()
        for (const [slot, tags] of lists.entries()) carried.replace(slot, ascending(tags))
        const slots = Uint32Array.from(lists.keys()).filter((slot) => !isEverySecond || slot % 2 === 0)
        const expected = new Map<number, number>()
        for (const slot of slots)
          for (const each of lists[slot] ?? []) expected.set(each, (expected.get(each) ?? 0) + 1)
        const counts = new Uint32Array(0x10004)
        carried.count(slots, counts)
        for (const each of allTags) expect(counts[each]).toBe(expected.get(each) ?? 0)
        for (let time = 0; time < 2; time++) {
          const tally = carried.tally(slots)
          expect(new Map(tally.tags.map((tag, i) => [tag, tally.counts[i]]))).toEqual(expected)
          expect(tally.tags).toHaveLength(expected.size)
        }
      }),
    )
  })
})
