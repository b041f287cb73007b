import * as z from 'zod/mini'
import { definePopup } from '../../overlays/index.ts'

const tagParams = z.object({
  /** The tags to act on; left out: those ticked on the home page, or else all that it shows. */
  tagIds: z.optional(z.array(z.string())),
})
export type TagResultsParams = z.infer<typeof tagParams>

const linkParams = z.object({
  /** The cards to act on; left out: those ticked on the home page, or else all that it finds. */
  entityIds: z.optional(z.array(z.string())),
})
export type LinkResultsParams = z.infer<typeof linkParams>

/** What can be done to a result as a whole. */
export const resultActionPopups = [
  definePopup({
    name: 'above-tag-results',
    slot: 'center',
    title: 'These tags',
    size: 'md',
    params: tagParams,
    load: () => import('./tag-results.tsx'),
  }),
  definePopup({
    name: 'above-link-results',
    slot: 'center',
    title: 'Export links',
    size: 'md',
    params: linkParams,
    load: () => import('./link-results.tsx'),
  }),
]
