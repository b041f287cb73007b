import type { ComponentType } from 'react'
import { isSharedComputer } from '../session/index.ts'
import { CodeNotFetched } from '../ui/error-view.tsx'

type Screen = () => Promise<{ default: ComponentType }>

/**
 * Loads a screen's code. TanStack Router reloads the document when loading fails, which would sign out on a
 * shared computer and lose unsent changes. The router does not know the error thrown here, so the page stays and
 * offers to try again.
 */
function loader(screen: Screen): Screen {
  if (!isSharedComputer) return screen
  return () =>
    screen().catch((error: unknown) => {
      throw new CodeNotFetched(error)
    })
}

/** Loaders of the screens that need a session. Each is a chunk. */
export const screens = {
  home: loader(() => import('../features/home/home-page.tsx')),
  settings: loader(() => import('../features/settings/settings-page.tsx')),
  server: loader(() => import('../features/settings/server-page.tsx')),
  extension: loader(() => import('../features/settings/extension-page.tsx')),
  subscription: loader(() => import('../features/subscription/subscription-page.tsx')),
  createForm: loader(() => import('./create-form-page.tsx')),
  editForm: loader(() => import('./edit-form-page.tsx')),
  tagger: loader(() => import('../features/tags/tagger-page.tsx')),
} satisfies Record<string, Screen>
