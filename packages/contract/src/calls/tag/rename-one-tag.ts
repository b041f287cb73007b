import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange, MAX_BODY } from '../../call.ts'
import { changed, id, name } from '../../wire/scalars.ts'
import { tag } from '../../wire/tag.ts'
import { renamedTag, tagBeforeFromWire, tagBeforeToWire } from '../../wire/tag-before.ts'
import { savedSearches } from '../../wire/user.ts'

/** A new name for a tag; with `undoes` its former one. */
export const renameOneTag = defineChange({
  method: 'POST',
  path: '/tag/rename-one',
  description:
    'A new name for a tag; with `keep_name` the present one becomes another name of it; with `undoes` its former one, also after the rename became a merge.',
  maxBody: MAX_BODY.large,
  body: z.strictObject({
    tag_id: id,
    new_tag_name: name,
    keep_name: z.optional(z.boolean()),
    undoes: z.optional(z.extend(renamedTag, { saved_searches: z.optional(savedSearches) })),
  }),
  answer: changed(tag),
  mutation: 'renameTag',
  toArgs: ({ body: { tag_id, new_tag_name, keep_name, undoes } }) => {
    const keeps = keep_name && { keepsName: true }
    if (undoes === undefined) return { tagId: tag_id, name: new_tag_name, ...keeps }
    const { saved_searches, ...before } = undoes
    return {
      tagId: tag_id,
      name: new_tag_name,
      ...keeps,
      undoes: {
        ...tagBeforeFromWire(tag_id, new_tag_name, before),
        ...(saved_searches && { savedSearches: saved_searches.slice(-LIMITS.savedSearches) }),
      },
    }
  },
  fromArgs: ({ tagId, name, undoes, keepsName }) => ({
    body: {
      tag_id: tagId,
      new_tag_name: name,
      ...(keepsName && { keep_name: true }),
      ...(undoes && {
        undoes: {
          ...tagBeforeToWire(undoes),
          ...(undoes.savedSearches && { saved_searches: [...undoes.savedSearches] }),
        },
      }),
    },
  }),
})
