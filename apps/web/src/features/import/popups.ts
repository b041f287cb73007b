import * as z from 'zod/mini'
import { definePopup } from '../../overlays/index.ts'

/** The popups for import and export. */
export const importPopups = [
  definePopup({
    name: 'import-file',
    slot: 'center',
    title: 'Import',
    size: 'md',
    params: z.object({}),
    load: () => import('./import-dialog.tsx'),
  }),
  definePopup({
    name: 'export-workspace',
    slot: 'center',
    title: 'Export',
    size: 'sm',
    params: z.object({}),
    load: () => import('./export-dialog.tsx'),
  }),
]
