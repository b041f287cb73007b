import { definePopup } from '../../overlays/index.ts'
import { type CopyParams, copyParams } from './params.ts'

declare module '../../overlays/use-popups.ts' {
  interface PopupParamsByName {
    'page-copy': CopyParams
  }
}

/** The copy of a link's page, to be read. */
export const copyPopups = [
  definePopup({
    name: 'page-copy',
    slot: 'center',
    title: 'Copy of the page',
    size: 'full',
    params: copyParams,
    load: () => import('./page-copy.tsx'),
  }),
]
