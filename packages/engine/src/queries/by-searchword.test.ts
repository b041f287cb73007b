import { IMPLEMENTATIONS, namesOf, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

describe.each(IMPLEMENTATIONS)('by searchword: %s', (_, create) => {
  function tagsFor(lines: string, ...keywords: string[]) {
    const { workspace } = workedExample(create(), lines)
    return namesOf(workspace.ask('tagsBySearchword', { keywords }))
  }

  it('[TG-6] tags named by a keyword come in the order of the keywords, two of one keyword by name', () => {
    expect(tagsFor('note 1 #tea #café #cafe #milk', 'milk', 'CAFE', 'tea')).toEqual([
      'milk',
      'cafe',
      'café',
      'tea',
    ])
  })

  it('[TG-6] tags with names close to any keyword follow, the latest updated first', () => {
    const { workspace, changeTag } = workedExample(create(), 'note 1 #tea #teapot #steam #milky #oil')
    changeTag('teapot', { updatedAt: 1 })
    changeTag('steam', { updatedAt: 2 })
    changeTag('milky', { updatedAt: 3 })
    const found = workspace.ask('tagsBySearchword', { keywords: ['tea', 'milk'] })
    expect(namesOf(found)).toEqual(['tea', 'milky', 'steam', 'teapot'])
  })

  it('[TG-6] close tags of the same update time are sorted by id', () => {
    const { workspace, changeTag } = workedExample(create(), 'note 1 #tea3 #tea1 #tea2')
    for (const name of ['tea1', 'tea2', 'tea3']) changeTag(name, { updatedAt: 7 })
    expect(namesOf(workspace.ask('tagsBySearchword', { keywords: ['tea'] }))).toEqual([
      'tea3',
      'tea1',
      'tea2',
    ])
  })

  it('[TG-6] at most 20 close tags are returned after the tags that are named', () => {
    const many = Array.from({ length: 25 }, (__, n) => `#tea${n}`).join(' ')
    const found = tagsFor(`note 1 #tea #téa ${many}`, 'tea')
    expect(found).toHaveLength(22)
    expect(found.slice(0, 3)).toEqual(['tea', 'téa', 'tea24'])
  })

  it('[TG-6] a repeated keyword and one that folds to nothing change nothing', () => {
    expect(tagsFor('note 1 #tea #milk', 'tea', 'TEA', '', ' ')).toEqual(['tea'])
    expect(tagsFor('note 1 #tea #milk')).toEqual([])
  })

  it('[TG-6] a keyword may differ by one edit from four letters on and by two from eight, also from a part of a name', () => {
    const lines = 'note 1 #recipe #my.recipe #programming'
    expect(tagsFor(lines, 'recpie')).toEqual(['my recipe', 'recipe'])
    expect(tagsFor(lines, 'porgraming')).toEqual(['programming'])
    expect(tagsFor(lines, 'porgamin')).toEqual([])
  })

  it('[TG-7] groups are found by their titles with the rules for names of tags', () => {
    const { workspace } = workedExample(
      create(),
      `group tea things:
       group téa:
       group tea:
       group milk:
       group steam:`,
    )
    const found = (...searchwords: string[]) => namesOf(workspace.ask('groupsBySearchword', { searchwords }))
    expect(found('milk', 'tea', 'milk')).toEqual(['milk', 'tea', 'téa', 'steam', 'tea things'])
    expect(found('taem')).toEqual([])
    expect(found('staem')).toEqual(['steam'])
    expect(found('')).toEqual([])
  })
})
