import { LIMITS, unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, fewCombinations, ids, someIds } from '../../wire/scalars.ts'

/** Every tag off every card. */
export const detachTags = defineChange({
  method: 'POST',
  path: '/entity/detach-tags',
  description: 'Every tag off every card.',
  body: z
    .strictObject({ entity_ids: someIds, tag_ids: someIds })
    .check(fewCombinations(['entity_ids', 'tag_ids'], LIMITS.combinations)),
  answer: changed(z.object({ entity_ids: ids, tag_ids: ids })),
  mutation: 'detachTags',
  toArgs: ({ body }) => ({ cardIds: unique(body.entity_ids), tagIds: unique(body.tag_ids) }),
  fromArgs: ({ cardIds, tagIds }) => ({ body: { entity_ids: [...cardIds], tag_ids: [...tagIds] } }),
})
