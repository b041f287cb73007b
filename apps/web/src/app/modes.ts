import { lazy } from 'react'
import type { HomeModes } from '../shared/search/home-screen.tsx'

/** The home page's parts for workspaces, charts and notes. Each is loaded when it is first needed. */
export const modes: HomeModes = {
  workspace: lazy(() => import('../features/home/list/workspace-mode.tsx')),
  chart: lazy(() => import('../features/charts/chart-mode.tsx')),
  note: () => import('../features/card-editor/note/note-document.tsx'),
}
