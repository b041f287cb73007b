import type { ComponentType } from 'react'
import { cardEditorPopups } from '../features/card-editor/popups.ts'
import { deletedPopups } from '../features/deleted/popups.ts'
import { filterPopups } from '../features/filters/popups.ts'
import { grouperPopups } from '../features/grouper/popups.ts'
import { importPopups } from '../features/import/popups.ts'
import { menuPopups } from '../features/menu/popups.ts'
import { playgroundPopups } from '../features/playground/popups.ts'
import { resultActionPopups } from '../features/result-actions/popups.ts'
import { taggerPopups } from '../features/tagger/popups.ts'
import { unmatchedPopups } from '../features/unmatched/popups.ts'
import { askingPopups, popupRegistry } from '../overlays/index.ts'

type Screen = () => Promise<{ default: ComponentType }>

/** Screens that need a session; each is a chunk of its own. */
export const screens = {
  home: () => import('../features/home/home-page.tsx'),
  settings: () => import('../features/settings/settings-page.tsx'),
  subscription: () => import('../features/subscription/subscription-page.tsx'),
  createForm: () => import('./create-form-page.tsx'),
  editForm: () => import('./edit-form-page.tsx'),
  tagger: () => import('../features/tagger/tagger-page.tsx'),
} satisfies Record<string, Screen>

/** Every popup of every feature. What is not in here does not exist for the address. */
export const popups = popupRegistry([
  ...askingPopups,
  ...importPopups,
  ...grouperPopups,
  ...taggerPopups,
  ...playgroundPopups,
  ...resultActionPopups,
  ...cardEditorPopups,
  ...filterPopups,
  ...menuPopups,
  ...unmatchedPopups,
  ...deletedPopups,
])
