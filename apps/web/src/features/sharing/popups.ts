import * as z from 'zod/mini'
import { definePopup } from '../../overlays/index.ts'

/** Handing a search on to others. */
export const sharingPopups = [
  definePopup({
    name: 'share-search',
    slot: 'center',
    title: 'Share this search',
    size: 'sm',
    params: z.object({}),
    load: () => import('./share-dialog.tsx'),
  }),
]
