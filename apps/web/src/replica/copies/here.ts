import { useSyncExternalStore } from 'react'
import { isSharedComputer, session } from '../../session/index.ts'

const listeners = new Set<() => void>()

/** Returns whether the person wants copies of pages kept on this device. */
export function keepsCopiesHere(): boolean {
  return !isSharedComputer && session.tokens.keepsCopies
}

export function setKeepsCopiesHere(keeps: boolean): void {
  session.tokens.keepsCopies = keeps
  for (const listener of [...listeners]) listener()
}

/** Returns the same, kept up to date. */
export function useKeepsCopiesHere(): boolean {
  return useSyncExternalStore(subscribe, keepsCopiesHere)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
