import { Command, Menu as MenuIcon, PanelRight } from 'lucide-react'
import { useState } from 'react'
import { usePopups, usePrefetchPopup } from '../../../overlays/index.ts'
import { keyFor } from '../../../shared/keys/home-keys.ts'
import { cx, Dialog, IconButton, Logo } from '../../../ui/index.ts'
import { device, useDevice } from '../device.ts'
import { Commands } from '../keys/commands.tsx'
import { openCommands } from '../keys/overlay-store.ts'
import { TagsPanel } from '../panel/tags-panel.tsx'
import { SyncBadge } from '../sync/sync-badge.tsx'
import { UnsavedDrafts } from '../sync/unsaved-drafts.tsx'
import styles from './home-top.module.css'
import { InstallButton } from './install-button.tsx'

/** Renders the strip above the searchbar: menu, state of saving, drafts, commands and tags. */
export function HomeTop({ isWide }: { isWide: boolean }) {
  const popups = usePopups()
  const prefetch = usePrefetchPopup()
  const isPanelOpen = useDevice((state) => state.isPanelOpen)
  const [isPanelShown, setIsPanelShown] = useState(false)
  // On a wide window the strip is inside the search area, so it can't be the page's banner.
  const Frame = isWide ? 'div' : 'header'
  return (
    <Frame className={cx(styles.top, isWide && styles.tools)}>
      {!isWide && (
        <>
          <IconButton
            label="Menu"
            icon={MenuIcon}
            onPointerEnter={() => prefetch('hamburger-menu')}
            onFocus={() => prefetch('hamburger-menu')}
            onClick={() => popups.open('hamburger-menu')}
          />
          <span className={styles.logo}>
            <Logo />
          </span>
        </>
      )}
      <h1 className="visually-hidden">Home</h1>
      {!isWide && <span className={styles.grow} />}
      <SyncBadge />
      <UnsavedDrafts />
      <InstallButton isWide={isWide} />
      <IconButton
        label="Commands"
        shortcut={keyFor('commands')}
        icon={Command}
        size="sm"
        onClick={() => openCommands(true)}
      />
      {isWide && !isPanelOpen && (
        <IconButton
          label="Unfold the tags panel"
          icon={PanelRight}
          size="sm"
          onClick={() => device.getState().set({ isPanelOpen: true })}
        />
      )}
      {!isWide && (
        <IconButton label="Tags" icon={PanelRight} size="sm" onClick={() => setIsPanelShown(true)} />
      )}
      {!isWide && isPanelShown && (
        <Dialog title="Tags" slot="center" onClose={() => setIsPanelShown(false)}>
          <TagsPanel />
        </Dialog>
      )}
      <Commands />
    </Frame>
  )
}
