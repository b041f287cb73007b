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
  ])('[TG-7] the tags %j of a file become the tags %j', (tags, names) => {
    expect(namesOf(tags)).toEqual(names)
  })

  it('[TG-7] an existing tag is used for its other name and for a spelling that adds only meaningless signs', () => {
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

  it('[TG-7] an existing tag whose display name has signs that its name lacks is not used for that name', () => {
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

  it('[TG-7] the parent of a nested tag is the part before its last one', () => {
    const names = new TagNames()
    names.ofTags(['a1/b1/c1', 'https://x.example/', 'x / y', '#software/android'])
    expect(names.nested()).toEqual([
      { name: 'a1 b1', parent: 'a1' },
      { name: 'a1 b1 c1', parent: 'a1 b1' },
      { name: 'software android', parent: 'software' },
    ])
  })

  it('[TG-7] many spellings of one name each get a number of their own, without delay', () => {
    const tags = Array.from(
      { length: 3_000 },
      (_, n) => `a${'!'.repeat(n % 50)}${'?'.repeat(Math.floor(n / 50))}`,
    )
    expect(new Set(namesOf(tags)).size).toBe(3_000)
  })

  it('[TG-7] a tag whose name got a number is shown as in the file, whatever the choice for other tags', () => {
    const names = new TagNames(['home'])
    names.all(['!home', 'JavaScript'])
    expect(names.spellings(false)).toEqual([['home 2', '!home']])
    expect(names.spellings(true)).toEqual([
      ['home 2', '!home'],
      ['javascript', 'JavaScript'],
    ])
  })
})
