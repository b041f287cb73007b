import { LIMITS, unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, id, ids, listOf, someIds } from '../../wire/scalars.ts'

const seenTexts = z.strictObject({
  _id: id,
  texts: z.string().check(z.maxLength(8), z.regex(/^[0-9a-f]{8}$/)),
})

/** Deletes cards; for 30 days they can be restored. */
export const deleteManyEntities = defineChange({
  method: 'POST',
  path: '/entity/delete-many',
  description: 'Deletes cards; for 30 days they can be restored.',
  body: z.strictObject({
    entity_ids: someIds,
    /** Hashes of the texts that were seen. A card that says something else by now stays. */
    seen: z.optional(listOf(seenTexts, LIMITS.idsInList)),
  }),
  answer: changed(ids),
  mutation: 'deleteCards',
  toArgs: ({ body: { entity_ids, seen } }) => ({
    cardIds: unique(entity_ids),
    ...(seen && { seen: seen.map(({ _id, texts }) => ({ id: _id, texts })) }),
  }),
  fromArgs: ({ cardIds, seen }) => ({
    body: {
      entity_ids: [...cardIds],
      ...(seen && { seen: seen.map(({ id, texts }) => ({ _id: id, texts })) }),
    },
  }),
})
