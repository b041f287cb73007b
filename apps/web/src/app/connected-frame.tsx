import { type ReactNode, useState } from 'react'
import { PopupHost, PopupRegistryProvider } from '../overlays/index.ts'
import { HomeModesProvider } from '../parts/modes/home-modes.tsx'
import { connectionFor, ReplicaProvider, useAccount } from '../replica/index.ts'
import { session, useSession } from '../session/index.ts'
import { ErrorBoundary, HelpContext, LoadingPlace } from '../ui/index.ts'
import { popups } from './features.ts'
import { modes } from './modes.ts'

/** The connection to the person's data, and everything that needs it: screens and popups. */
export default function ConnectedFrame({ children }: { children: ReactNode }) {
  const { userId } = useSession()
  const [connection] = useState(() => connectionFor(session, userId ?? ''))
  return (
    <ReplicaProvider connection={connection} fallback={<LoadingPlace text="Opening your workspace" />}>
      <PopupRegistryProvider registry={popups}>
        <WithSettings>
          <ErrorBoundary>
            <HomeModesProvider modes={modes}>{children}</HomeModesProvider>
          </ErrorBoundary>
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
