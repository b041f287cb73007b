import { IMPLEMENTATIONS, namesOf, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

describe.each(IMPLEMENTATIONS)('other names and parents, %s', (_, create) => {
  const example = () => {
    const asked = workedExample(
      create(),
      `
      note starter #sourdough
      note cake #baking
      note soup #cooking
      note about baking
      note vectors #cplusplus`,
    )
    asked.changeTag('sourdough', { parentIds: [asked.tag('baking')] })
    asked.changeTag('baking', { parentIds: [asked.tag('cooking')] })
    asked.changeTag('cplusplus', { otherNames: ['c++', 'Templates'] })
    return asked
  }

  it('a parent finds the cards of all tags that imply it, and excludes them when it is excluded', () => {
    const { found, match } = example()
    expect(found('cooking', { onlyTags: true })).toEqual([1, 2, 3])
    expect(found('baking', { onlyTags: true })).toEqual([1, 2])
    expect(found('baking')).toEqual([1, 2, 4])
    expect(found('-baking')).toEqual([3, 4, 5])
    expect(match('baking', { onlyTags: true }).tagRanks.map(({ rank }) => rank)).toEqual([1, 1])
    expect(found('bak', { onlyTags: true })).toEqual([1, 2])
  })

  it('the card count of a tag counts only cards that have the tag itself', () => {
    const { workspace, tag, counted, match } = example()
    expect(workspace.ask('tagsById', { ids: [tag('cooking')] })[0]?.cardCount).toBe(1)
    expect(counted(match('cooking', { onlyTags: true }).intersectionCounts)).toEqual([
      'baking 1',
      'cooking 1',
      'sourdough 1',
    ])
  })

  it('every name of a tag finds it, in any case, and so does the beginning of a name', () => {
    const { found, workspace } = example()
    for (const name of ['c++', 'C++', 'templates', 'temp', 'c+', 'temp*', 'c*+', '*plus'])
      expect([name, found(name, { onlyTags: true })]).toEqual([name, [5]])
    expect(namesOf(workspace.ask('tagsBySearchword', { keywords: ['c++'] }))).toEqual(['cplusplus'])
    expect(workspace.ask('searchbarFacts', { text: 'c++', subject: 'tag' }).aTagMatches).toBe(true)
  })

  it('a removed relation has no effect, and a relation to a deleted parent has one again when the parent is back', () => {
    const { found, changeTag, workspace, tag } = example()
    workspace.apply([{ kind: 'tag', id: tag('baking'), row: null }])
    expect(found('cooking', { onlyTags: true })).toEqual([3])
    changeTag('baking', { parentIds: [tag('cooking')] })
    expect(found('cooking', { onlyTags: true })).toEqual([1, 3])
    changeTag('sourdough', {})
    expect(found('cooking', { onlyTags: true })).toEqual([3])
  })

  it("tags that are each other's parents imply each other", () => {
    const { found, changeTag, tag, workspace } = example()
    changeTag('cooking', { parentIds: [tag('sourdough')] })
    expect(found('sourdough', { onlyTags: true })).toEqual([1, 2, 3])
    const implied = workspace.ask('tagRelations', { tagId: tag('baking') })?.implied ?? []
    expect(namesOf(implied)).toEqual(['baking', 'cooking', 'sourdough'])
  })

  it('the relations of a tag list its parents and children, and count the cards that it finds', () => {
    const { workspace, tag } = example()
    const relations = workspace.ask('tagRelations', { tagId: tag('baking') })
    expect(namesOf(relations?.parents ?? [])).toEqual(['cooking'])
    expect(namesOf(relations?.children ?? [])).toEqual(['sourdough'])
    expect(relations?.foundCards).toBe(2)
    expect(namesOf(workspace.ask('impliedTags', { tagIds: [tag('sourdough')] }))).toEqual([
      'baking',
      'cooking',
    ])
    expect(workspace.ask('tagRelations', { tagId: 'f'.repeat(24) })).toBeUndefined()
  })

  it('[SB-8] a tag that is already implied is never suggested', () => {
    const { workspace, tag } = workedExample(
      create(),
      `
      note flour water #baking #sourdough
      note flour salt #baking #sourdough
      note flour #baking #cake
      note other`,
    )
    const labels = () =>
      namesOf(
        workspace
          .ask('suggestLabels', {
            text: 'flour',
            type: null,
            cardId: null,
            tagIds: [tag('sourdough')],
            now: 0,
            limit: 5,
          })
          .map((suggestion) => suggestion.tag),
      )
    expect(labels()).toContain('baking')
    const [row] = workspace.ask('tagsById', { ids: [tag('sourdough')] })
    if (row === undefined) throw new Error('no row')
    const { groupIds: _groupIds, cardCount: _cardCount, ...rest } = row
    workspace.apply([{ kind: 'tag', id: row.id, row: { ...rest, parentIds: [tag('baking')] } }])
    expect(labels()).not.toContain('baking')
  })
})
