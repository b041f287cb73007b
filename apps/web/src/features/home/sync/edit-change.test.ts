import type { Mutation } from '@cardinal/sync'
import { expect, it } from 'vitest'
import { editableChange } from './edit-change.ts'

const id = '0123456789abcdef01234567'

it('[OF-8] editing a rejected card leaves its tags, colour and subnotes unchanged', () => {
  const subnotes = [{ id, text: 'flour', isTicked: false }]
  const card = { id, type: 'note', content: 'Bred', tagIds: [id], color: 'red', subnotes } as const
  const editable = editableChange({ name: 'createCard', args: { card } }, true)
  expect(editable?.text).toBe('Bred')
  expect(editable?.withText('Bread')).toEqual({
    name: 'createCard',
    args: { card: { ...card, content: 'Bread' } },
  })
})

it('[OF-8] tags and colour of a rejected card can be edited, if the change holds them', () => {
  const given = { id, type: 'note', content: 'Bread' } as const
  const added = editableChange({ name: 'createCard', args: { card: given } }, true)
  expect(added?.marks).toEqual({ cardId: id, type: 'note', tagIds: [], color: null })
  const marks = { tagIds: [id], color: 'blue' } as const
  expect(added?.withText('Bread', marks)).toEqual({
    name: 'createCard',
    args: { card: { ...given, ...marks } },
  })

  const elsewhere = editableChange({ name: 'createCard', args: { card: given } }, false)
  expect(elsewhere?.marks, 'tags of another workspace are not at hand').toBeNull()
})

it('[OF-8] a whole card from an older version cannot be edited', () => {
  const card = { id, content: 'Bread' }
  expect(editableChange({ name: 'replaceCard', args: { card } }, true)).toBeNull()
})

it.each<[Mutation, string]>([
  [{ name: 'setCardContent', args: { cardId: id, content: 'a', baseSeq: 3 } }, 'content'],
  [{ name: 'setSubnoteText', args: { cardId: id, subnoteId: id, text: 'a' } }, 'text'],
  [{ name: 'renameTag', args: { tagId: id, name: 'a' } }, 'name'],
  [{ name: 'renameGroup', args: { groupId: id, title: 'a' } }, 'title'],
])('[OF-8] an edit of %j changes only its text', (mutation, field) => {
  const editable = editableChange(mutation, true)
  expect(editable?.text).toBe('a')
  expect(editable?.withText('b')).toEqual({ ...mutation, args: { ...mutation.args, [field]: 'b' } })
})

it('[OF-8] editing the text of a rejected edit leaves its other fields unchanged', () => {
  const subnotes = [{ kind: 'tick', id, isTicked: true }] as const
  const edit = {
    name: 'editCard',
    args: { cardId: id, content: { before: 'a', after: 'b' }, subnotes },
  } as const
  expect(editableChange(edit, true)?.text).toBe('b')
  expect(editableChange(edit, true)?.withText('c')).toEqual({
    name: 'editCard',
    args: { cardId: id, content: { before: 'a', after: 'c' }, subnotes },
  })
  expect(editableChange({ name: 'editCard', args: { cardId: id, subnotes } }, true)).toBeNull()
})

it('[OF-8] a change without a text cannot be edited', () => {
  expect(editableChange({ name: 'deleteCards', args: { cardIds: [id] } }, true)).toBeNull()
})
