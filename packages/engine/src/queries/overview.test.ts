import { IMPLEMENTATIONS, sample, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

describe.each(IMPLEMENTATIONS)('overview: %s', (_, create) => {
  const example = (lines: string) => workedExample(create(), lines)

  it('[HM-17] the overview counts cards by month in UTC, oldest first, with the empty months between', () => {
    const { workspace, changeCard } = example('todo a\nnote b\nnote c\nlink d\ntodo e')
    changeCard(1, { createdAt: Date.UTC(2024, 2, 31, 23, 59, 59, 999) })
    changeCard(2, { createdAt: Date.UTC(2024, 0, 1) })
    changeCard(3, { createdAt: Date.UTC(2024, 0, 31) })
    changeCard(4, { createdAt: Date.UTC(2024, 2, 1) })
    changeCard(5, { createdAt: Date.UTC(2023, 11, 31, 23, 59, 59, 999) })
    const none = { todo: 0, note: 0, link: 0 }
    expect(workspace.ask('overview', { type: null }).byMonth).toEqual([
      { month: '2023-12', counts: { ...none, todo: 1 } },
      { month: '2024-01', counts: { ...none, note: 2 } },
      { month: '2024-02', counts: none },
      { month: '2024-03', counts: { ...none, todo: 1, link: 1 } },
    ])
    expect(workspace.ask('overview', { type: 'note' }).byMonth).toEqual([
      { month: '2024-01', counts: { ...none, note: 2 } },
    ])
  })

  it('[HM-17] the overview counts cards by type, tag and colour, for one type or all', () => {
    const { workspace, counted } = example(`
      todo a #x @red
      note b #x #y @red
      note c #y #z
      link d #y @blue`)
    const all = workspace.ask('overview', { type: null })
    expect(all.byType).toEqual({ todo: 1, note: 2, link: 1 })
    expect(counted(all.byTag)).toEqual(['y 3', 'x 2', 'z 1'])
    expect(all.byColor).toEqual([
      { color: 'red', count: 2 },
      { color: 'blue', count: 1 },
      { color: null, count: 1 },
    ])
    const notes = workspace.ask('overview', { type: 'note' })
    expect(notes.byType).toEqual({ todo: 0, note: 2, link: 0 })
    expect(counted(notes.byTag)).toEqual(['y 2', 'x 1', 'z 1'])
  })

  it('[HM-17] the overview lists pairs of tags that share cards, by the number of cards, then by the names', () => {
    const { workspace, nameOf } = example(`
      note 1 #d #c #b
      note 2 #c #b
      todo 3 #a #d
      note 4 #e`)
    const pairs = (type: 'todo' | 'note' | null) =>
      workspace
        .ask('overview', { type })
        .pairs.map(({ tagIds, count }) => `${tagIds.map(nameOf).join('+')} ${count}`)
    expect(pairs(null)).toEqual(['b+c 2', 'a+d 1', 'b+d 1', 'c+d 1'])
    expect(pairs('todo')).toEqual(['a+d 1'])
  })

  it('[HM-17] an id of a tag that does not exist is in no pair', () => {
    const given = sample('note 1 #a #b #c')
    const workspace = create()
    workspace.apply(given.changes.filter(({ id }) => id !== given.tag('b')))
    const { pairs, byTag } = workspace.ask('overview', { type: null })
    expect(pairs).toEqual([{ tagIds: [given.tag('a'), given.tag('c')], count: 1 }])
    expect(byTag).toHaveLength(2)
  })

  it('[HM-17] the overview shows at most 30 tags and 30 pairs', () => {
    const names = Array.from({ length: 31 }, (__, n) => `#t${n + 10}`)
    const { workspace } = example([`note all ${names.join(' ')}`, `note again ${names[30]}`].join('\n'))
    const { byTag, pairs } = workspace.ask('overview', { type: null })
    expect([byTag.length, pairs.length]).toEqual([30, 30])
    expect(byTag[0]?.count).toBe(2)
  })

  it('[HM-17] the overview of an empty workspace is empty', () => {
    expect(example('').workspace.ask('overview', { type: null })).toEqual({
      byMonth: [],
      byType: { todo: 0, note: 0, link: 0 },
      byTag: [],
      byColor: [],
      pairs: [],
    })
  })
})
