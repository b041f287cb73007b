import * as z from 'zod/mini'
import { definePopup } from '../../overlays/index.ts'

/** Cards that were deleted, while they can still be brought back. */
export const deletedPopups = [
  definePopup({
    name: 'deleted-cards',
    slot: 'center',
    title: 'Recently deleted',
    size: 'md',
    params: z.object({}),
    load: () => import('./deleted-cards.tsx'),
  }),
]
