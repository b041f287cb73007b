import { sampleId } from '@cardinal/testing'
import { describe, expect, it, vi } from 'vitest'
import { Tables } from '../tables.ts'
import { bitsFor, countBits } from './bits.ts'

const tagRow = (n: number) => ({ ...row, id: sampleId('a', n), name: `t${n}` })
const row = { color: null, clickCount: 0, lastClickedAt: null, createdAt: 0, updatedAt: 0 }
const group = (tagIds: readonly string[]) => ({
  id: sampleId('e', 1),
  title: 'all',
  color: null,
  isHidden: false,
  tagIds,
  createdAt: 0,
  updatedAt: 0,
})

describe('cards that tags find', () => {
  it('[TG-8] a large child group of hundreds of tags is followed once until a row changes', () => {
    const tables = new Tables({ unitsAtOnce: 1, copiesRows: true })
    for (let n = 0; n < 1_000; n++)
      tables.putTag(n < 100 ? { ...tagRow(n), childGroupIds: [sampleId('e', 1)] } : tagRow(n))
    tables.putGroup(group(Array.from({ length: 900 }, (_, n) => sampleId('a', 100 + n))))
    const lists = vi.spyOn(tables.postings, 'addTo')
    const found = bitsFor(tables.cards.capacity)
    const tags = Array.from({ length: 100 }, (_, n) => tables.tags.namedBy(`t${n}`))
    for (const named of tags) tables.taggedCards.addTo(found, named)
    for (const named of tags) tables.taggedCards.takeFrom(found, named)
    expect(lists.mock.calls.length).toBe(100 + 900)
    expect(countBits(found)).toBe(0)
    tables.putGroup(group([sampleId('a', 100)]))
    tables.taggedCards.addTo(found, tags[0] ?? [])
    expect(lists.mock.calls.length).toBe(1_000 + 2)
  })

  it('[TG-8] a question about a long chain of parents is answered over several slices, and each slice makes progress', () => {
    const tables = new Tables({ unitsAtOnce: 1, copiesRows: true })
    for (let n = 0; n < 300; n++)
      tables.putTag(n === 0 ? tagRow(n) : { ...tagRow(n), parentIds: [sampleId('a', n - 1)] })
    const found = bitsFor(tables.cards.capacity)
    const question = () => {
      for (let n = 0; n < 3; n++) tables.taggedCards.addTo(found, tables.tags.namedBy(`t${n}`))
      return 'answered'
    }
    const slice = () => tables.sliceEnd.run(() => true, question)
    expect([slice(), slice(), slice(), slice()]).toEqual([null, null, null, { answer: 'answered' }])
    tables.putTag(tagRow(300))
    expect(slice()).toBeNull()
  })
})
