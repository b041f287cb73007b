import { lazy } from 'react'
import type { HomeModes } from '../shared/search/home-screen.tsx'

/** Parts of the home page for workspaces, charts and notes, each loaded when first needed. */
export const modes: HomeModes = {
  workspace: lazy(() => import('../features/home/list/workspace-mode.tsx')),
  chart: lazy(() => import('../features/charts/chart-mode.tsx')),
  note: () => import('../features/card-editor/note/note-document.tsx'),
}
