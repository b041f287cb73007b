import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { group } from '../../wire/group.ts'
import { changed, ids, name, workspaceId } from '../../wire/scalars.ts'

/** New groups that hold the tags; a title that exists gets them too. */
export const createManyGroupsFromSearchword = defineChange({
  method: 'POST',
  path: '/tag/create-many-groups-from-searchword',
  description: 'New groups that hold the tags; a title that exists gets them too.',
  body: z.strictObject({
    searchwords: z.array(name).check(z.minLength(1), z.maxLength(1_000)),
    tag_ids: z._default(ids, []),
    workspace_id: workspaceId,
  }),
  answer: changed(z.array(group)),
  mutation: 'createGroups',
  toArgs: ({ body }, { newId }) => ({
    groups: body.searchwords.map((title) => ({ id: newId(), title })),
    tagIds: unique(body.tag_ids),
  }),
})
