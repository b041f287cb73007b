import type { ComponentType } from 'react'

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
