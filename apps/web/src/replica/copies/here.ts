import { useSyncExternalStore } from 'react'
import { isSharedComputer, session } from '../../session/index.ts'
import type { KeptHere } from '../../session/token-store.ts'

const listeners = new Set<() => void>()

/** Whether the person keeps copies of pages, or all files, on this device. */
export function keepsHere(what: KeptHere): boolean {
  return !isSharedComputer && session.tokens.keepsHere(what)
}

export function setKeepsHere(what: KeptHere, keeps: boolean): void {
  session.tokens.setKeepsHere(what, keeps)
  for (const listener of [...listeners]) listener()
}

/** Like `keepsHere`, and renders again when it changes. */
export function useKeepsHere(what: KeptHere): boolean {
  return useSyncExternalStore(subscribe, () => keepsHere(what))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
