import * as z from 'zod/mini'
import { definePopup } from '../../overlays/index.ts'

/** The popup with the acts on this device that can still be undone. */
export const recentActsPopups = [
  definePopup({
    name: 'recent-acts',
    slot: 'center',
    title: 'Recent changes',
    size: 'md',
    params: z.object({}),
    load: () => import('./recent-acts.tsx'),
  }),
]
