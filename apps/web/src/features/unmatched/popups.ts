import { definePopup } from '../../overlays/index.ts'
import { type UnmatchedParams, unmatchedParams } from './params.ts'

declare module '../../overlays/use-popups.ts' {
  interface PopupParamsByName {
    'next-to--unmatched-tagging-experience': UnmatchedParams
  }
}

/** Words of the search that are no tags yet. */
export const unmatchedPopups = [
  definePopup({
    name: 'next-to--unmatched-tagging-experience',
    slot: 'center',
    title: 'New tags',
    size: 'sm',
    params: unmatchedParams,
    load: () => import('./unmatched.tsx'),
  }),
]
