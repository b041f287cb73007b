import * as z from 'zod/mini'

export const grouperParams = z.object({
  /** Chosen from the start. */
  tagIds: z.optional(z.array(z.string())),
  /** Opened from the start. */
  groupId: z.optional(z.string()),
})
export type GrouperParams = z.infer<typeof grouperParams>
