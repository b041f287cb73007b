import { LIMITS, stripTemporaryPrefix } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../call.ts'
import { merged } from '../wire/card-edit.ts'
import { entity, subnoteFromWire } from '../wire/entity.ts'
import { changed, id, keptText, position, reference, stagedId, subnoteText } from '../wire/scalars.ts'

export const addOneTitle = defineChange({
  method: 'PATCH',
  path: '/entity/add-one-title/{id}',
  description: 'A subnote onto a card.',
  params: z.strictObject({ id }),
  body: z.strictObject({
    _id: z.optional(stagedId),
    text: subnoteText,
    isTicked: z.optional(z.boolean()),
    index: z.optional(z.nullable(position)),
  }),
  answer: changed(entity),
  mutation: 'addSubnote',
  toArgs: ({ params, body }, { newId }) => ({
    cardId: params.id,
    subnote: subnoteFromWire(body, newId),
    index: body.index ?? null,
  }),
  fromArgs: ({ cardId, subnote, index }) => ({
    params: { id: cardId },
    body: { _id: subnote.id, text: subnote.text, isTicked: subnote.isTicked, index },
  }),
})

export const replaceOneTitle = defineChange({
  method: 'PATCH',
  path: '/entity/replace-one-title',
  description:
    'Another text for a subnote, merged with what others wrote where `before` is the text that was read.',
  body: z.strictObject({
    entity_id: id,
    title_id: reference,
    text: subnoteText,
    before: z.optional(keptText(LIMITS.subnoteLength)),
  }),
  answer: merged(entity),
  mutation: 'setSubnoteText',
  toArgs: ({ body }) => ({
    cardId: body.entity_id,
    subnoteId: stripTemporaryPrefix(body.title_id),
    text: body.text,
    ...(body.before !== undefined && { before: body.before }),
  }),
  fromArgs: ({ cardId, subnoteId, text, before }) => ({
    body: { entity_id: cardId, title_id: subnoteId, text, ...(before !== undefined && { before }) },
  }),
})

export const deleteOneTitle = defineChange({
  method: 'PATCH',
  path: '/entity/delete-one-title',
  description: 'A subnote off its card; with `text`, only while it says that.',
  body: z.strictObject({
    entity_id: id,
    title_id: reference,
    text: z.optional(keptText(LIMITS.subnoteLength)),
  }),
  answer: changed(entity),
  mutation: 'deleteSubnote',
  toArgs: ({ body }) => ({
    cardId: body.entity_id,
    subnoteId: stripTemporaryPrefix(body.title_id),
    ...(body.text !== undefined && { text: body.text }),
  }),
  fromArgs: ({ cardId, subnoteId, text }) => ({
    body: { entity_id: cardId, title_id: subnoteId, ...(text !== undefined && { text }) },
  }),
})

export const toggleTitleStrikethrough = defineChange({
  method: 'PATCH',
  path: '/entity/toggle-title-strikethrough',
  description: 'A subnote ticked or not; without `isTicked`, the opposite of what it is.',
  body: z.strictObject({ entity_id: id, title_id: reference, isTicked: z.optional(z.boolean()) }),
  answer: changed(entity),
  mutation: 'tickSubnote',
  toArgs: ({ body }) => ({
    cardId: body.entity_id,
    subnoteId: stripTemporaryPrefix(body.title_id),
    isTicked: body.isTicked ?? null,
  }),
  fromArgs: ({ cardId, subnoteId, isTicked }) => ({
    body: { entity_id: cardId, title_id: subnoteId, ...(isTicked !== null && { isTicked }) },
  }),
})

export const moveOneTitle = defineChange({
  method: 'PATCH',
  path: '/entity/move-one-title',
  description: 'A subnote to another place on its card.',
  body: z.strictObject({ entity_id: id, title_id: reference, index: position }),
  answer: changed(entity),
  mutation: 'moveSubnote',
  toArgs: ({ body }) => ({
    cardId: body.entity_id,
    subnoteId: stripTemporaryPrefix(body.title_id),
    index: body.index,
  }),
  fromArgs: ({ cardId, subnoteId, index }) => ({ body: { entity_id: cardId, title_id: subnoteId, index } }),
})
