import * as z from 'zod/mini'
import { definePopup } from '../../overlays/index.ts'

const params = z.object({
  /** The cards to tag; left out: those that are ticked on the home page. */
  entityIds: z.optional(z.array(z.string())),
})
export type TaggerParams = z.infer<typeof params>

export const taggerPopups = [
  definePopup({
    name: 'tagger',
    slot: 'center',
    title: 'Tag cards',
    size: 'full',
    params,
    load: () => import('./tagger-popup.tsx'),
  }),
]
