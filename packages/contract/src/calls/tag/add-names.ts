import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, id, listOf, otherName } from '../../wire/scalars.ts'
import { tag } from '../../wire/tag.ts'

/** Further spellings that mean a tag, such as `c++`; a name that several tags have means all of them. */
export const addNames = defineChange({
  method: 'POST',
  path: '/tag/add-names',
  description:
    'Further spellings that mean a tag, such as `c++`; a name that several tags have means all of them.',
  body: z.strictObject({ tag_id: id, names: listOf(otherName, LIMITS.otherNames, 1) }),
  answer: changed(tag),
  mutation: 'addTagNames',
  toArgs: ({ body }) => ({ tagId: body.tag_id, names: body.names }),
  fromArgs: ({ tagId, names }) => ({ body: { tag_id: tagId, names: [...names] } }),
})
