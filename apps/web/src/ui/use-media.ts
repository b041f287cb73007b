import { useSyncExternalStore } from 'react'
import { useTheme } from './theme.ts'

/** Whether a media query matches. False at build, where there is no window. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Whether the page is dark, by the person's choice or the system's. */
export function useIsDark(): boolean {
  const [theme] = useTheme()
  const isSystemDark = useMedia('(prefers-color-scheme: dark)')
  return theme === 'system' ? isSystemDark : theme === 'dark'
}
