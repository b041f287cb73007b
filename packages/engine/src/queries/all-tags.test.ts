import type { Change, Tag, TagOrder } from '@cardinal/domain'
import { IMPLEMENTATIONS, namesOf, sampleId, workedExample } from '@cardinal/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NaiveWorkspace } from '../reference/naive-workspace.ts'
import { WorkspaceIndex } from '../workspace-index.ts'

describe.each(IMPLEMENTATIONS)('all tags: %s', (_, create) => {
  /**
   * Four tags, created in the order a, b, c, d and changed in the order b, a, d, c. They have different clicks, and are on
   * 2, 3, 1 and 0 cards.
   */
  function tagsIn(by: TagOrder['by'], of: TagOrder['of']): string {
    const { workspace, changeTag } = workedExample(
      create(),
      `note 1 #a #b #c
       note 2 #a #b
       note 3 #b
       group g: d`,
    )
    changeTag('a', { updatedAt: 20, clickCount: 2, lastClickedAt: 300 })
    changeTag('b', { updatedAt: 10, clickCount: 0, lastClickedAt: null })
    changeTag('c', { updatedAt: 40, clickCount: 2, lastClickedAt: 100 })
    changeTag('d', { updatedAt: 30, clickCount: 5, lastClickedAt: 200 })
    return namesOf(workspace.ask('allTags', { order: { by, of } as TagOrder })).join('')
  }

  it.each([
    ['recently', 'added', 'dcba'],
    ['oldest', 'added', 'abcd'],
    ['recently', 'updated', 'cdab'],
    ['oldest', 'updated', 'badc'],
    ['most', 'tagged', 'bacd'],
    ['least', 'tagged', 'dcab'],
    ['alphabetically', 'asc', 'abcd'],
    ['alphabetically', 'desc', 'dcba'],
  ] as const)('[TG-5] tags in the order %s %s are %s', (by, of, names) => {
    expect(tagsIn(by, of)).toBe(names)
  })

  it('[TG-5] sorting by the last click puts tags that were never clicked last in both directions', () => {
    expect(tagsIn('recently', 'searched')).toBe('adcb')
    expect(tagsIn('oldest', 'searched')).toBe('cdab')
  })

  it('[TG-5] tags are sorted by clicks and then by cards; "least" sorts both ascending', () => {
    expect(tagsIn('most', 'searched')).toBe('dacb')
    expect(tagsIn('least', 'searched')).toBe('bcad')
  })

  it('[TG-5] tags that are equal in an order are sorted by id', () => {
    const { workspace, changeTag } = workedExample(create(), 'note 1 #z #y #x')
    for (const name of ['x', 'y', 'z']) changeTag(name, { createdAt: 1, updatedAt: 1 })
    const inOrder = (by: TagOrder['by'], of: TagOrder['of']) =>
      namesOf(workspace.ask('allTags', { order: { by, of } as TagOrder })).join('')
    expect(inOrder('recently', 'added')).toBe('zyx')
    expect(inOrder('oldest', 'updated')).toBe('zyx')
    expect(inOrder('recently', 'searched')).toBe('zyx')
    expect(inOrder('most', 'tagged')).toBe('zyx')
    expect(inOrder('least', 'searched')).toBe('zyx')
  })

  it('[TG-5] the alphabetical order compares folded names by code point, and equal names by id', () => {
    const { workspace } = workedExample(create(), 'note 1 #zebra #école #ecole #東京 #éa')
    const inOrder = (of: 'asc' | 'desc') =>
      namesOf(workspace.ask('allTags', { order: { by: 'alphabetically', of } }))
    expect(inOrder('asc')).toEqual(['éa', 'école', 'ecole', 'zebra', '東京'])
    expect(inOrder('desc')).toEqual(['東京', 'zebra', 'école', 'ecole', 'éa'])
  })

  it('[TG-5] a page of tags holds only tags with the searched text in one of their names', () => {
    const { workspace, changeTag } = workedExample(create(), 'note 1 #cplusplus #cooking #rust')
    changeTag('cplusplus', { otherNames: ['C++', 'cpp'], displayName: 'C++' })
    const found = (containing: string) =>
      workspace.ask('pageOfTags', {
        order: { by: 'alphabetically', of: 'asc' },
        without: [],
        containing,
        isOnCards: null,
        from: null,
        offset: 0,
        limit: 9,
      })
    expect(namesOf(found('c+').tags)).toEqual(['cplusplus'])
    expect(namesOf(found('cp').tags)).toEqual(['cplusplus'])
    expect(namesOf(found('oo').tags)).toEqual(['cooking'])
  })

  it('[TG-1] a tag is returned with its groups and the number of its cards of all types', () => {
    const { workspace, tag, group } = workedExample(
      create(),
      `note 1 #a
       todo 2 #a
       group g: a`,
    )
    const [found, unknown] = workspace.ask('tagsById', { ids: [tag('a'), sampleId('a', 999)] })
    expect(found).toMatchObject({ name: 'a', groupIds: [group('g')], cardCount: 2 })
    expect(unknown).toBeUndefined()
  })
})

const few = fc.constantFrom(0, 1, 2)
const rows = fc.array(
  fc.record(
    {
      name: fc.constantFrom('a', 'b', 'éa', 'z b'),
      otherNames: fc.constantFrom(['C++'], ['b', 'c++']),
      clickCount: few,
      lastClickedAt: fc.option(few),
      createdAt: few,
      updatedAt: few,
    },
    { requiredKeys: ['name', 'clickCount', 'lastClickedAt', 'createdAt', 'updatedAt'] },
  ),
  { maxLength: 12 },
)
const order = fc.constantFrom<TagOrder>(
  { by: 'recently', of: 'added' },
  { by: 'oldest', of: 'updated' },
  { by: 'most', of: 'tagged' },
  { by: 'most', of: 'searched' },
  { by: 'least', of: 'searched' },
  { by: 'recently', of: 'searched' },
  { by: 'oldest', of: 'searched' },
  { by: 'alphabetically', of: 'desc' },
)

it('[TG-5] property: sorted, named and counted tags equal those of the reference implementation', () => {
  fc.assert(
    fc.property(rows, order, fc.nat({ max: 12 }), (given, asked, removed) => {
      const tags = given.map(
        (row, n): Tag => ({ ...row, id: `${(n * 7) % 13}`.padStart(24, '0'), color: null }),
      )
      const changes = tags.map((row): Change => ({ kind: 'tag', id: row.id, row }))
      for (const { id } of tags.slice(removed)) changes.push({ kind: 'tag', id, row: null })
      const [index, naive] = [new WorkspaceIndex(), new NaiveWorkspace()]
      for (const workspace of [index, naive]) workspace.apply(changes)
      const names = ['a', 'b', 'éa', 'c++', 'nothing']
      expect(index.ask('allTags', { order: asked })).toEqual(naive.ask('allTags', { order: asked }))
      expect(index.ask('tagsByName', { names })).toEqual(naive.ask('tagsByName', { names }))
      expect(index.ask('countTags', {})).toBe(naive.ask('countTags', {}))
    }),
  )
})
