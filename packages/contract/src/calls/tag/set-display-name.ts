import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, id, otherName } from '../../wire/scalars.ts'
import { tag } from '../../wire/tag.ts'

/** Which of its names a tag is shown by, such as `c++` for `cplusplus`; null: its name. */
export const setDisplayName = defineChange({
  method: 'POST',
  path: '/tag/set-display-name',
  description:
    'Which of its names a tag is shown by, such as `c++` for `cplusplus`; null: its name. One that it does not have becomes another name of it.',
  body: z.strictObject({ tag_id: id, display_name: z.nullable(otherName) }),
  answer: changed(tag),
  mutation: 'setTagDisplayName',
  toArgs: ({ body }) => ({ tagId: body.tag_id, displayName: body.display_name }),
  fromArgs: ({ tagId, displayName }) => ({ body: { tag_id: tagId, display_name: displayName } }),
})
