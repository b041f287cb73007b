import { definePopup } from '../../overlays/index.ts'
import { taggerParams } from './params.ts'

export const taggerPopups = [
  definePopup({
    name: 'tagger',
    slot: 'center',
    title: 'Tag many cards',
    size: 'full',
    params: taggerParams,
    load: () => import('./tagger-popup.tsx'),
  }),
]
