import type { Mutation, TagExample, TagParts } from '@cardinal/sync/edits'
import { describe, expect, it } from 'vitest'
import {
  changesTags,
  questionOf,
  stepsWords,
  tagSearches,
  tagSearchWords,
  tagWords,
} from './preview-words.ts'

const id = (n: number) => n.toString(16).padStart(24, '0')
const tag = (before: string | null, after: string | null): TagExample => ({ before, after, into: null })
const osx = tag('osx', 'osx')
const named: Mutation = { name: 'addTagNames', args: { tagId: id(1), names: ['mac'] } }
const merge: Mutation = { name: 'mergeTags', args: { tagIds: [id(1)], intoTagId: id(2) } }
const made: Mutation = {
  name: 'createTags',
  args: { tags: [{ id: id(3), name: 'unix' }], attachToCardIds: [] },
}
const parent: Mutation = { name: 'addTagParents', args: { tagIds: [id(1)], parentIds: [id(3)] } }

it('[TG-3] the question before an act counts the cards that change, or names the tag if none does', () => {
  const title = (mutations: readonly Mutation[], cards: number, ...tagExamples: TagExample[]) =>
    questionOf(mutations, { cards, tags: tagExamples.length, tagExamples }).title
  expect(title([named], 0, osx)).toBe('Change the tag “osx”?')
  expect(title([made, parent], 0, tag(null, 'unix'), osx)).toBe('Change the tag “osx”?')
  expect(title([parent], 0, osx, tag('mac', 'mac'))).toBe('Change 2 tags?')
  expect(title([merge], 45, tag('mac', null), osx)).toBe('Merge tags on 45 cards?')
  expect(title([merge], 0, tag('mac', null), osx)).toBe('Merge 2 tags?')
  expect(title([{ name: 'deleteTags', args: { tagIds: [id(1)] } }], 0, tag('osx', null))).toBe(
    'Delete the tag “osx”?',
  )
})

describe('the steps to the cards of an act, in words', () => {
  it('[TG-3] the preview gives the steps to the cards before and after the act', () => {
    expect(stepsWords({ before: 2.14, after: 1.75 })).toBe(
      'Finding one of these cards by a tag takes 2.1 steps now, 1.8 afterwards.',
    )
    expect(stepsWords({ before: 2.01, after: 1.98 })).toBe(
      'Finding one of these cards by a tag takes 2 steps, now and afterwards.',
    )
    expect(stepsWords({ before: 1233.2, after: 10.04 })).toBe(
      'Finding one of these cards by a tag takes 1,233 steps now, 10 afterwards.',
    )
    expect(stepsWords({ before: 1, after: 3 })).toBe(
      'Finding one of these cards by a tag takes 1 step now, 3 afterwards.',
    )
  })

  it('[TG-3] the preview says that no tag leads to the cards if they have none', () => {
    expect(stepsWords({ before: 3, after: null })).toBe(
      'Finding one of these cards by a tag takes 3 steps now. Afterwards they have none.',
    )
    expect(stepsWords({ before: null, after: 1 })).toBe(
      'These cards have no tag now. Finding one takes 1 step afterwards.',
    )
    expect(stepsWords({ before: null, after: null })).toBe('')
  })

  it('[TG-3] the preview omits the steps if no card keeps other tags', () => {
    const look = { type: 'note', content: '', color: null, isDone: false, tags: [] } as const
    const tagged = { ...look, tags: [{ id: 'a', name: 'a', color: null, isImplied: false }] }
    const examples = (before: typeof tagged | typeof look, after: typeof tagged | null) => ({
      cardExamples: [{ id: 'c', before, after }],
    })
    expect(changesTags(examples(look, tagged))).toBe(true)
    expect(changesTags(examples(tagged, tagged))).toBe(false)
    expect(changesTags(examples(tagged, null))).toBe(false)
  })
})

const parts = (some: Partial<TagParts>): TagParts => ({ names: [], parents: [], childGroups: [], ...some })
const unchanged = { before: 'osx', after: 'osx', into: null }

describe('[TG-3] the words for a tag in a preview', () => {
  it.each<[TagExample, string]>([
    [{ before: null, after: 'osx', into: null }, '“osx” is new'],
    [{ before: 'osx', after: null, into: null }, '“osx” is deleted'],
    [{ before: 'mac', after: null, into: 'osx' }, '“mac” is merged into “osx”'],
    [{ before: 'mac', after: 'osx', into: null }, '“mac” is called “osx”'],
    [unchanged, '“osx” changes its colour'],
    [{ ...unchanged, shownAs: 'OS X' }, '“osx” is shown as “OS X”'],
    [
      { ...unchanged, added: parts({ names: ['mac', 'mac os'], parents: ['unix'] }) },
      '“osx” gets the synonyms “mac” and “mac os” and the parent “unix”',
    ],
    [
      { ...unchanged, removed: parts({ names: ['mac'], childGroups: ['Apple'] }) },
      '“osx” loses the synonym “mac” and the child group “Apple”',
    ],
  ])('the preview of a tag is described: %j', (example, words) => {
    expect(tagWords(example)).toBe(words)
  })
})

describe('[TG-3] what searches for tags find', () => {
  it('effects on searches are counted for tags with other names or relations, and for the tag of a merge', () => {
    const names = (...examples: TagExample[]) => tagSearches(examples).map(({ name }) => name)
    const added = parts({ names: ['mac'], parents: ['unix'], childGroups: ['Apple'] })
    expect(names({ ...unchanged, added })).toEqual(['osx', 'mac', 'unix'])
    expect(names({ before: 'mac', after: null, into: 'osx' }, { ...unchanged, added })).toEqual([
      'osx',
      'mac',
      'unix',
    ])
    expect(
      names(unchanged, { before: 'mac', after: null, into: null }, { before: null, after: 'x', into: null }),
    ).toEqual([])
  })

  it('the preview says how the number of found cards changes, or that it does not', () => {
    const searches = tagSearches([{ ...unchanged, added: parts({ names: ['mac'], parents: ['unix'] }) }])
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
