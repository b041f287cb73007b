import type { TagInUse } from '@cardinal/engine'
import { describe, expect, it } from 'vitest'
import { newName, renamedBy, renaming } from './rename-by-pattern.ts'

const tag = (name: string, displayName?: string): TagInUse => ({
  id: name,
  name,
  color: null,
  groupIds: [],
  cardCount: 1,
  clickCount: 0,
  lastClickedAt: null,
  createdAt: 0,
  updatedAt: 0,
  ...(displayName !== undefined && { displayName, otherNames: [displayName] }),
})

describe('[TG-3] renaming many tags by a pattern', () => {
  it.each([
    ['js-react', 'js-*', 'javascript-*', 'javascript-react'],
    ['js-react', '*-*', '* *', 'js react'],
    ['js-react', 'js', 'ts', 'ts-react'],
    ['JS-React', 'js', 'ts', 'ts-React'],
    ['react', 'js-*', 'javascript-*', 'react'],
    ['react', '*', 'js *', 'js react'],
    ['a.b', '.', '', 'ab'],
    ['aba', 'a*a', '*', 'b'],
    ['a', 'a*a', '*', 'a'],
    ['react', '', 'x', 'react'],
  ])('“%s” by “%s” to “%s” becomes “%s”', (name, from, to, wanted) => {
    expect(newName(name, from, to)).toBe(wanted)
  })

  it('a name that another tag has merges the two, and a display name keeps its spelling', () => {
    const [one, two, script] = [tag('js a', 'JS A'), tag('js b'), tag('web b')]
    const renamed = renamedBy([one, two], [script], 'js *', 'web *')
    expect(renamed.map(({ shown, into }) => [shown, into?.name])).toEqual([
      ['web A', undefined],
      ['web b', 'web b'],
    ])
    expect(renaming(renamed)).toEqual([
      { name: 'renameTag', args: { tagId: 'js a', name: 'web a', keepsName: true } },
      { name: 'setTagDisplayName', args: { tagId: 'js a', displayName: 'web A' } },
      { name: 'mergeTags', args: { tagIds: ['js b'], intoTagId: 'web b', keepsNames: true } },
    ])
  })

  it('two tags that get one name become one', () => {
    const renamed = renamedBy([tag('x1'), tag('x2')], [], 'x*', 'x')
    expect(renaming(renamed)).toEqual([
      { name: 'renameTag', args: { tagId: 'x1', name: 'x', keepsName: true } },
      { name: 'mergeTags', args: { tagIds: ['x2'], intoTagId: 'x1', keepsNames: true } },
    ])
  })

  it('an empty or taken new name is said and left out', () => {
    const empty = renamedBy([tag('x')], [], 'x', '')
    expect(empty[0]?.problem).not.toBeNull()
    const swapped = renamedBy([tag('ab'), tag('aab')], [], '*b', 'a*b')
    expect(renaming(empty)).toEqual([])
    expect(swapped.find(({ tag: { name } }) => name === 'ab')?.problem).toMatch(/renamed too/)
  })
})
