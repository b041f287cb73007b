import { isId } from '@cardinal/domain'
import * as z from 'zod/mini'

const id = z.optional(z.string().check(z.refine(isId)))
export const cardParams = z.object({ entityId: id })
export const newCardParams = z.object({
  type: z.optional(z.enum(['todo', 'note', 'link'])),
  /** The initial text: shared by another app, or from the searchbar. */
  text: z.optional(z.string()),
  /** Names of the initial tags, separated by commas. */
  tags: z.optional(z.string()),
})
export type CardParams = z.infer<typeof cardParams>
export type NewCardParams = z.infer<typeof newCardParams>
