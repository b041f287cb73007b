import type { Id } from '@cardinal/domain'
import type { SelectionKind } from '../search/selection-store.ts'

type Listener = (kind: SelectionKind, ids: readonly Id[]) => void

const listeners = new Set<Listener>()

/** Calls the listener with what acts of this tab delete. @returns ends that */
export function onDeleted(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says that an act has deleted these. */
export function notifyDeleted(kind: SelectionKind, ids: readonly Id[]): void {
  for (const listener of listeners) listener(kind, ids)
}
