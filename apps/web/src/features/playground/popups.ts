import * as z from 'zod/mini'
import { definePopup } from '../../overlays/index.ts'

const params = z.object({})

/** Sheets at the top that search one type, without changing the search below them. */
export const playgroundPopups = [
  definePopup({
    name: 'playground-link',
    slot: 'top',
    title: 'Peek at links',
    size: 'lg',
    params,
    load: () => import('./playground-link.tsx'),
  }),
  definePopup({
    name: 'playground-note',
    slot: 'top',
    title: 'Peek at notes',
    size: 'lg',
    params,
    load: () => import('./playground-note.tsx'),
  }),
  definePopup({
    name: 'playground-todo',
    slot: 'top',
    title: 'Peek at todos',
    size: 'lg',
    params,
    load: () => import('./playground-todo.tsx'),
  }),
  definePopup({
    name: 'playground-tag',
    slot: 'top',
    title: 'Peek at tags',
    size: 'lg',
    params,
    load: () => import('./tag-playground.tsx'),
  }),
]
