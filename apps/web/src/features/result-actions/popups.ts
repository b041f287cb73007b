import { definePopup } from '../../overlays/index.ts'
import { linkParams, tagParams } from './params.ts'

/** The popups with acts on a whole result. */
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
