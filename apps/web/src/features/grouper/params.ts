import * as z from 'zod/mini'
import { idList } from '../../overlays/index.ts'

export const grouperParams = z.object({
  /** Tags that are chosen at the start. */
  tagIds: idList(),
  /** The group that is open at the start. */
  groupId: z.optional(z.string()),
})
export type GrouperParams = z.infer<typeof grouperParams>
