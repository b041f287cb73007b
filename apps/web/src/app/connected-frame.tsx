import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { homeScreen, homeScreenOf } from '../features/home/home-screen.ts'
import { PopupHost, PopupRegistryProvider } from '../overlays/index.ts'
import { connectionFor, ReplicaProvider, useAccount, useReplica, useSyncState } from '../replica/index.ts'
import { session } from '../session/index.ts'
import { HomeModesProvider, HomeScreenContext } from '../shared/search/home-screen.tsx'
import { counted } from '../shared/text/counted.ts'
import { Button, ContextMenuHost, ErrorBoundary, HelpContext, LoadingPlace } from '../ui/index.ts'
import { keepSignedInAppUpToDate, notePlainHttp } from './keep-up-to-date.ts'
import { modes } from './modes.ts'
import styles from './outdated.module.css'
import { Outdated } from './outdated.tsx'
import { popups } from './popups.ts'

/**
 * Starts the data worker of a user before the user's frame is rendered. Resolves when the open workspace is
 * known, or after `WAIT_MS`.
 */
export function connect(userId: string): Promise<void> {
  const connection = connectionFor(session, userId)
  return new Promise((resolve) => {
    const look = () => {
      if (connection.snapshot().replica !== null) resolve()
    }
    const stop = connection.subscribe(look)
    setTimeout(() => {
      stop()
      resolve()
    }, WAIT_MS)
    look()
  })
}

/** ms; too short for people to notice. */
const WAIT_MS = 100

/** Provides the person's data to screens and popups. */
export default function ConnectedFrame({ userId, children }: { userId: string; children: ReactNode }) {
  const [connection] = useState(() => connectionFor(session, userId))
  const outdated = useSyncExternalStore(connection.subscribe, connection.outdated)
  return (
    <ReplicaProvider connection={connection} fallback={<LoadingPlace text="Opening your workspace" />}>
      <PopupRegistryProvider registry={popups}>
        <HomeScreenContext value={homeScreen}>
          <WithSettings>
            {outdated !== null && <Outdated why={outdated} connection={connection} />}
            <Evicted />
            <Repaired />
            <AfterCards userId={userId} />
            <ErrorBoundary isScreen>
              <HomeModesProvider modes={modes}>{children}</HomeModesProvider>
            </ErrorBoundary>
            <ForOneWorkspace />
            <ContextMenuHost />
            <UpToDate userId={userId} />
          </WithSettings>
        </HomeScreenContext>
      </PopupRegistryProvider>
    </ReplicaProvider>
  )
}

/**
 * The popups of the open workspace. When another workspace is opened, the search, the selection and messages with
 * Undo are cleared before the paint.
 */
function ForOneWorkspace() {
  const { workspaceId } = useReplica()
  useLayoutEffect(() => homeScreenOf(workspaceId), [workspaceId])
  return <PopupHost scope={workspaceId} />
}

/** Their code is loaded after the first cards. */
function AfterCards({ userId }: { userId: string }) {
  const replica = useReplica()
  const [Late, setLate] = useState<ComponentType<{ userId: string }> | null>(null)
  useEffect(() => {
    replica
      .idle()
      .then(() => import('./after-cards.tsx'))
      .then(
        (late) => setLate(() => late.AfterCards),
        () => {},
      )
  }, [replica])
  return Late && <Late userId={userId} />
}

function WithSettings({ children }: { children: ReactNode }) {
  const { settings } = useAccount()
  return <HelpContext value={settings.showHelpers}>{children}</HelpContext>
}

/**
 * After the first cards are loaded: downloads the app for offline use, and sends waiting files. Rendered here,
 * because the question about a new version needs the popups.
 */
function UpToDate({ userId }: { userId: string }) {
  const replica = useReplica()
  const isLoading = useSyncState().phase === 'first-load'
  useEffect(() => {
    if (isLoading) return
    replica.idle().then(() => {
      keepSignedInAppUpToDate()
      notePlainHttp()
      import('../replica/files/uploads.ts').then(({ resumeUploads }) => resumeUploads(userId)).catch(() => {}) // Offline, or the code can't be loaded: the next start sends them.
    })
  }, [replica, isLoading, userId])
  return null
}

/** Shows a message when the copy differed from the server's rows and was loaded again. */
function Repaired() {
  const { repairs } = useSyncState()
  const [seen, setSeen] = useState(0)
  if (repairs <= seen) return null
  return (
    <div role="alert" className={styles.outdated}>
      The cards on this device differed from those on the server, and were loaded again. Your changes that
      were not sent yet are kept.
      <Button size="sm" onClick={() => setSeen(repairs)}>
        OK
      </Button>
    </div>
  )
}

/** Shows a message, once, when the browser has removed the storage, with the number of lost changes. */
function Evicted() {
  const { lost } = useSyncState()
  const [isSeen, setIsSeen] = useState(false)
  if (lost === null || isSeen) return null
  return (
    <div role="alert" className={styles.outdated}>
      This browser has removed the copy of your cards from this device. It is loaded again.
      {lost > 0 && ` ${counted(lost, 'change')} had not reached the server and cannot be brought back.`}
      <Button size="sm" onClick={() => setIsSeen(true)}>
        OK
      </Button>
    </div>
  )
}
