import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, id, listOf, otherName } from '../../wire/scalars.ts'
import { tag } from '../../wire/tag.ts'

/** Other names of a tag away. */
export const removeNames = defineChange({
  method: 'POST',
  path: '/tag/remove-names',
  description: 'Other names of a tag away.',
  body: z.strictObject({ tag_id: id, names: listOf(otherName, LIMITS.otherNames, 1) }),
  answer: changed(tag),
  mutation: 'removeTagNames',
  toArgs: ({ body }) => ({ tagId: body.tag_id, names: body.names }),
  fromArgs: ({ tagId, names }) => ({ body: { tag_id: tagId, names: [...names] } }),
})
