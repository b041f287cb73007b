import type { Id } from '@cardinal/domain'
import type { Mutation, Undoing } from '@cardinal/sync/edits'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SelectionKind } from '../search/selection-store.ts'

/** An undoable act. */
export interface Undoable extends Undoing {
  /** The id of the act in the list of acts. */
  readonly id: Id
  /** In the past tense, as in its toast: "Deleted 2 cards". */
  readonly label: string
  readonly workspaceId: Id
  /** Undoes a change of the account, which has no rows in a workspace. */
  readonly turnBack?: () => void
}

/** Acts of this tab, latest last. Lives as long as the page. */
interface UndoState {
  readonly done: readonly Undoable[]
  /** Restores a draft that was discarded after the latest act. Null: there is none. */
  readonly restoreDraft: (() => void) | null
  setRestoreDraft(restore: (() => void) | null): void
  push(entry: Undoable): void
  /** Removes and returns this workspace's latest entry. Undefined: none. */
  pop(workspaceId: Id): Undoable | undefined
  /** Removes this entry from anywhere in the stack. False: it was removed before. */
  take(entry: Undoable): boolean
}

const MOST_KEPT = 50

export function createUndoStack(): StoreApi<UndoState> {
  return createStore<UndoState>((set, get) => ({
    done: [],
    restoreDraft: null,
    setRestoreDraft: (restoreDraft) => set({ restoreDraft }),
    push: (entry) => {
      if (entry.undo.length > 0 || entry.turnBack !== undefined)
        set((state) => ({ done: [...state.done, entry].slice(-MOST_KEPT), restoreDraft: null }))
    },
    pop: (workspaceId) => {
      const entry = get().done.findLast((other) => other.workspaceId === workspaceId)
      if (entry !== undefined) get().take(entry)
      return entry
    },
    take: (entry) => {
      const isThere = get().done.includes(entry)
      if (isThere) set((state) => ({ done: state.done.filter((other) => other !== entry) }))
      return isThere
    },
  }))
}

export const undoStack = createUndoStack()

type Listener = (kind: SelectionKind, ids: readonly Id[]) => void

const listeners = new Set<Listener>()

/**
 * Calls the listener with the items that acts of this tab remove from lists: deleted, completed, moved, or
 * changed to another type.
 *
 * @returns a function that removes the listener
 */
export function onGone(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells the listeners that an act removed these items from lists. */
export function notifyGone(kind: SelectionKind, ids: readonly Id[]): void {
  for (const listener of listeners) listener(kind, ids)
}

/** Tells the listeners which items a mutation removes from lists. */
export function notifyOfGone({ name, args }: Mutation): void {
  if (name === 'deleteCards') notifyGone('cards', args.cardIds)
  else if (name === 'completeCards')
    notifyGone(
      'cards',
      args.cards.map(({ id }) => id),
    )
  else if (name === 'editCard' && args.type !== undefined) notifyGone('cards', [args.cardId])
  else if (name === 'deleteTags') notifyGone('tags', args.tagIds)
  else if (name === 'deleteGroups') notifyGone('groups', args.groupIds)
}
