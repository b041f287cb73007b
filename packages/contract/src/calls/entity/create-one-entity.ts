import * as z from 'zod/mini'
import { defineChange, MAX_BODY } from '../../call.ts'
import { entity, newEntity, optionalFields, optionalFieldsToWire } from '../../wire/entity.ts'
import {
  changed,
  fromInstant,
  settledId,
  toInstant,
  typeFromWire,
  typeToWire,
  workspaceId,
} from '../../wire/scalars.ts'

/** A new card. */
export const createOneEntity = defineChange({
  method: 'POST',
  path: '/entity/create-one',
  description: 'A new card.',
  access: 'add',
  body: z.strictObject({ newEntity, workspace_id: workspaceId }),
  answer: changed(entity),
  mutation: 'createCard',
  maxBody: MAX_BODY.large,
  toArgs: ({ body: { newEntity: given } }, { newId }) => ({
    card: {
      id: settledId(given._id, newId),
      type: typeFromWire(given.type),
      content: given.content,
      ...optionalFields(given, newId),
      ...(given.createdAt !== undefined && { createdAt: fromInstant(given.createdAt) }),
    },
  }),
  fromArgs: ({ card }, workspace_id) => ({
    body: {
      newEntity: {
        _id: card.id,
        type: typeToWire(card.type),
        content: card.content,
        ...optionalFieldsToWire(card),
        ...(card.createdAt !== undefined && { createdAt: toInstant(card.createdAt) }),
      },
      workspace_id,
    },
  }),
})
