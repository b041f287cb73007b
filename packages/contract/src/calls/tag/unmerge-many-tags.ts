import { grouped, LIMITS, unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange, MAX_BODY } from '../../call.ts'
import { changed, fromInstant, listOf, toInstant } from '../../wire/scalars.ts'
import { relationsFromWire, relationsToWire, tag } from '../../wire/tag.ts'
import { mergedTag, mergeTarget, tagBeforeFromWire, tagBeforeToWire } from '../../wire/tag-before.ts'
import { savedSearches } from '../../wire/user.ts'

const body = z
  .strictObject({
    tags: listOf(mergedTag, LIMITS.idsInList, 1),
    into: mergeTarget,
    saved_searches: z.optional(savedSearches),
  })
  .check(
    z.refine(
      ({ tags }) =>
        tags.reduce((sum, one) => sum + one.entity_ids.length + one.tag_groups.length, 0) <=
        LIMITS.combinations,
      {
        path: ['tags'],
        error: `at most ${grouped(LIMITS.combinations)} cards and groups together`,
      },
    ),
  )

/** Takes a merge of tags back. */
export const unmergeManyTags = defineChange({
  method: 'POST',
  path: '/tag/unmerge-many',
  description: 'Takes a merge of tags back: tags, clicks, cards, groups, relations and saved searches.',
  maxBody: MAX_BODY.large,
  body,
  answer: changed(z.array(tag)),
  mutation: 'unmergeTags',
  toArgs: ({ body: { tags, into, saved_searches } }) => ({
    tags: tags.map(({ _id, tag_name, ...rest }) => tagBeforeFromWire(_id, tag_name, rest)),
    into: {
      id: into._id,
      name: into.tag_name,
      lastClickedAt: into.lastClickedAt === null ? null : fromInstant(into.lastClickedAt),
      cardIds: unique(into.entity_ids),
      groupIds: unique(into.tag_groups),
      ...relationsFromWire(into),
      ...(into.child_tag_ids && { childIds: unique(into.child_tag_ids) }),
    },
    ...(saved_searches && { savedSearches: saved_searches.slice(-LIMITS.savedSearches) }),
  }),
  fromArgs: ({ tags, into, savedSearches }) => ({
    body: {
      tags: tags.map((one) => ({ _id: one.tag.id, tag_name: one.tag.name, ...tagBeforeToWire(one) })),
      into: {
        _id: into.id,
        tag_name: into.name,
        lastClickedAt: into.lastClickedAt === null ? null : toInstant(into.lastClickedAt),
        entity_ids: [...into.cardIds],
        tag_groups: [...into.groupIds],
        ...relationsToWire(into),
        ...(into.childIds && { child_tag_ids: [...into.childIds] }),
      },
      ...(savedSearches && { saved_searches: [...savedSearches] }),
    },
  }),
})
