import { lazy } from 'react'
import type { HomeModes } from '../parts/modes/home-modes.tsx'

/** What the home page shows in its other modes; each is loaded when it is first wanted. */
export const modes: HomeModes = {
  chart: lazy(() => import('../features/charts/chart-mode.tsx')),
}
