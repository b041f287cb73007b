import type { TagExample, TagParts } from '@cardinal/sync/edits'
import { describe, expect, it } from 'vitest'
import { tagSearches, tagSearchWords, tagWords } from './tag-words.ts'

const parts = (some: Partial<TagParts>): TagParts => ({ names: [], parents: [], childGroups: [], ...some })
const osx = { before: 'osx', after: 'osx', into: null }

describe('[TG-3] the words for a tag in a preview', () => {
  it.each<[TagExample, string]>([
    [{ before: null, after: 'osx', into: null }, '“osx” is new'],
    [{ before: 'osx', after: null, into: null }, '“osx” is deleted'],
    [{ before: 'mac', after: null, into: 'osx' }, '“mac” is merged into “osx”'],
    [{ before: 'mac', after: 'osx', into: null }, '“mac” is called “osx”'],
    [osx, '“osx” changes its colour'],
    [{ ...osx, shownAs: 'OS X' }, '“osx” is shown as “OS X”'],
    [
      { ...osx, added: parts({ names: ['mac', 'mac os'], parents: ['unix'] }) },
      '“osx” gets the other names “mac” and “mac os” and the parent “unix”',
    ],
    [
      { ...osx, removed: parts({ names: ['mac'], childGroups: ['Apple'] }) },
      '“osx” loses the other name “mac” and the child group “Apple”',
    ],
  ])('%j', (example, words) => {
    expect(tagWords(example)).toBe(words)
  })
})

describe('[TG-3] what searches for tags find', () => {
  it('is counted for a tag with other names or relations, for these, and for the tag that others are merged into', () => {
    const names = (...examples: TagExample[]) => tagSearches(examples).map(({ name }) => name)
    const added = parts({ names: ['mac'], parents: ['unix'], childGroups: ['Apple'] })
    expect(names({ ...osx, added })).toEqual(['osx', 'mac', 'unix'])
    expect(names({ before: 'mac', after: null, into: 'osx' }, { ...osx, added })).toEqual([
      'osx',
      'mac',
      'unix',
    ])
    expect(
      names(osx, { before: 'mac', after: null, into: null }, { before: null, after: 'x', into: null }),
    ).toEqual([])
  })

  it('is said where it differs, else that nothing does', () => {
    const searches = tagSearches([{ ...osx, added: parts({ names: ['mac'], parents: ['unix'] }) }])
    const same = { before: 4, after: 4 }
    expect(tagSearchWords(searches, [same, { before: 2, after: 1 }, { before: 0, after: 1200 }])).toEqual([
      'A search for “mac” finds 1 card fewer.',
      'A search for “unix” finds 1,200 cards more.',
    ])
    expect(tagSearchWords(searches, [same, same, same])).toEqual([
      'A search for “osx” finds as many cards as before.',
    ])
    expect(tagSearchWords([], [])).toEqual([])
  })
})
