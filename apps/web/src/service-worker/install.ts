import { useSyncExternalStore } from 'react'

/** The browser's event that offers an installation. Missing in the DOM types. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

let kept: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

function keep(event: InstallPromptEvent | null): void {
  kept = event
  for (const listener of [...listeners]) listener()
}

/** Keeps the browser's offer for our own button, and suppresses its banner. Call once, early. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => keep(null))
}

/** Shows the browser's question. Possible once per offer. */
export async function install(): Promise<boolean> {
  const event = kept
  if (event === null) return false
  keep(null)
  return (await event.prompt()).outcome === 'accepted'
}

/** Whether to show an install button, and what it does. */
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
