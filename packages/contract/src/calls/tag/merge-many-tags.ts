import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, id, someIds } from '../../wire/scalars.ts'
import { tag } from '../../wire/tag.ts'

/** Several tags become one. */
export const mergeManyTags = defineChange({
  method: 'POST',
  path: '/tag/merge-many',
  description: 'Several tags become one; with `keep_names` their names become other names of it.',
  body: z.strictObject({ tag_ids: someIds, into_tag_id: id, keep_names: z.optional(z.boolean()) }),
  answer: changed(tag),
  mutation: 'mergeTags',
  toArgs: ({ body: { tag_ids, into_tag_id, keep_names } }) => ({
    tagIds: unique(tag_ids),
    intoTagId: into_tag_id,
    ...(keep_names && { keepsNames: true }),
  }),
  fromArgs: ({ tagIds, intoTagId, keepsNames }) => ({
    body: { tag_ids: [...tagIds], into_tag_id: intoTagId, ...(keepsNames && { keep_names: true }) },
  }),
})
