import { definePopup } from '../../overlays/index.ts'
import { grouperParams } from './params.ts'

export const grouperPopups = [
  definePopup({
    name: 'grouper',
    slot: 'center',
    title: 'Group tags',
    size: 'full',
    params: grouperParams,
    load: () => import('./grouper.tsx'),
  }),
]
