import { otherNamesOf, type Tag, tagName, withRelations } from '@cardinal/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainCard } from './found.ts'
import {
  contestedNames,
  isShownAsOther,
  keptNames,
  NamesThere,
  shownSpelling,
  TagNames,
} from './tags-of-file.ts'

/** The names that these spellings get when they are read in this order. */
function namesOf(
  tags: readonly string[],
  known: readonly (readonly [string, string])[] = [],
): (string | undefined)[] {
  const rows = [{ row: 1, card: { ...plainCard('note', 'a'), tags } }]
  const names = new TagNames(contestedNames(rows, []), new Map(known))
  return tags.map((tag) => names.ofTags([tag])[0])
}

const NO_TAG = { id: '', color: null, clickCount: 0, lastClickedAt: null, createdAt: 0, updatedAt: 0 }

/** Reads the tags of a file into a workspace, as an import does. */
function importTags(tags: readonly string[], there: Map<string, Tag>) {
  const known = new NamesThere()
  for (const tag of there.values()) known.add(tag)
  const rows = [{ row: 1, card: { ...plainCard('note', 'a'), tags } }]
  const read = new TagNames(contestedNames(rows, []), known)
  const names = tags.map((tag) => read.all([tag])[0])
  const said = read.renamed()
  const shown = new Map(read.spellings(true))
  for (const name of new Set(names)) {
    if (name === undefined) continue
    const tag = there.get(name) ?? { ...NO_TAG, name }
    const spelling = shown.get(name)
    const displayName = there.has(name) ? (tag.displayName ?? null) : (spelling ?? null)
    const more = keptNames([...said.flatMap(({ from, to }) => (to === name ? [from] : [])), spelling ?? name])
    there.set(name, withRelations(tag, { otherNames: [...otherNamesOf(tag), ...more], displayName }))
  }
  return { names, said }
}

function tagShown(name: string, displayName: string): Tag {
  return withRelations({ ...NO_TAG, name }, { otherNames: [displayName], displayName })
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
      ['A\ufeffB', '\u202aab\u202c', '\u2067a\u2069b', 'ab'],
      ['ab', 'ab', 'ab', 'ab'],
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
    expect(isShownAsOther({ name: 'home', displayName: '!home' })).toBe(true)
    expect(isShownAsOther({ name: 'cplusplus', displayName: 'C++' })).toBe(true)
    for (const displayName of ['Home', 'my place', 'home'])
      expect(isShownAsOther({ name: 'home', displayName })).toBe(false)
    const there = new NamesThere()
    there.add(tagShown('home', '!home'))
    there.add(tagShown('cplusplus', 'C++'))
    const names = new TagNames([], there)
    expect(names.ofTags(['home', '!home', 'Home', 'cplusplus', 'C++'])).toEqual([
      'home 2',
      'home',
      'cplusplus 2',
      'cplusplus',
    ])
    expect(names.spellings(false)).toEqual([
      ['home 2', 'home'],
      ['cplusplus 2', 'cplusplus'],
    ])
  })

  it('[TG-7] a comma, or a minus at the start, is shown by a sign that resembles it, because names may not have them', () => {
    expect(shownSpelling('one, two')).toBe('one\u201a two')
    expect(shownSpelling('-home')).toBe('\u2212home')
    const there = new NamesThere()
    for (const [name, shown] of ['one two', 'home'].map((each) => [each, each] as const))
      there.add(tagShown(name, shown))
    const files = [new TagNames([], there), new TagNames([], there)]
    for (const names of files) {
      expect(names.ofTags(['one, two', '-home', 'one two'])).toEqual(['one two 2', 'home 2', 'one two'])
      for (const [name, spelling] of names.spellings(true)) there.add(tagShown(name, spelling))
    }
  })

  it('[TG-7] property: two tags of two files never become one without a report, and each file finds its tags again', () => {
    const alike =
      'C++|cplusplus|one, two|one，two|one two|one/two|one-two|one_two|-one two|100%|100|👍|👍🏽|thumbs up'
    const spellings = fc.oneof(
      fc.constantFrom(...alike.split('|')),
      fc.stringMatching(/^[ab+#,!%/._&'@‐’，-]{1,5}$/),
    )
    const files = fc.array(spellings, { maxLength: 8 })
    let numbered = 0
    fc.assert(
      fc.property(files, files, (first, second) => {
        const there = new Map<string, Tag>()
        const keysOf = new Map<string, Set<string>>()
        const found = [first, second, first, second].map((file) => {
          const { names, said } = importTags(file, there)
          for (const [at, spelling] of file.entries()) {
            const name = names[at]
            if (name === undefined) continue
            if (/ \d$/.test(name)) numbered++
            const keys = keysOf.get(name) ?? new Set()
            // Differences that do not count: case, other forms of commas, a leading #.
            const key = tagName(spelling).replaceAll('，', ',').replace(/^#+/, '')
            if (keys.size > 0 && !keys.has(key)) expect(said).toContainEqual({ from: spelling, to: name })
            keysOf.set(name, keys.add(key))
          }
          return names
        })
        expect(found.slice(2)).toEqual(found.slice(0, 2))
      }),
      { numRuns: 2_000 },
    )
    expect(numbered).toBeGreaterThan(1_000)
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
