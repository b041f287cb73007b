import '../../src/ui/base.css'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
  stripSearchParams,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { popups, screens } from '../../src/app/features.ts'
import { modes } from '../../src/app/modes.ts'
import {
  BASE_SEARCH_DEFAULTS,
  baseSearch,
  PopupHost,
  PopupRegistryProvider,
} from '../../src/overlays/index.ts'
import { HomeModesProvider } from '../../src/parts/modes/home-modes.tsx'
import { createMemoryReplica } from '../../src/replica/create-memory-replica.ts'
import { ReplicaProvider } from '../../src/replica/index.ts'
import { ContextMenuHost, Toaster } from '../../src/ui/index.ts'
import { sampleChanges } from './sample.ts'

/** The signed-in screens over a workspace in memory: `?cards=N` says how large. For looking and for e2e. */
const size = Number(sessionStorage.getItem('harness-cards') ?? 240)
const connection = createMemoryReplica(sampleChanges(size, Date.now()))

const root = createRootRoute({
  component: () => (
    <ReplicaProvider connection={connection}>
      <PopupRegistryProvider registry={popups}>
        <HomeModesProvider modes={modes}>
          <Outlet />
        </HomeModesProvider>
        <PopupHost />
      </PopupRegistryProvider>
    </ReplicaProvider>
  ),
})
const strip = { middlewares: [stripSearchParams(BASE_SEARCH_DEFAULTS)] }
const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/home',
    validateSearch: baseSearch,
    search: strip,
    component: lazyRouteComponent(screens.home),
  }),
]
const router = createRouter({ routeTree: root.addChildren(routes), scrollRestoration: true })
const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <>
      <RouterProvider router={router as never} />
      <ContextMenuHost />
      <Toaster />
    </>,
  )
}
