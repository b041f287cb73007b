import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { id, instant } from '../../wire/scalars.ts'

/** A text of a subnote that was removed or overwritten. */
const removedTitle = z.object({
  title_id: id,
  text: z.string(),
  /** It lost against another edit. */
  is_kept: z.boolean(),
  createdAt: instant,
})

/** Earlier texts of a card and of its subnotes, the latest first. */
export const getRevisions = defineQuestion({
  method: 'POST',
  path: '/entity/get-revisions',
  description: 'Earlier texts of a card and, as `titles`, of its subnotes; the latest first.',
  body: z.strictObject({ entity_id: id }),
  answer: z.object({
    data: z.array(z.object({ content: z.string(), createdAt: instant })),
    titles: z.array(removedTitle),
  }),
})
