import { useStore } from 'zustand'
import { AllKeys } from '../../shared/keys/key-lines.tsx'
import { Dialog } from '../../ui/index.ts'
import { openKeyMap, overlayStore } from './overlay-store.ts'

/** Renders the list of all keys. `?` opens it. */
export function KeyMap() {
  const isOpen = useStore(overlayStore, (state) => state.isKeyMapOpen)
  if (!isOpen) return null
  return (
    <Dialog title="Keys" onClose={() => openKeyMap(false)}>
      <AllKeys />
    </Dialog>
  )
}
