import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  stripSearchParams,
} from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { rememberWantedPage } from '../features/landing/wanted-page.ts'
import { readAddress, writeAddress } from '../overlays/address-text.ts'
import { BASE_SEARCH_DEFAULTS } from '../overlays/base-search.ts'
import { session } from '../session/index.ts'
import { HOME_SEARCH, siteOptions } from '../shared/site/site-options.ts'
import { ErrorView } from '../ui/error-view.tsx'
import { LoadingPlace } from '../ui/loading.tsx'
import { publicPages, TOUR } from './public-pages.ts'
import { screens } from './screens.ts'
import { validateAccount, validateAdding, validateBase, validateForm } from './search.ts'
import { SignedInLayout, SignedInOnly } from './signed-in-layout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title of the tab. */
    title?: string
  }
  interface Register {
    router: typeof router
  }
}

/** Loaded lazily, because the first screen does not need the frame of public pages. */
const NotFoundPage = lazy(() => import('./not-found.tsx').then(({ NotFound: page }) => ({ default: page })))

function NotFound() {
  return (
    <Suspense fallback={<LoadingPlace text="Opening" />}>
      <NotFoundPage />
    </Suspense>
  )
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { title: publicPages.landing.title },
  beforeLoad() {
    if (session.snapshot().isSignedIn)
      throw redirect({ to: '/home', search: HOME_SEARCH as never, replace: true })
  },
  component: lazyRouteComponent(async () =>
    (await siteOptions()).hasShortStart ? publicPages.start.load() : publicPages.landing.load(),
  ),
})

const tour = createRoute({
  getParentRoute: () => root,
  path: TOUR,
  staticData: { title: publicPages.landing.title },
  component: lazyRouteComponent(publicPages.landing.load),
})

const informational = publicPages.informational.map(({ path, title, load }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { title },
    component: lazyRouteComponent(load),
  }),
)

const pricing = createRoute({
  getParentRoute: () => root,
  path: '/pricing',
  staticData: { title: publicPages.pricing.title },
  validateSearch: validateAdding,
  component: lazyRouteComponent(publicPages.pricing.load),
})

/** Parent of all routes that show a person's data. They share one connection. */
const withReplica = createRoute({ getParentRoute: () => root, id: 'with-replica', component: SignedInLayout })

/** Needs a session. Without one, redirects to the landing page, and back after signing in. */
const signedIn = createRoute({
  getParentRoute: () => withReplica,
  id: 'signed-in',
  beforeLoad({ location }) {
    if (session.snapshot().isSignedIn) return
    rememberWantedPage(location.href)
    throw redirect({ to: '/', replace: true })
  },
  component: SignedInOnly,
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/home',
  staticData: { title: 'Home' },
  validateSearch: validateBase,
  search: { middlewares: [stripSearchParams(BASE_SEARCH_DEFAULTS)] },
  component: lazyRouteComponent(screens.home),
})

/** Headings are public; the content needs a session. */
const settings = createRoute({
  getParentRoute: () => withReplica,
  path: '/settings',
  staticData: { title: 'Settings' },
  validateSearch: validateAccount,
  component: lazyRouteComponent(screens.settings),
})

/** Figures for the owner of the server. The server refuses them to others. */
const server = createRoute({
  getParentRoute: () => signedIn,
  path: '/server',
  staticData: { title: 'This server' },
  component: lazyRouteComponent(screens.server),
})

/** The page on which the browser extension gets its token. */
const extension = createRoute({
  getParentRoute: () => signedIn,
  path: '/extension',
  staticData: { title: 'Browser extension' },
  validateSearch: validateAccount,
  component: lazyRouteComponent(screens.extension),
})

const subscription = createRoute({
  getParentRoute: () => withReplica,
  path: '/subscription',
  staticData: { title: 'Subscription' },
  validateSearch: validateAccount,
  component: lazyRouteComponent(screens.subscription),
})

/** The tagger in the whole window. */
const tagger = createRoute({
  getParentRoute: () => signedIn,
  path: '/tagger',
  staticData: { title: 'Tags' },
  validateSearch: validateBase,
  search: { middlewares: [stripSearchParams(BASE_SEARCH_DEFAULTS)] },
  component: lazyRouteComponent(screens.tagger),
})

/** The form of a card in the whole window. */
const createForm = createRoute({
  getParentRoute: () => signedIn,
  path: '/create-form',
  staticData: { title: 'New card' },
  validateSearch: validateForm,
  search: { middlewares: [stripSearchParams(BASE_SEARCH_DEFAULTS)] },
  component: lazyRouteComponent(screens.createForm),
})

const editForm = createRoute({
  getParentRoute: () => signedIn,
  path: '/edit-form',
  staticData: { title: 'Edit card' },
  validateSearch: validateForm,
  search: { middlewares: [stripSearchParams(BASE_SEARCH_DEFAULTS)] },
  component: lazyRouteComponent(screens.editForm),
})

const routeTree = root.addChildren([
  landing,
  tour,
  pricing,
  ...informational,
  withReplica.addChildren([
    signedIn.addChildren([home, server, extension, tagger, createForm, editForm]),
    settings,
    subscription,
  ]),
])

/** Its types are registered globally, for calls such as `useSearch({ from: '/home' })`. */
export const router = createRouter({
  routeTree,
  // An address in another case is unknown, as on the server.
  caseSensitive: true,
  parseSearch: readAddress,
  stringifySearch: writeAddress,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: ({ error }) => (
    <ErrorView error={error} onRetry={() => void router.invalidate()} isScreen />
  ),
  defaultPendingComponent: () => <LoadingPlace text="Loading the page" />,
  defaultPendingMs: 300,
})
