import * as z from 'zod/mini'
import { idList } from '../../overlays/index.ts'

export const taggerParams = z.object({
  /** The cards to tag. Omitted: the selected cards of the home page. */
  entityIds: idList(),
})
export type TaggerParams = z.infer<typeof taggerParams>
