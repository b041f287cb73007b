import type { TagGroup } from '@cardinal/domain'
import { describe, expect, it } from 'vitest'
import { draggedTags, holdingOf, orderedGroups } from './grouping.ts'

const group = (title: string, tagIds: string[]): TagGroup => ({
  id: title,
  title,
  color: null,
  isHidden: false,
  tagIds,
  createdAt: 0,
  updatedAt: 0,
})

describe('groups and the chosen tags', () => {
  it('[PU-3] groups hold all, some or none of the chosen tags', () => {
    const kitchen = group('kitchen', ['cake', 'tea'])
    expect(holdingOf(kitchen, new Set(['cake', 'tea']))).toBe('all')
    expect(holdingOf(kitchen, new Set(['cake', 'bike']))).toBe('some')
    expect(holdingOf(kitchen, new Set(['bike']))).toBe('none')
    expect(holdingOf(kitchen, new Set())).toBe('none')
  })

  it('[TG-7] groups are sorted closest first, the rest by title, and filtered by words', () => {
    const groups = [group('b', []), group('a', []), group('c', [])]
    expect(orderedGroups(groups, ['c'], '').map(({ title }) => title)).toEqual(['c', 'a', 'b'])
    expect(orderedGroups(groups, [], 'B').map(({ title }) => title)).toEqual(['b'])
  })

  it('[PU-3] dragging a chosen tag moves all chosen ones, dragging another moves only that one', () => {
    expect(draggedTags('x', new Set(['x', 'y']))).toEqual(['x', 'y'])
    expect(draggedTags('z', new Set(['x', 'y']))).toEqual(['z'])
  })
})
