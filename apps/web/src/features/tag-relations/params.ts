import * as z from 'zod/mini'

export const tagRelationsParams = z.object({
  tagId: z.optional(z.string()),
})
export type TagRelationsParams = z.infer<typeof tagRelationsParams>

export const groupRelationsParams = z.object({
  groupId: z.optional(z.string()),
})
export type GroupRelationsParams = z.infer<typeof groupRelationsParams>
