import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ForwardIndex } from './forward-index.ts'
import { FIRST_TAG } from './tag-table.ts'

/** Mostly tags whose ordinals fit into two bytes. One that needs four makes all records wider. */
const tag = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: FIRST_TAG, max: 200 }) },
  fc.constant(0x10003),
)
const tagLists = fc.array(fc.uniqueArray(tag, { maxLength: 12 }), { minLength: 1, maxLength: 60 })
/** All tags that `tag` can produce. */
const allTags = [...Array.from({ length: 201 - FIRST_TAG }, (_, i) => i + FIRST_TAG), 0x10003]
const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)

describe('the tags of each card', () => {
  it('the forward index returns the tags that a card was given last, however many', () => {
    fc.assert(
      fc.property(tagLists, tagLists, (first, second) => {
        const forwardIndex = new ForwardIndex()
        for (const [ordinal, tags] of [...first.entries(), ...second.entries()])
          forwardIndex.replace(ordinal, ascending(tags))
        const lists = first.map((tags, ordinal) => ascending(second[ordinal] ?? tags))
        expect(lists.map((_, ordinal) => forwardIndex.list(ordinal))).toEqual(lists)
        expect(lists.map((_, ordinal) => forwardIndex.size(ordinal))).toEqual(
          lists.map((tags) => tags.length),
        )
        for (const [ordinal, tags] of lists.entries())
          expect(allTags.filter((tag) => forwardIndex.has(ordinal, tag))).toEqual(tags)
      }),
    )
  })

  it('the forward index no longer returns a tag that was removed', () => {
    fc.assert(
      fc.property(tagLists, tag, (lists, gone) => {
        const forwardIndex = new ForwardIndex()
        for (const [ordinal, tags] of lists.entries()) forwardIndex.replace(ordinal, ascending(tags))
        for (const ordinal of lists.keys()) forwardIndex.remove(ordinal, gone)
        expect(lists.map((_, ordinal) => forwardIndex.list(ordinal))).toEqual(
          lists.map((tags) => ascending(tags.filter((each) => each !== gone))),
        )
      }),
    )
  })

  it('the forward index counts tags correctly over few and many cards, again and again', () => {
    fc.assert(
      fc.property(tagLists, fc.boolean(), (lists, isEverySecond) => {
        const forwardIndex = new ForwardIndex()
        for (const [ordinal, tags] of lists.entries()) forwardIndex.replace(ordinal, ascending(tags))
        const ordinals = Uint32Array.from(lists.keys()).filter(
          (ordinal) => !isEverySecond || ordinal % 2 === 0,
        )
        const expected = new Map<number, number>()
        for (const ordinal of ordinals)
          for (const each of lists[ordinal] ?? []) expected.set(each, (expected.get(each) ?? 0) + 1)
        const counts = new Uint32Array(0x10004)
        forwardIndex.count(ordinals, counts)
        for (const each of allTags) expect(counts[each]).toBe(expected.get(each) ?? 0)
        for (let time = 0; time < 2; time++) {
          const tally = forwardIndex.tally(ordinals)
          expect(new Map(tally.tags.map((tag, i) => [tag, tally.counts[i]]))).toEqual(expected)
          expect(tally.tags).toHaveLength(expected.size)
        }
      }),
    )
  })
})
