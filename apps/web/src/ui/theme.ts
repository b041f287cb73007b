import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Key in localStorage; `public/boot.js` reads the same one before the first paint. */
const KEY = 'theme'
const listeners = new Set<() => void>()

/** The theme of this device; `system` if none was chosen or storage is blocked. */
function storedTheme(): Theme {
  if (isShared()) return themeOf(document.documentElement.dataset.theme)
  try {
    const stored = localStorage.getItem(KEY)
    return themeOf(stored)
  } catch {
    return 'system'
  }
}

/** Applies a theme at once and stores it on this device. */
export function setTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  try {
    if (isShared()) return
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage is blocked, so the choice lasts as long as the page.
  } finally {
    for (const listener of listeners) listener()
  }
}

function themeOf(text: string | null | undefined): Theme {
  return text === 'light' || text === 'dark' ? text : 'system'
}

/** Whether this is a shared computer, where nothing is stored. `public/boot.js` has marked the document. */
function isShared(): boolean {
  return document.documentElement.dataset.shared !== undefined
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, storedTheme, () => 'system' as const)
  return [theme, setTheme]
}

/** Applies a theme that another tab has chosen. */
function onStorage(event: StorageEvent): void {
  if (event.key === KEY) setTheme(storedTheme())
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}
