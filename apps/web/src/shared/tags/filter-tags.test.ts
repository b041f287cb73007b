import type { Color } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { describe, expect, it } from 'vitest'
import { colorsOf, filterTags, sectionsByColor, sectionsByGroup } from './filter-tags.ts'

const tag = (name: string, color: Color | null = null, groupIds: string[] = []): TagInUse => ({
  id: name,
  name,
  color,
  groupIds,
  cardCount: 0,
  clickCount: 0,
  lastClickedAt: null,
  createdAt: 0,
  updatedAt: 0,
})
const names = (tags: readonly TagInUse[]) => tags.map(({ name }) => name)
const tags = [tag('café', 'red', ['g1']), tag('cake', 'blue', ['g1', 'g2']), tag('bike'), tag('lake', 'blue')]

describe('a list of tags', () => {
  it('[TG-9] a list of tags can be filtered by colours, and colourless is one of them', () => {
    expect(names(filterTags(tags, { text: '', colors: ['blue', null] }))).toEqual(['cake', 'bike', 'lake'])
  })

  it('[SB-7] a list of tags can be filtered by words of their names without accents, and a minus excludes', () => {
    expect(names(filterTags(tags, { text: 'CAFE, ake', colors: [] }))).toEqual(['café', 'cake', 'lake'])
    expect(names(filterTags(tags, { text: 'ake, -la', colors: [] }))).toEqual(['cake'])
    expect(names(filterTags(tags, { text: '-ake', colors: [] }))).toEqual(['café', 'bike'])
  })

  it('[TG-9] the colours of a list of tags are listed in the order of the palette', () => {
    expect(colorsOf(tags)).toEqual([
      { color: 'red', count: 1 },
      { color: 'blue', count: 2 },
      { color: null, count: 1 },
    ])
  })

  it('[HM-9] a list of tags can be shown by group, with ungrouped ones last, and by colour', () => {
    const group = (id: string, title: string) => ({
      id,
      title,
      color: null,
      isHidden: false,
      tagIds: [],
      createdAt: 0,
      updatedAt: 0,
    })
    const byGroup = sectionsByGroup(tags, [
      group('g2', 'sweet'),
      group('g1', 'kitchen'),
      group('g3', 'empty'),
    ])
    expect(byGroup.map((section) => [section.title, names(section.tags)])).toEqual([
      ['kitchen', ['café', 'cake']],
      ['sweet', ['cake']],
      ['Ungrouped', ['bike', 'lake']],
    ])
    expect(sectionsByColor(tags).map((section) => [section.title, names(section.tags)])).toEqual([
      ['red', ['café']],
      ['blue', ['cake', 'lake']],
      ['no colour', ['bike']],
    ])
  })
})
