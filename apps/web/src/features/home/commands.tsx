import { lazy, Suspense, useRef } from 'react'
import { useStore } from 'zustand'
import { Arrived, Opening } from '../../overlays/index.ts'
import { Dialog } from '../../ui/index.ts'
import { openCommands, overlayStore } from './overlay-store.ts'

const Palette = lazy(() => import('./palette.tsx'))

/** The command palette: every act of the page by its name, and every saved search and workspace. */
export function Commands() {
  const isOpen = useStore(overlayStore, (state) => state.isCommandsOpen)
  return isOpen && <OpenCommands />
}

function OpenCommands() {
  const typed = useRef('')
  return (
    <Dialog title="Commands" isTitleHidden slot="top" onClose={() => openCommands(false)}>
      <Suspense fallback={<Opening typed={typed} />}>
        <Palette />
        <Arrived typed={typed} />
      </Suspense>
    </Dialog>
  )
}
