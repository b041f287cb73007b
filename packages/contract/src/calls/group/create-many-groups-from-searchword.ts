import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { group } from '../../wire/group.ts'
import { changed, ids, name, settledId, stagedId, workspaceId } from '../../wire/scalars.ts'

/** New groups that hold the tags; a title that exists gets them too. `_ids`, one for each word, may be chosen. */
export const createManyGroupsFromSearchword = defineChange({
  method: 'POST',
  path: '/tag/create-many-groups-from-searchword',
  description:
    'New groups that hold the tags; a title that exists gets them too. `_ids`, one for each word, may be chosen.',
  body: z.strictObject({
    searchwords: z.array(name).check(z.minLength(1), z.maxLength(1_000)),
    tag_ids: z._default(ids, []),
    _ids: z.optional(z.array(stagedId)),
    workspace_id: workspaceId,
  }),
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
