import * as z from 'zod/mini'
import { idList } from '../../overlays/index.ts'

export const grouperParams = z.object({
  /** Chosen from the start. */
  tagIds: idList(),
  /** Opened from the start. */
  groupId: z.optional(z.string()),
})
export type GrouperParams = z.infer<typeof grouperParams>
