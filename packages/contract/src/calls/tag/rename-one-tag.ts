import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, id, name } from '../../wire/scalars.ts'
import { tag } from '../../wire/tag.ts'

/** Another name for a tag. */
export const renameOneTag = defineChange({
  method: 'POST',
  path: '/tag/rename-one',
  description: 'Another name for a tag.',
  body: z.strictObject({ tag_id: id, new_tag_name: name }),
  answer: changed(tag),
  mutation: 'renameTag',
  toArgs: ({ body }) => ({ tagId: body.tag_id, name: body.new_tag_name }),
  fromArgs: ({ tagId, name }) => ({ body: { tag_id: tagId, new_tag_name: name } }),
})
