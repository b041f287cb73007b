import type { Change, Tag } from '@cardinal/domain'
import { IMPLEMENTATIONS, namesOf, sampleId, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'
import { WorkspaceIndex } from '../workspace-index.ts'

it('[TG-8] siblings of tags with large child groups are found in several slices, each of which makes progress', () => {
  const index = new WorkspaceIndex()
  const { tag, counted } = workedExample(
    index,
    `
      note 1 #a #x
      note 2 #b #x #y`,
  )
  const groupId = sampleId('e', 1)
  const group = { id: groupId, title: 'below', tagIds: [tag('b')], isHidden: false, color: null }
  index.apply([
    { kind: 'group', id: groupId, row: { ...group, createdAt: 1, updatedAt: 1 } },
    ...['a', 'y'].map((name): Change => {
      const [row] = index.ask('tagsById', { ids: [tag(name)] })
      return { kind: 'tag', id: tag(name), row: { ...(row as Tag), childGroupIds: [groupId] } }
    }),
  ])
  const params = { tagIds: [tag('a')], negativeTagIds: [], type: null }
  const slices = []
  do slices.push(index.askInSlice('siblingTags', params, () => true))
  while (slices.at(-1) === null && slices.length < 9)
  expect(slices).toHaveLength(2)
  expect(counted(slices.at(-1)?.answer.allOf ?? [])).toEqual(['x 2', 'b 1', 'y 1'])
})

describe.each(IMPLEMENTATIONS)('related tags: %s', (_, create) => {
  const example = (lines: string) => workedExample(create(), lines)

  it('[HM-9] the tags of cards are those on any card of the type, the most used first, ties by name', () => {
    const { workspace, card } = example(`
      note 1 #z #b
      todo 2 #b #a
      note 3 #b #c
      note 4 #elsewhere`)
    const of = (type: 'note' | 'todo' | null, ...numbers: number[]) =>
      namesOf(workspace.ask('tagsOfCards', { cardIds: numbers.map(card), type }))
    expect(of(null, 1, 2, 3)).toEqual(['b', 'a', 'c', 'z'])
    expect(of(null, 2, 2, 1)).toEqual(['b', 'a', 'z'])
    expect(of('todo', 1, 2, 3)).toEqual(['a', 'b'])
    expect(of('note', 2)).toEqual([])
    expect(workspace.ask('tagsOfCards', { cardIds: [sampleId('c', 999)], type: null })).toEqual([])
  })

  describe('siblings', () => {
    const LINES = `
      note 1 #a #b #c
      todo 2 #a #b #c #d
      note 3 #a #e
      note 4 #b #n #f
      note 5 #g`

    function siblings(tags: string, negative = '', type: 'note' | 'todo' | null = null) {
      const { workspace, tag, counted } = example(LINES)
      const ids = (names: string) => [...names].map((name) => tag(name))
      const found = workspace.ask('siblingTags', { tagIds: ids(tags), negativeTagIds: ids(negative), type })
      return { allOf: counted(found.allOf), anyOf: counted(found.anyOf) }
    }

    it('[TG-8] siblings of a tag are the other tags on its cards, those on most cards first, ties by name', () => {
      const expected = ['b 2', 'c 2', 'd 1', 'e 1']
      expect(siblings('a')).toEqual({ allOf: expected, anyOf: expected })
    })

    it('[TG-8] siblings of several tags are counted on cards with all of them, and on cards with any of them', () => {
      expect(siblings('ab')).toEqual({ allOf: ['c 2', 'd 1'], anyOf: ['c 2', 'd 1', 'e 1', 'f 1', 'n 1'] })
      expect(siblings('ae')).toEqual({ allOf: [], anyOf: ['b 2', 'c 2', 'd 1'] })
      expect(siblings('aa')).toEqual(siblings('a'))
    })

    it('[TG-8] cards with an excluded tag are not counted, and that tag is no sibling', () => {
      expect(siblings('b', 'n')).toEqual({ allOf: ['a 2', 'c 2', 'd 1'], anyOf: ['a 2', 'c 2', 'd 1'] })
      expect(siblings('b', 'd')).toEqual({
        allOf: ['a 1', 'c 1', 'f 1', 'n 1'],
        anyOf: ['a 1', 'c 1', 'f 1', 'n 1'],
      })
    })

    it('[TG-8] siblings are counted only on cards of the requested type', () => {
      expect(siblings('a', '', 'todo').allOf).toEqual(['b 1', 'c 1', 'd 1'])
      expect(siblings('a', '', 'note').anyOf).toEqual(['b 1', 'c 1', 'e 1'])
    })

    it('[TG-8] an empty list of tags has no siblings, and neither has an unknown tag', () => {
      const { workspace, tag } = example(LINES)
      const ask = (...tagIds: string[]) =>
        workspace.ask('siblingTags', { tagIds, negativeTagIds: [], type: null })
      expect(ask()).toEqual({ allOf: [], anyOf: [] })
      expect(ask(tag('a'), sampleId('a', 999)).allOf).toEqual([])
      expect(ask(tag('a'), sampleId('a', 999)).anyOf).toHaveLength(4)
    })
  })

  it('[HM-10] highlights are the other tags in a common group and on a common todo, by name', () => {
    const { workspace, tag, nameOf } = example(`
      todo 1 #a #z #b
      todo 2 #a #c
      note 3 #a #n
      todo 4 #g #h
      group one: a, g, e
      group two: a, d
      group other: n, h`)
    const highlighted = (name: string) => {
      const { sharesGroup, sharesTodos } = workspace.ask('highlights', { tagId: tag(name) })
      return [sharesGroup.map(nameOf).join(''), sharesTodos.map(nameOf).join('')]
    }
    expect(highlighted('a')).toEqual(['deg', 'bcz'])
    expect(highlighted('n')).toEqual(['h', ''])
    expect(highlighted('e')).toEqual(['ag', ''])
    expect(workspace.ask('highlights', { tagId: sampleId('a', 999) })).toEqual({
      sharesGroup: [],
      sharesTodos: [],
    })
  })
})
