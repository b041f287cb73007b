import * as z from 'zod/mini'

export const unmatchedParams = z.object({
  /** Words that match no tag, separated by commas. Omitted: the words of the searchbar. */
  words: z.catch(z.optional(z.string().check(z.maxLength(10_000))), undefined),
})
export type UnmatchedParams = z.infer<typeof unmatchedParams>
