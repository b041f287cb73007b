import { INITIAL_VALUES } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import type { FoundRow } from './found.ts'
import { RepeatedRows } from './repeated-rows.ts'

const row = (tags: readonly string[], folders: readonly string[] = []): FoundRow => ({
  row: 1,
  card: {
    ...INITIAL_VALUES,
    type: 'note',
    content: 'bread',
    tags,
    folders,
    subnotes: [],
    createdAt: null,
    links: null,
    own: null,
  },
})

describe('rows of a file that are the same card', () => {
  it('equal rows of a file report each further combination of tags and folders to the first of them once', () => {
    const rows = [
      row(['a']),
      ...Array.from({ length: 1_000 }, () => row(['a'])),
      ...Array.from({ length: 1_000 }, () => row(['a', 'b'])),
      row(['a'], ['kitchen']),
      row(['a', 'b']),
    ]
    const repeated = new RepeatedRows(rows)
    const told = rows.map((each, at) => repeated.tell(each, at))
    const first = told[0]
    expect(first !== undefined && 'card' in first && first.more).toEqual([
      { tags: ['a', 'b'], folders: [] },
      { tags: ['a'], folders: ['kitchen'] },
    ])
    expect(told.filter((each) => 'card' in each && each.isRepeat)).toHaveLength(rows.length - 1)
    expect(told.slice(1).every((each) => 'card' in each && each.more.length === 0)).toBe(true)
  })
})
