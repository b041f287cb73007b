import type { Mutation } from '@cardinal/sync'
import { sample } from '@cardinal/testing'
import { expect, it } from 'vitest'
import { movedChanges } from './moving.ts'

const { changes } = sample('todo water the plants #home\nnote old note #home')
const tag = changes.find(({ kind }) => kind === 'tag')
const card = changes.find(({ kind }) => kind === 'card')
const id = (n: number) => n.toString(16).padStart(24, '0')

/** The cards and tags that moving these changes creates. Ids count up. */
function moved(mutations: readonly Mutation[], known = changes) {
  let made = 0
  const rejected = mutations.map((mutation, at) => ({ mutation, at }))
  return movedChanges(rejected, known, () => `f${id(++made).slice(1)}`)
}

it('[OF-8] a card created in a deleted workspace is moved with its text, subnotes and tags by name', () => {
  const subnotes = [{ id: id(8), text: 'in the evening', isTicked: true }]
  const [tags, made] = moved([
    {
      name: 'createCard',
      args: { card: { id: id(7), type: 'todo', content: 'Water', tagIds: [tag?.id ?? ''], subnotes } },
    },
    {
      name: 'addSubnote',
      args: { cardId: id(7), subnote: { id: id(9), text: 'and', isTicked: false }, index: null },
    },
    { name: 'setCardContent', args: { cardId: id(7), content: 'Water them all', baseSeq: null } },
  ])
  const newTag = tags?.name === 'createTags' ? tags.args.tags[0] : undefined
  expect(newTag).toMatchObject({ name: 'home' })
  expect(made).toMatchObject({
    name: 'createCard',
    args: {
      card: {
        type: 'todo',
        content: 'Water them all',
        tagIds: [newTag?.id],
        subnotes: [
          { text: 'in the evening', isTicked: true },
          { text: 'and', isTicked: false },
        ],
      },
    },
  })
  expect(JSON.stringify([tags, made])).not.toContain(`"${id(7)}"`)
})

it('[OF-8] an edit of a card that this device still has moves the whole card', () => {
  const cardId = card?.id ?? ''
  const made = moved([{ name: 'setCardContent', args: { cardId, content: 'Edited', baseSeq: null } }])
  expect(made.map(({ name }) => name)).toEqual(['createTags', 'createCard'])
  expect(made[1]).toMatchObject({ args: { card: { content: 'Edited' } } })
})

it('[OF-8] a moved card keeps its colour, its completion and whether it is public', () => {
  const values = { color: 'red', isPublic: true, doneAt: 0 } as const
  const given = { id: id(7), type: 'todo', content: 'Water', ...values } as const
  expect(moved([{ name: 'createCard', args: { card: given } }])).toMatchObject([{ args: { card: values } }])
})

it('[OF-8] words written into an unknown card become a note', () => {
  const made = moved(
    [
      { name: 'setCardContent', args: { cardId: id(5), content: 'What I wrote', baseSeq: 3 } },
      { name: 'setSubnoteText', args: { cardId: id(5), subnoteId: id(6), text: 'and a line' } },
      { name: 'deleteCards', args: { cardIds: [id(4)] } },
    ],
    [],
  )
  expect(made).toMatchObject([
    { name: 'createCard', args: { card: { type: 'note', content: 'What I wrote', createdAt: 0 } } },
    { name: 'createCard', args: { card: { type: 'note', content: 'and a line', createdAt: 1 } } },
  ])
})

it('[OF-8] tags and groups created in a deleted workspace are created again', () => {
  const made = moved([
    { name: 'createTags', args: { tags: [{ id: id(1), name: 'new' }], attachToCardIds: [] } },
    { name: 'createGroups', args: { groups: [{ id: id(2), title: 'Mine' }], tagIds: [id(1)] } },
  ])
  expect(made).toMatchObject([
    { name: 'createTags', args: { tags: [{ name: 'new' }] } },
    { name: 'createGroups', args: { groups: [{ title: 'mine' }], tagIds: [`f${id(1).slice(1)}`] } },
  ])
})
