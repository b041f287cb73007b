import type { Mutation, TagExample } from '@cardinal/sync/edits'
import { expect, it } from 'vitest'
import { questionOf } from './act-question.ts'

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

it('[TG-3] the question before an act counts the cards that change, and names the tag where none does', () => {
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
