import * as z from 'zod/mini'
import { idList } from '../../overlays/index.ts'

export const tagParams = z.object({
  /** The tags to act on. Omitted: the ticked tags of the home page, or else all shown ones. */
  tagIds: idList(),
})
export type TagResultsParams = z.infer<typeof tagParams>

export const linkParams = z.object({
  /** The cards to act on. Omitted: the ticked cards of the home page, or else all results. */
  entityIds: idList(),
})
export type LinkResultsParams = z.infer<typeof linkParams>
