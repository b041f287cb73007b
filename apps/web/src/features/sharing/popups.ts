import * as z from 'zod/mini'
import { definePopup } from '../../overlays/index.ts'

/** The popup that shares a search. */
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
