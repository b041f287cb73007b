import { IMPLEMENTATIONS, namesOf, sampleId, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

const LINES = `
  note 1 #a #b #c #d #loose #also #zero
  note 2 #d #loose
  group wide: a, b, c, d
  group tight: a, b
  group another: b, c
  hidden quiet: d
  group empty:`

describe.each(IMPLEMENTATIONS)('groups: %s', (_, create) => {
  const example = () => workedExample(create(), LINES)
  const ids = (tag: (name: string) => string, names: string) => [...names].map((name) => tag(name))

  it('[TG-7] all groups are listed by title, hidden and empty ones too', () => {
    expect(namesOf(example().workspace.ask('allGroups', {}))).toEqual([
      'another',
      'empty',
      'quiet',
      'tight',
      'wide',
    ])
  })

  it('[TG-7] groups are returned in the order of the requested ids, undefined for an unknown id', () => {
    const { workspace, group } = example()
    const asked = [group('wide'), sampleId('e', 99), group('tight')]
    expect(namesOf(workspace.ask('groupsById', { ids: asked }))).toEqual(['wide', undefined, 'tight'])
  })

  it('[TG-7] groups that hold any of the tags are sorted by how many they hold, then by title', () => {
    const { workspace, tag } = example()
    const holding = (names: string) => namesOf(workspace.ask('groupsOfTags', { tagIds: ids(tag, names) }))
    expect(holding('ab')).toEqual(['tight', 'wide', 'another'])
    expect(holding('bcd')).toEqual(['wide', 'another', 'quiet', 'tight'])
    expect(holding('')).toEqual([])
  })

  it('[HM-9] the closest groups are sorted by the share of the tags that they hold, then by fewest other tags, then by title', () => {
    const { workspace, tag } = example()
    const closest = (names: string) =>
      workspace
        .ask('closestGroups', { tagIds: ids(tag, names) })
        .map(({ group, held, others }) => `${group.title} ${held} ${others}`)
    expect(closest('b')).toEqual(['another 1 1', 'tight 1 1', 'wide 1 3'])
    expect(closest('abd')).toEqual(['wide 3 1', 'tight 2 0', 'quiet 1 0', 'another 1 1'])
  })

  it('[TG-7] the tags of groups are returned once each, those on most cards first, ties by name', () => {
    const { workspace, group } = example()
    const tagsOf = (...titles: string[]) =>
      namesOf(workspace.ask('tagsOfGroups', { groupIds: titles.map((title) => group(title)) }))
    expect(tagsOf('another', 'tight')).toEqual(['a', 'b', 'c'])
    expect(tagsOf('wide')).toEqual(['d', 'a', 'b', 'c'])
    expect(tagsOf('empty')).toEqual([])
    expect(example().workspace.ask('tagsOfGroups', { groupIds: [sampleId('e', 99)] })).toEqual([])
  })

  it('[HM-9] ungrouped tags are those in no group, those on most cards first, ties by name', () => {
    expect(namesOf(example().workspace.ask('ungroupedTags', {}))).toEqual(['loose', 'also', 'zero'])
  })
})
