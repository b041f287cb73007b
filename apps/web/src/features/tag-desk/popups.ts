import { definePopup } from '../../overlays/index.ts'
import { tagDeskParams } from './params.ts'

/** The popup with the state of all tags. */
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
