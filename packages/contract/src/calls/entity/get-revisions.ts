import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { count, id, instant, pageOf } from '../../wire/scalars.ts'

/** A text of a subnote that was removed or overwritten. */
const removedTitle = z.object({
  title_id: id,
  text: z.string(),
  /** It lost against another edit. */
  is_kept: z.boolean(),
  createdAt: instant,
})

const revisionsPage = pageOf(LIMITS.pageSize)

/** Earlier texts of a card and of its subnotes, the latest first. */
export const getRevisions = defineQuestion({
  method: 'POST',
  path: '/entity/get-revisions',
  description: 'Earlier texts of a card and, as `titles`, of its subnotes; the latest first.',
  body: z.strictObject({ entity_id: id, params: revisionsPage }),
  answer: z.object({
    data: z.array(z.object({ content: z.string(), createdAt: instant })),
    titles: z.array(removedTitle),
    /** How many texts of the card, and of its subnotes, are kept. */
    total_in_db: count,
    total_titles: count,
  }),
})
