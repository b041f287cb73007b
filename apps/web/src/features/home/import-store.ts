import { createStore } from 'zustand/vanilla'

/** Whether the import dialog is open. A dialog of this page alone: a file can't be put into an address. */
export const importStore = createStore(() => ({ isOpen: false }))

export function openImport(isOpen: boolean): void {
  importStore.setState({ isOpen })
}
