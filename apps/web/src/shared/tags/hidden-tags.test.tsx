import { expect, test } from 'vitest'
import { hiddenTags } from './hidden-tags.ts'

const TAGS = [
  { id: 'a', name: 'café' },
  { id: 'b', name: 'cake' },
]

test('[TG-7] a tag of a hidden group is listed only if its whole name was typed', () => {
  const hidden = hiddenTags(['a'])
  expect(hidden.without(TAGS)).toEqual([TAGS[1]])
  expect(hidden.without(TAGS, ['caf'])).toEqual([TAGS[1]])
  expect(hidden.without(TAGS, ['CAFE'])).toEqual(TAGS)
  expect(hidden.withoutCounts([{ tagId: 'a' }, { tagId: 'b' }])).toEqual([{ tagId: 'b' }])
})

test('without hidden groups, the filtered list is the same object as the given one', () => {
  expect(hiddenTags([]).without(TAGS)).toBe(TAGS)
})
