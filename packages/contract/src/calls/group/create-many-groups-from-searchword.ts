import { LIMITS, unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { group } from '../../wire/group.ts'
import {
  changed,
  fewCombinations,
  listOf,
  name,
  sentIds,
  settledId,
  stagedId,
  workspaceId,
} from '../../wire/scalars.ts'

/** New groups that hold the tags; a title that exists gets them too. `_ids`, one for each word, may be chosen. */
export const createManyGroupsFromSearchword = defineChange({
  method: 'POST',
  path: '/tag/create-many-groups-from-searchword',
  description:
    'New groups that hold the tags; a title that exists gets them too. `_ids`, one for each word, may be chosen.',
  body: z
    .strictObject({
      searchwords: listOf(name, LIMITS.namesInList, 1),
      tag_ids: z._default(sentIds, []),
      _ids: z.optional(listOf(stagedId, LIMITS.namesInList)),
      workspace_id: workspaceId,
    })
    .check(fewCombinations(['searchwords', 'tag_ids'], LIMITS.groupTags)),
  answer: changed(z.array(group)),
  mutation: 'createGroups',
  toArgs: ({ body }, { newId }) => ({
    groups: body.searchwords.map((title, index) => ({ id: settledId(body._ids?.[index], newId), title })),
    tagIds: unique(body.tag_ids),
  }),
  fromArgs: ({ groups, tagIds }, workspace_id) => ({
    body: {
      searchwords: groups.map(({ title }) => title),
      tag_ids: [...tagIds],
      _ids: groups.map(({ id }) => id),
      workspace_id,
    },
  }),
})
