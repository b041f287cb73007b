import { CircleHelp, Command, Menu as MenuIcon, MonitorDown, PanelRight } from 'lucide-react'
import { lazy, Suspense, useContext } from 'react'
import { useStore } from 'zustand'
import { usePopups, usePrefetchPopup } from '../../../overlays/index.ts'
import { useInstall } from '../../../service-worker/index.ts'
import { draftStore } from '../../../shared/card-form/draft-store.ts'
import { keyFor } from '../../../shared/keys/home-keys.ts'
import {
  Button,
  cx,
  HelpContext,
  IconButton,
  Later,
  Logo,
  Popover,
  Skeleton,
  toast,
} from '../../../ui/index.ts'
import { device, useDevice } from '../device.ts'
import { openCommands } from '../home-screen.ts'
import { Commands } from '../keys/commands.tsx'
import { SyncBadge } from '../sync/sync-badge.tsx'
import styles from './home-top.module.css'

const UnsavedDrafts = lazy(async () => ({
  default: (await import('../sync/unsaved-drafts.tsx')).UnsavedDrafts,
}))

/** The strip above the searchbar, or beside it on a wide window. */
export function HomeTop({ isWide }: { isWide: boolean }) {
  // On a wide window the strip is inside the search area, so it can't be the page's banner.
  const Frame = isWide ? 'div' : 'header'
  return (
    <Frame className={cx(styles.top, isWide && styles.tools)} data-beside={isWide ? '' : undefined}>
      {!isWide && (
        <>
          <HomeMenu />
          <span className={styles.logo}>
            <Logo />
          </span>
        </>
      )}
      {!isWide && <span className={styles.grow} />}
      <HomeTools look={isWide ? 'wide' : 'strip'} />
    </Frame>
  )
}

export function HomeMenu({ className }: { className?: string | undefined }) {
  const popups = usePopups()
  const prefetch = usePrefetchPopup()
  return (
    <IconButton
      label="Menu"
      icon={MenuIcon}
      className={className}
      onPointerEnter={() => prefetch('hamburger-menu')}
      onFocus={() => prefetch('hamburger-menu')}
      onClick={() => popups.open('hamburger-menu')}
    />
  )
}

/** The sync state, drafts, commands and tags. Phones have no button for commands, because they have no keys. */
export function HomeTools({ look }: { look: 'wide' | 'strip' | 'phone' }) {
  const popups = usePopups()
  const isPanelOpen = useDevice((state) => state.isPanelOpen)
  const isWide = look === 'wide'
  const hasDrafts = useStore(draftStore, ({ drafts }) => drafts.size > 0)
  return (
    <>
      <h1 className="visually-hidden">Home</h1>
      <SyncBadge />
      {hasDrafts && (
        <Later>
          <UnsavedDrafts />
        </Later>
      )}
      <InstallButton isWide={isWide} />
      {look !== 'phone' && (
        <IconButton
          label="Commands"
          shortcut={keyFor('commands')}
          icon={Command}
          size="sm"
          onClick={() => openCommands(true)}
        />
      )}
      {isWide && !isPanelOpen && (
        <IconButton
          label="Unfold the tags panel"
          icon={PanelRight}
          size="sm"
          onClick={() => device.getState().set({ isPanelOpen: true })}
        />
      )}
      {!isWide && (
        <IconButton label="Tags" icon={PanelRight} size="sm" onClick={() => popups.open('home-tags')} />
      )}
      <Commands />
    </>
  )
}

/** Offers to install the app while the browser allows it (OF-1). */
function InstallButton({ isWide }: { isWide: boolean }) {
  const { showInstallButton, install } = useInstall()
  if (!showInstallButton) return null
  const ask = async () => {
    if (await install()) toast('Installed')
  }
  return isWide ? (
    <Button size="sm" tone="quiet" icon={MonitorDown} onClick={() => void ask()}>
      Install the app
    </Button>
  ) : (
    <IconButton label="Install the app" icon={MonitorDown} size="sm" onClick={() => void ask()} />
  )
}

const HelpList = lazy(() => import('./home-help-list.tsx'))

/** The help button of home, which explains each control. Hidden if help is turned off. */
export function HomeHelp() {
  const isWanted = useContext(HelpContext)
  if (!isWanted) return null
  return (
    <Popover
      label="Help: this page"
      placement="bottom-end"
      trigger={(trigger) => <IconButton label="Help: this page" icon={CircleHelp} size="sm" {...trigger} />}
    >
      {(close) => (
        <Suspense fallback={<Skeleton lines={6} />}>
          <HelpList close={close} />
        </Suspense>
      )}
    </Popover>
  )
}
