import type { Id } from '@cardinal/domain'
import { IMPLEMENTATIONS, namesOf, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

const BAKERY = 'e'.repeat(24)

describe.each(IMPLEMENTATIONS)('a group whose tags imply a tag, %s', (_, create) => {
  const example = () => {
    const asked = workedExample(
      create(),
      `
      note starter #sourdough
      note cake #baking
      note soup #cooking
      note sofa #living
      note rye #bread`,
    )
    const changeGroup = (names: readonly string[] | null) =>
      asked.workspace.apply([
        {
          kind: 'group',
          id: BAKERY,
          row: names && {
            id: BAKERY,
            title: 'bakery',
            color: null,
            isHidden: false,
            tagIds: names.map((name) => asked.tag(name)),
            createdAt: 0,
            updatedAt: 0,
          },
        },
      ])
    changeGroup(['sourdough', 'baking'])
    asked.changeTag('cooking', { childGroupIds: [BAKERY] })
    return { ...asked, changeGroup }
  }

  it('a tag finds, counts and excludes the cards with any tag of its child group', () => {
    const { found, match, workspace, tag } = example()
    expect(found('cooking')).toEqual([1, 2, 3])
    expect(match('cooking').total).toBe(3)
    expect(found('-cooking')).toEqual([4, 5])
    expect(found('tag:cooking!')).toEqual([3])
    expect(found('sourdough')).toEqual([1])
    expect(workspace.ask('tagRelations', { tagId: tag('cooking') })?.foundCards).toBe(3)
    expect(workspace.ask('tagsById', { ids: [tag('cooking')] })[0]?.cardCount).toBe(1)
  })

  it("a search without the comma of a tag's imported name finds the tag, in both engines", () => {
    const { found, changeTag } = example()
    changeTag('bread', { otherNames: ['MSS. Bodl. 272-3 289'] })
    for (const text of [
      'tag:"MSS. Bodl. 272-3, 289"',
      'tag:"mss. bodl. 272-3，289"',
      'tag:"MSS. Bodl. 272-3, *"',
    ])
      expect([text, found(text)]).toEqual([text, found('bread')])
    expect(found('bread')).not.toEqual([])
  })

  it('a tag that joins a child group implies the parent tag, and one that leaves it does not', () => {
    const { found, changeGroup } = example()
    changeGroup(['sourdough', 'bread'])
    expect(found('cooking')).toEqual([1, 3, 5])
    changeGroup(null)
    expect(found('cooking')).toEqual([3])
    changeGroup(['baking'])
    expect(found('cooking')).toEqual([2, 3])
  })

  it('implication through a child group continues over parents, children and further groups', () => {
    const { found, changeTag, tag } = example()
    changeTag('bread', { parentIds: [tag('sourdough')] })
    changeTag('living', { parentIds: [], childGroupIds: [] })
    expect(found('cooking')).toEqual([1, 2, 3, 5])
    changeTag('living', { childGroupIds: [BAKERY] })
    changeTag('sourdough', { parentIds: [tag('living')] })
    expect(found('living')).toEqual([1, 2, 4, 5])
  })

  it('a tag in its own child group implies itself only if another tag of the group implies it', () => {
    const { workspace, changeGroup, changeTag, tag, found } = example()
    const implied = (name: string) =>
      namesOf(workspace.ask('tagRelations', { tagId: tag(name) })?.implied ?? [])
    changeGroup(['cooking', 'baking'])
    expect(implied('cooking')).toEqual([])
    expect(implied('baking')).toEqual(['cooking'])
    expect(found('cooking')).toEqual([2, 3])
    changeTag('cooking', { childGroupIds: [BAKERY], parentIds: [tag('baking')] })
    expect(implied('cooking')).toEqual(['baking', 'cooking'])
    expect(found('baking')).toEqual([2, 3])
  })

  it('the tags that contain a tag, that it contains, and that a group implies can be asked for', () => {
    const { workspace, changeGroup, tag } = example()
    const relations = (name: string) => workspace.ask('tagRelations', { tagId: tag(name) })
    expect(namesOf(relations('baking')?.groupParents ?? [])).toEqual(['cooking'])
    expect(namesOf(relations('baking')?.parents ?? [])).toEqual([])
    expect(namesOf(relations('cooking')?.childGroups ?? [])).toEqual(['bakery'])
    expect(namesOf(relations('cooking')?.children ?? [])).toEqual([])
    expect(namesOf(workspace.ask('impliedTags', { tagIds: [tag('baking')] }))).toEqual(['cooking'])
    const byGroup = (groupId: Id) => namesOf(workspace.ask('impliedByGroup', { groupId }))
    expect(byGroup(BAKERY)).toEqual(['cooking'])
    changeGroup(null)
    expect(byGroup(BAKERY)).toEqual([])
    expect(relations('cooking')?.childGroups).toEqual([])
  })
})
