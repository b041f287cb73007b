import { type ReactNode, useState } from 'react'
import { PopupHost, PopupRegistryProvider } from '../overlays/index.ts'
import { createMemoryReplica, ReplicaProvider, useAccount } from '../replica/index.ts'
import { ErrorBoundary, HelpContext, LoadingPlace } from '../ui/index.ts'
import { popups } from './features.ts'

/** The connection to the person's data, and everything that needs it: screens and popups. */
export default function ConnectedFrame({ children }: { children: ReactNode }) {
  const [connection] = useState(() => createMemoryReplica([]))
  return (
    <ReplicaProvider connection={connection} fallback={<LoadingPlace text="Opening your workspace" />}>
      <PopupRegistryProvider registry={popups}>
        <WithSettings>
          <ErrorBoundary>{children}</ErrorBoundary>
          <PopupHost />
        </WithSettings>
      </PopupRegistryProvider>
    </ReplicaProvider>
  )
}

function WithSettings({ children }: { children: ReactNode }) {
  const { settings } = useAccount()
  return <HelpContext value={settings.showHelpers}>{children}</HelpContext>
}
