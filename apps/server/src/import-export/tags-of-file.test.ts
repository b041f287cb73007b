import { describe, expect, it } from 'vitest'
import { plainCard } from './found.ts'
import { contestedNames, hasLostSigns, TagNames } from './tags-of-file.ts'

/** The names of tags read in this order. */
function namesOf(
  tags: readonly string[],
  known: readonly (readonly [string, string])[] = [],
): (string | undefined)[] {
  const rows = [{ row: 1, card: { ...plainCard('note', 'a'), tags } }]
  const names = new TagNames(contestedNames(rows, []), new Map(known))
  return tags.map((tag) => names.ofTags([tag])[0])
}

describe('the tags of a file', () => {
  it.each([
    [
      ['!home', 'home'],
      ['home 2', 'home'],
    ],
    [
      ['home', '!home', '?home'],
      ['home', 'home 2', 'home 3'],
    ],
    [
      ['100%', '100', '0%'],
      ['100 percent', '100', '0 percent'],
    ],
    [
      ['one two', 'one/two'],
      ['one two', 'one two 2'],
    ],
    [
      ['C++', 'c++', 'cplusplus'],
      ['cplusplus 2', 'cplusplus 2', 'cplusplus'],
    ],
    [
      ['A\u200bB', 'AB', 'ab'],
      ['ab', 'ab', 'ab'],
    ],
    [
      ['e\u2011mail', 'e-mail'],
      ['e_mail', 'e_mail'],
    ],
    [
      ['women\u2019s', "women's"],
      ['womens', 'womens'],
    ],
    [
      ['#todo', 'todo'],
      ['todo', 'todo'],
    ],
    [
      ['👍', '👍🏽'],
      ['thumbs up', 'thumbs up 2'],
    ],
    [
      ['$', 'Bash'],
      [undefined, 'bash'],
    ],
  ])('[TG-7] %j become %j', (tags, names) => {
    expect(namesOf(tags)).toEqual(names)
  })

  it('[TG-7] a tag of the workspace is taken by its other name, and by a spelling that says no more than its name', () => {
    const known = [
      ['home', 'home'],
      ['@home', 'place'],
      ['cplusplus', 'cplusplus'],
    ] as const
    expect(namesOf(['!home', '@home', 'C++', 'Home'], known)).toEqual([
      'home 2',
      'place',
      'cplusplus',
      'home',
    ])
  })

  it('[TG-7] a tag that is shown with signs that its name lost is not taken by that name', () => {
    const shown = { name: 'home', displayName: '!home' }
    expect(hasLostSigns(shown)).toBe(true)
    for (const displayName of ['Home', 'my place', 'home'])
      expect(hasLostSigns({ name: 'home', displayName })).toBe(false)
    expect(hasLostSigns({ name: 'cplusplus', displayName: 'C++' })).toBe(false)
    const others = new Map([['!home', 'home']])
    const known = {
      has: (name: string) => name === 'home' || others.has(name),
      get: (name: string) => others.get(name),
    }
    const names = new TagNames([], known)
    expect(names.ofTags(['home', '!home', 'Home'])).toEqual(['home 2', 'home'])
    expect(names.spellings(false)).toEqual([['home 2', 'home']])
  })

  it('[TG-7] a nested tag has the one before its last part as its parent', () => {
    const names = new TagNames()
    names.ofTags(['a1/b1/c1', 'https://x.example/', 'x / y', '#software/android'])
    expect(names.nested()).toEqual([
      { name: 'a1 b1', parent: 'a1' },
      { name: 'a1 b1 c1', parent: 'a1 b1' },
      { name: 'software android', parent: 'software' },
    ])
  })

  it('[TG-7] many spellings of one name each get their own number at once', () => {
    const tags = Array.from(
      { length: 3_000 },
      (_, n) => `a${'!'.repeat(n % 50)}${'?'.repeat(Math.floor(n / 50))}`,
    )
    expect(new Set(namesOf(tags)).size).toBe(3_000)
  })

  it('[TG-7] a name with a number is shown as its file spells it, whatever was chosen for the others', () => {
    const names = new TagNames(['home'])
    names.all(['!home', 'JavaScript'])
    expect(names.spellings(false)).toEqual([['home 2', '!home']])
    expect(names.spellings(true)).toEqual([
      ['home 2', '!home'],
      ['javascript', 'JavaScript'],
    ])
  })
})
