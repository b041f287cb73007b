import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CoOccurrences } from './co-occurrences.ts'
import { ForwardIndex } from './forward-index.ts'
import { PostingLists } from './posting-lists.ts'
import { FIRST_TAG } from './tag-table.ts'

const CARDS = 1_500
/** One is on most cards, its neighbours on fewer and fewer. */
const tag = fc.nat(12).map((n) => n + FIRST_TAG)
const tagList = fc.uniqueArray(tag, { maxLength: 9 }).map((tags) => tags.sort((a, b) => a - b))
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ card: fc.nat(CARDS - 1), tags: tagList }) },
  { weight: 4, arbitrary: fc.record({ asked: tag }) },
  { weight: 1, arbitrary: fc.record({ lost: tag }) },
)

/** The three tables of which one counts what the others hold, and plain lists beside them. */
class Workspace {
  readonly lists: number[][] = Array.from({ length: CARDS }, () => [])
  private readonly postings = new PostingLists()
  private readonly forwardIndex = new ForwardIndex()
  private readonly coOccurrences = new CoOccurrences(this.postings, this.forwardIndex)

  put(card: number, tags: readonly number[]): void {
    const before = this.lists[card] ?? []
    this.forwardIndex.replace(card, tags)
    for (const each of before) if (!tags.includes(each)) this.postings.remove(each, card)
    for (const each of tags) if (!before.includes(each)) this.postings.add(each, card, CARDS)
    this.coOccurrences.move(before, tags)
    this.lists[card] = [...tags]
  }

  lose(gone: number): void {
    for (const card of this.postings.list(gone)) {
      this.forwardIndex.remove(card, gone)
      this.lists[card] = (this.lists[card] ?? []).filter((each) => each !== gone)
    }
    this.postings.clear(gone)
    this.coOccurrences.remove(gone)
  }

  tally(asked: number): Map<number, number> {
    const { tags, counts } = this.coOccurrences.tally(asked, FIRST_TAG + 13)
    expect(new Set(tags).size).toBe(tags.length)
    return new Map(tags.map((each, i) => [each, counts[i] as number]))
  }

  countedNaively(asked: number): Map<number, number> {
    const counts = new Map<number, number>()
    for (const tags of this.lists.filter((each) => each.includes(asked)))
      for (const each of tags) counts.set(each, (counts.get(each) ?? 0) + 1)
    return counts
  }
}

it('tags that go together are counted alike before and after changes, for frequent tags and rare ones', () => {
  fc.assert(
    fc.property(fc.infiniteStream(tagList), fc.array(step, { maxLength: 60 }), (stream, steps) => {
      const workspace = new Workspace()
      const lists = [...stream.take(40)]
      for (let card = 0; card < CARDS; card++) workspace.put(card, lists[(card * card) % lists.length] ?? [])
      for (const each of steps)
        if ('card' in each) workspace.put(each.card, each.tags)
        else if ('lost' in each) workspace.lose(each.lost)
        else expect(workspace.tally(each.asked)).toEqual(workspace.countedNaively(each.asked))
      for (let asked = FIRST_TAG; asked < FIRST_TAG + 13; asked++)
        expect(workspace.tally(asked)).toEqual(workspace.countedNaively(asked))
    }),
    { numRuns: 60 },
  )
})

it('counts of tags that nobody asked for longest are left out, and counted anew', () => {
  const tags = Array.from({ length: 80 }, (_, i) => FIRST_TAG + i)
  const [postings, forwardIndex] = [new PostingLists(), new ForwardIndex()]
  const coOccurrences = new CoOccurrences(postings, forwardIndex)
  for (let card = 0; card < 600; card++) {
    forwardIndex.replace(card, tags)
    for (const each of tags) postings.add(each, card, 600)
  }
  const sizes: number[] = []
  for (let round = 0; round < 2; round++)
    for (const each of tags) {
      expect(coOccurrences.tally(each, FIRST_TAG + 80).counts).toEqual(tags.map(() => 600))
      sizes.push(coOccurrences.approximateBytes())
    }
  expect(sizes[0]).toBe((FIRST_TAG + 80) * 4)
  expect(Math.max(...sizes)).toBe(sizes.at(-1))
  expect(sizes.at(-1)).toBe(64 * (FIRST_TAG + 80) * 4)
})
