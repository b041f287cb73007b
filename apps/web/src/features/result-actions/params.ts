import * as z from 'zod/mini'
import { idList } from '../../overlays/index.ts'

export const tagParams = z.object({
  /** The tags to act on; left out: those ticked on the home page, or else all that it shows. */
  tagIds: idList(),
})
export type TagResultsParams = z.infer<typeof tagParams>

export const linkParams = z.object({
  /** The cards to act on; left out: those ticked on the home page, or else all that it finds. */
  entityIds: idList(),
})
export type LinkResultsParams = z.infer<typeof linkParams>
