import { definePopup } from '../../overlays/index.ts'
import { groupRelationsParams, tagRelationsParams } from './params.ts'

export const tagRelationsPopups = [
  definePopup({
    name: 'tag-relations',
    slot: 'center',
    title: 'Names and parents',
    size: 'md',
    params: tagRelationsParams,
    load: () => import('./tag-relations.tsx'),
  }),
  definePopup({
    name: 'group-relations',
    slot: 'center',
    title: 'Parents of a group',
    size: 'md',
    params: groupRelationsParams,
    load: () => import('./group-relations.tsx'),
  }),
]
