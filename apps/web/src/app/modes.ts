import { lazy } from 'react'
import type { HomeModes } from '../shared/home-modes.tsx'

/** What the home page shows for workspaces and charts; each is loaded when it is first wanted. */
export const modes: HomeModes = {
  workspace: lazy(() => import('../features/workspaces/workspace-mode.tsx')),
  chart: lazy(() => import('../features/charts/chart-mode.tsx')),
}
