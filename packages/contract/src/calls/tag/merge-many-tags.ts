import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, id, someIds } from '../../wire/scalars.ts'
import { tag } from '../../wire/tag.ts'

/** Several tags become one. */
export const mergeManyTags = defineChange({
  method: 'POST',
  path: '/tag/merge-many',
  description: 'Several tags become one.',
  body: z.strictObject({ tag_ids: someIds, into_tag_id: id }),
  answer: changed(tag),
  mutation: 'mergeTags',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), intoTagId: body.into_tag_id }),
  fromArgs: ({ tagIds, intoTagId }) => ({ body: { tag_ids: [...tagIds], into_tag_id: intoTagId } }),
})
