import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, ids, someIds } from '../../wire/scalars.ts'

/** Deletes cards; for 30 days they can be restored. */
export const deleteManyEntities = defineChange({
  method: 'POST',
  path: '/entity/delete-many',
  description: 'Deletes cards; for 30 days they can be restored.',
  body: z.strictObject({ entity_ids: someIds }),
  answer: changed(ids),
  mutation: 'deleteCards',
  toArgs: ({ body }) => ({ cardIds: unique(body.entity_ids) }),
  fromArgs: ({ cardIds }) => ({ body: { entity_ids: [...cardIds] } }),
})
