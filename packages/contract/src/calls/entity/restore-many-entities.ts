import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, ids, someIds } from '../../wire/scalars.ts'

/** Brings deleted cards back. */
export const restoreManyEntities = defineChange({
  method: 'POST',
  path: '/entity/restore-many',
  description: 'Brings deleted cards back.',
  body: z.strictObject({ entity_ids: someIds }),
  answer: changed(ids),
  mutation: 'restoreCards',
  toArgs: ({ body }) => ({ cardIds: unique(body.entity_ids) }),
  fromArgs: ({ cardIds }) => ({ body: { entity_ids: [...cardIds] } }),
})
