import * as z from 'zod/mini'
import { definePopup } from '../../overlays/index.ts'

const params = z.object({
  /** Chosen from the start. */
  tagIds: z.optional(z.array(z.string())),
  /** Opened from the start. */
  groupId: z.optional(z.string()),
})
export type GrouperParams = z.infer<typeof params>

export const grouperPopups = [
  definePopup({
    name: 'grouper',
    slot: 'center',
    title: 'Group tags',
    size: 'full',
    params,
    load: () => import('./grouper.tsx'),
  }),
]
