import * as z from 'zod/mini'
import { askedQuestion, askedText } from './ask.ts'
import { definePopup } from './registry.ts'

/** The two popups behind `confirm` and `askText`. */
export const askingPopups = [
  definePopup({
    name: 'are-you-sure',
    slot: 'center',
    title: () => askedQuestion()?.asked.title ?? 'Question',
    isTitleHidden: true,
    size: 'sm',
    role: 'alertdialog',
    params: z.object({}),
    load: () => import('./are-you-sure.tsx'),
  }),
  definePopup({
    name: 'text-asker',
    slot: 'center',
    title: () => askedText()?.asked.title ?? 'Question',
    isTitleHidden: true,
    size: 'sm',
    params: z.object({}),
    load: () => import('./text-asker.tsx'),
  }),
]
