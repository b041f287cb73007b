import { definePopup } from '../../overlays/index.ts'
import { tagRelationsParams } from './params.ts'

export const tagRelationsPopups = [
  definePopup({
    name: 'tag-relations',
    slot: 'center',
    title: 'Names and parents',
    size: 'md',
    params: tagRelationsParams,
    load: () => import('./tag-relations.tsx'),
  }),
]
