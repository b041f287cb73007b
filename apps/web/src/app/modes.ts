import { lazy } from 'react'
import type { HomeModes } from '../shared/home-modes.tsx'

/** What the home page shows for workspaces, charts and notes; each is loaded when it is first wanted. */
export const modes: HomeModes = {
  workspace: lazy(() => import('../features/workspaces/workspace-mode.tsx')),
  chart: lazy(() => import('../features/charts/chart-mode.tsx')),
  note: lazy(() => import('../features/card-editor/note/note-document.tsx')),
}
