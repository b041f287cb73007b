import { expect, it } from 'vitest'
import { describeChange } from './describe-change.ts'

const id = '0123456789abcdef01234567'
const lineId = '0123456789abcdef01234568'

it('[OF-8] a refused change is described with all the words that its author wrote', () => {
  const subnotes = [{ id: lineId, text: 'flour', isTicked: false }]
  expect(
    describeChange({ name: 'createCard', args: { card: { id, type: 'note', content: 'Bread', subnotes } } }),
  ).toEqual({ what: 'New card', words: 'Bread\nflour' })
  expect(
    describeChange({ name: 'setCardContent', args: { cardId: id, content: 'Rye', baseSeq: 3 } }),
  ).toEqual({ what: 'Edited text', words: 'Rye' })
  expect(
    describeChange({ name: 'createTags', args: { tags: [{ id, name: 'rye' }], attachToCardIds: [] } }),
  ).toEqual({ what: 'New tags', words: 'rye' })
  expect(describeChange({ name: 'createWorkspace', args: { id, name: 'School' } })).toEqual({
    what: 'New workspace',
    words: 'School',
  })
})

it('[OF-8] a refused change without words has no words to keep', () => {
  expect(describeChange({ name: 'deleteCards', args: { cardIds: [id] } })).toEqual({
    what: 'Cards deleted',
    words: null,
  })
})

it('[OF-8] a change that this version can not read is shown unchanged', () => {
  const unknown = { name: 'bendCards', args: { cardIds: [id] } } as never
  expect(describeChange(unknown).words).toContain('bendCards')
  expect(describeChange({ name: 'createCard', args: {} } as never)).toMatchObject({ what: 'A change' })
})
