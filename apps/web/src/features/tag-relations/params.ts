import * as z from 'zod/mini'

export const tagRelationsParams = z.object({
  tagId: z.optional(z.string()),
})
export type TagRelationsParams = z.infer<typeof tagRelationsParams>
