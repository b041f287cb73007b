import * as z from 'zod/mini'

export const taggerParams = z.object({
  /** The cards to tag; left out: the cards that are selected on the home page. */
  entityIds: z.optional(z.array(z.string())),
})
export type TaggerParams = z.infer<typeof taggerParams>
