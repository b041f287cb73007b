import { ok } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { findTags } from './_internals/cards.ts'

/** Tags away, off their cards and out of their groups; the cascade of `Change` sees to that. */
export const deleteTags: Mutator<'deleteTags'> = {
  reads: ({ tagIds }) => ({ tags: tagIds }),
  write: ({ tagIds }, rows) => {
    const tags = findTags(tagIds, rows)
    return tags.ok ? ok({ changes: tags.value.map(({ id }) => ({ kind: 'tag', id, row: null })) }) : tags
  },
}
