import type { Id } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync/edits'
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

/** Says to the screen what a mutation deletes. */
export function tellDeleted({ name, args }: Mutation): void {
  if (name === 'deleteCards') notifyDeleted('cards', args.cardIds)
  else if (name === 'deleteTags') notifyDeleted('tags', args.tagIds)
  else if (name === 'deleteGroups') notifyDeleted('groups', args.groupIds)
}
