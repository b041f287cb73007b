import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  stripSearchParams,
} from '@tanstack/react-router'
import { rememberWantedPage } from '../features/landing/wanted-page.ts'
import { BASE_SEARCH_DEFAULTS } from '../overlays/index.ts'
import { session } from '../session/index.ts'
import { ErrorView, LoadingPlace } from '../ui/index.ts'
import { screens } from './features.ts'
import { NotFound } from './not-found.tsx'
import { publicPages } from './public-pages.ts'
import { validateBase } from './search.ts'
import { SignedInLayout } from './signed-in-layout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the tab says. */
    title?: string
  }
  interface Register {
    router: typeof router
  }
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { title: publicPages[0].title },
  beforeLoad() {
    if (session.snapshot().isSignedIn) throw redirect({ to: '/home', replace: true })
  },
  component: lazyRouteComponent(publicPages[0].load),
})

/** Everything that shows a person's data stands under one connection to it. */
const withReplica = createRoute({ getParentRoute: () => root, id: 'with-replica', component: SignedInLayout })

/** Only for who is signed in; others come to the landing page, and back here after signing in. */
const signedIn = createRoute({
  getParentRoute: () => withReplica,
  id: 'signed-in',
  beforeLoad({ location }) {
    if (session.snapshot().isSignedIn) return
    rememberWantedPage(location.href)
    throw redirect({ to: '/', replace: true })
  },
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/home',
  staticData: { title: 'Home' },
  validateSearch: validateBase,
  search: { middlewares: [stripSearchParams(BASE_SEARCH_DEFAULTS)] },
  component: lazyRouteComponent(screens.home),
})

const routeTree = root.addChildren([landing, withReplica.addChildren([signedIn.addChildren([home])])])

/** The one router of the page. Its types are registered, so that features use `useSearch({ from: '/home' })`. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: ({ error, reset }) => <ErrorView error={error} onRetry={reset} />,
  defaultPendingComponent: () => <LoadingPlace text="Loading the page" />,
  defaultPendingMs: 300,
})
