import { defineChange, MAX_BODY } from '../../call.ts'
import { cardEditFromWire, cardEditToWire, entityEdit, merged } from '../../wire/card-edit.ts'
import { entity } from '../../wire/entity.ts'

/** What somebody changed of a card, merged with the card as it is by now. */
export const editOneEntity = defineChange({
  method: 'PATCH',
  path: '/entity/edit-one',
  description: 'What somebody changed of a card, merged with the card as it is by now.',
  body: entityEdit,
  answer: merged(entity),
  mutation: 'editCard',
  maxBody: MAX_BODY.large,
  toArgs: ({ body }, { newId }) => cardEditFromWire(body, newId),
  fromArgs: (edit) => ({ body: cardEditToWire(edit) }),
})
