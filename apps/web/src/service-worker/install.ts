import { useSyncExternalStore } from 'react'

/** The event with which a browser offers to install the app; not in the DOM types. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

let kept: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

function keep(event: InstallPromptEvent | null): void {
  kept = event
  for (const listener of [...listeners]) listener()
}

/** Keeps the browser's offer for a button of ours and suppresses its banner. To be called once, early. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => keep(null))
}

/** Asks the person to install the app. The browser allows that once for each offer. */
export async function install(): Promise<boolean> {
  const event = kept
  if (event === null) return false
  keep(null)
  return (await event.prompt()).outcome === 'accepted'
}

/** Returns whether an install button makes sense now, and what it does. */
export function useInstall(): {
  readonly showInstallButton: boolean
  readonly install: () => Promise<boolean>
} {
  const showInstallButton = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => kept !== null,
    () => false,
  )
  return { showInstallButton, install }
}
