import { CloudDownload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSyncState } from '../../replica/index.ts'
import { EmptyState } from '../../ui/index.ts'
import { troubleSentences } from './trouble-text.ts'

/** Wraps an empty state. While rows of the workspace are still loading, it says so instead. */
export function OnceHere({ children }: { children: ReactNode }) {
  return useSyncState().hasCopy ? children : <NotHereYet />
}

/** Explains why rows may be missing on this device. */
export function NotHereYet() {
  const { phase, trouble } = useSyncState()
  switch (phase) {
    case 'waiting-to-retry':
      return (
        <EmptyState icon={CloudDownload} title="Not on this device yet">
          {trouble !== null && troubleSentences(trouble)} What is in this workspace comes as soon as the
          server is reached. What you add now is kept.
        </EmptyState>
      )
    case 'paused-signed-out':
      return (
        <EmptyState icon={CloudDownload} title="Not on this device yet">
          Sign in again, and what is in this workspace comes.
        </EmptyState>
      )
    default:
      return <EmptyState title="Your cards are on their way">They appear here as they arrive.</EmptyState>
  }
}
