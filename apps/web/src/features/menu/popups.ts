import * as z from 'zod/mini'
import { definePopup } from '../../overlays/index.ts'

/** The popup of the hamburger menu. */
export const menuPopups = [
  definePopup({
    name: 'hamburger-menu',
    slot: 'center',
    title: 'Menu',
    isDrawer: true,
    params: z.object({}),
    load: () => import('./hamburger-menu.tsx'),
  }),
]
