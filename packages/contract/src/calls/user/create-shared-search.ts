import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, workspaceId } from '../../wire/scalars.ts'
import { sharedSearch, sharedSearchShape } from '../../wire/shared-search.ts'

/** Shares a search as a page and as feeds, at a secret address. */
export const createSharedSearch = defineCall({
  method: 'POST',
  path: '/user/create-shared-search',
  description: 'Shares a search as a page, RSS and JSON feed at a secret address. At most 20.',
  access: 'session',
  body: z.strictObject({ workspace_id: workspaceId, ...sharedSearchShape }),
  answer: answer(sharedSearch),
})
