import { useStore } from 'zustand'
import { Dialog } from '../../ui/index.ts'
import { openCommands, overlayStore } from './overlay-store.ts'
import { Palette } from './palette.tsx'

/** Renders the command palette: every act of the page by its name, and every saved search and workspace. */
export function Commands() {
  const isOpen = useStore(overlayStore, (state) => state.isCommandsOpen)
  if (!isOpen) return null
  return (
    <Dialog title="Commands" isTitleHidden slot="top" onClose={() => openCommands(false)}>
      <Palette />
    </Dialog>
  )
}
