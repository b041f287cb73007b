import * as z from 'zod/mini'
import { definePopup } from './registry.ts'

/** The two popups behind `confirm` and `askText`. */
export const askingPopups = [
  definePopup({
    name: 'are-you-sure',
    slot: 'center',
    title: 'Are you sure?',
    isTitleHidden: true,
    size: 'sm',
    role: 'alertdialog',
    params: z.object({}),
    load: () => import('./are-you-sure.tsx'),
  }),
  definePopup({
    name: 'text-asker',
    slot: 'center',
    title: 'Write a text',
    isTitleHidden: true,
    size: 'sm',
    params: z.object({}),
    load: () => import('./text-asker.tsx'),
  }),
]
