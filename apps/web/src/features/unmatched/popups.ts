import * as z from 'zod/mini'
import { definePopup } from '../../overlays/index.ts'

declare module '../../overlays/use-popups.ts' {
  interface PopupParamsByName {
    'next-to--unmatched-tagging-experience': UnmatchedParams
  }
}

const unmatched = z.object({
  /** Words that match no tag, with commas between them; left out: those of the searchbar. */
  words: z.catch(z.optional(z.string().check(z.maxLength(10_000))), undefined),
})
export type UnmatchedParams = z.infer<typeof unmatched>

/** Words of the search that are no tags yet. */
export const unmatchedPopups = [
  definePopup({
    name: 'next-to--unmatched-tagging-experience',
    slot: 'center',
    title: 'New tags',
    size: 'sm',
    params: unmatched,
    load: () => import('./unmatched.tsx'),
  }),
]
