import type { ComponentType } from 'react'
import { isSharedComputer } from '../session/index.ts'
import { CodeNotFetched } from '../ui/error-view.tsx'

type Screen = () => Promise<{ default: ComponentType }>

/** Screens that need a session, each in a separate chunk. */
export const screens = {
  home: () => import('../features/home/home-page.tsx'),
  settings: () => import('../features/settings/settings-page.tsx'),
  server: () => import('../features/settings/server-page.tsx'),
  extension: () => import('../features/settings/extension-page.tsx'),
  subscription: () => import('../features/subscription/subscription-page.tsx'),
  createForm: () => import('./create-form-page.tsx'),
  editForm: () => import('./edit-form-page.tsx'),
  tagger: () => import('../features/tagger/tagger-page.tsx'),
} satisfies Record<string, Screen>

/**
 * Loads a screen's code. When that fails, TanStack Router reloads the document. On a shared computer a reload signs out
 * and loses unsent changes. The router does not know this error, so the page stays and offers a retry.
 */
export function loader(screen: Screen): Screen {
  if (!isSharedComputer) return screen
  return () =>
    screen().catch((error: unknown) => {
      throw new CodeNotFetched(error)
    })
}
