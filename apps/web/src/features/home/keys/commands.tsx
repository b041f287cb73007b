import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Arrived, Opening } from '../../../overlays/index.ts'
import { useReplica } from '../../../replica/index.ts'
import { Dialog, toast } from '../../../ui/index.ts'
import { openCommands, openKeyMap, overlayStore } from '../home-screen.ts'

/**
 * The command palette (Ctrl+K) and the list of all keys (`?`). Their code loads after the first screen, so that
 * it is there at the first press.
 */
export function Commands() {
  const { isCommandsOpen, isKeyMapOpen } = useStore(overlayStore)
  const isOpen = isCommandsOpen || isKeyMapOpen
  const [loaded, setLoaded] = useState<typeof import('./palette.tsx') | null>(null)
  const replica = useReplica()
  useEffect(() => {
    if (loaded !== null) return
    const when = isOpen ? Promise.resolve() : replica.loaded().then(() => replica.idle())
    const loading = when.then(() => import('./palette.tsx'))
    loading.then(setLoaded, () => {
      if (!isOpen) return
      openCommands(false)
      openKeyMap(false)
      toast('The commands could not be loaded. Try again.')
    })
  }, [isOpen, loaded, replica])
  return (
    <>
      {isCommandsOpen && (
        <Dialog title="Commands" isTitleHidden slot="top" onClose={() => openCommands(false)}>
          {loaded === null ? (
            <Opening />
          ) : (
            <>
              <loaded.Palette />
              <Arrived />
            </>
          )}
        </Dialog>
      )}
      {isKeyMapOpen && (
        <Dialog title="Keys" onClose={() => openKeyMap(false)}>
          {loaded === null ? <Opening /> : <loaded.AllKeys />}
        </Dialog>
      )}
    </>
  )
}
