import { definePopup } from '../../overlays/index.ts'
import { tagDeskParams } from './params.ts'

/** The state of all tags, and what would help. */
export const tagDeskPopups = [
  definePopup({
    name: 'tag-desk',
    slot: 'center',
    title: 'Tag desk',
    size: 'lg',
    params: tagDeskParams,
    load: () => import('./tag-desk.tsx'),
  }),
]
