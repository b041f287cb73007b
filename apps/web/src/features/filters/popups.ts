import * as z from 'zod/mini'
import { definePopup } from '../../overlays/index.ts'

const none = z.object({})

/** The popups that sort, show, filter and act on the result of the home page. */
export const filterPopups = [
  definePopup({
    name: 'home-sorter',
    slot: 'center',
    title: 'Sort',
    size: 'sm',
    params: none,
    load: () => import('./sorter.tsx'),
  }),
  definePopup({
    name: 'home-viewer',
    slot: 'center',
    title: 'Layout and fields',
    size: 'sm',
    params: none,
    load: () => import('./viewer.tsx'),
  }),
  definePopup({
    name: 'home-filter',
    slot: 'center',
    title: 'Filter',
    size: 'md',
    params: none,
    load: () => import('./filter.tsx'),
  }),
  definePopup({
    name: 'home-action',
    slot: 'center',
    title: 'Edit cards',
    size: 'md',
    params: none,
    load: () => import('./action.tsx'),
  }),
]
