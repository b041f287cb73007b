import { createStore } from 'zustand/vanilla'

/** The two overlays of the home page that are no popups, because they need no address. */
export const overlayStore = createStore(() => ({ isCommandsOpen: false, isKeyMapOpen: false }))

export function openCommands(isCommandsOpen: boolean): void {
  overlayStore.setState({ isCommandsOpen })
}

export function openKeyMap(isKeyMapOpen: boolean): void {
  overlayStore.setState({ isKeyMapOpen })
}
