import { inParts, type Mutation } from '@cardinal/sync/edits'
import { useCallback, useMemo } from 'react'
import { MutationRefused, type Replica, useReplica } from '../../replica/index.ts'
import { dismissActions, toast, UNDERSTOOD } from '../../ui/toaster.tsx'
import { isPlanFull } from '../billing/plan-room.ts'
import { refusalText } from '../refusal-text.ts'
import { notifyDeleted } from './deleted.ts'
import { type Undoable, undoStack } from './undo-stack.ts'

export interface ActOptions {
  /** In the past tense: shown with an Undo button. Left out, the act is silent, but can be undone by key. */
  readonly done?: string | undefined
  /** What undoing it says, where `done` tells more than the act. */
  readonly label?: string | undefined
  /** Gets a refusal instead of the toast; answers whether it dealt with it. */
  readonly onRefused?: ((refused: MutationRefused) => boolean) | undefined
}

export type Act = (mutations: Mutation | readonly Mutation[], options?: ActOptions) => Promise<boolean>

/**
 * Carries something out, keeps what would undo it, and says it: undo before ask. Answers whether all of it
 * was done; a refusal stops what follows it and is shown as a sentence.
 */
export function useAct(): Act {
  const replica = useReplica()
  return useMemo(() => actIn(replica), [replica])
}

/** The same for what acts when it is pressed, and holds the workspace already. */
export function actIn(replica: Replica): Act {
  return async (mutations, options = {}) => {
    const list = ('name' in mutations ? [mutations] : mutations).flatMap(inParts)
    const undo: Mutation[] = []
    let isWhole = true
    try {
      for (const mutation of list) {
        undo.unshift(...(await replica.mutate(mutation)).undo)
        tellDeleted(mutation)
      }
    } catch (reason) {
      if (!(reason instanceof MutationRefused)) throw reason
      isWhole = false
      if (options.onRefused?.(reason) !== true) toast(refusalText(reason.refusal), UNDERSTOOD)
    }
    const label = options.label ?? options.done ?? silentLabel(list)
    // What was refused was not done: only what came before it can be undone.
    // Where the plan is full the server will refuse it: "Added" would be taken back a moment later.
    const isSure = isWhole && !(isPlanFull() && list.some(({ name }) => name === 'createCard'))
    remember(replica, { label, workspaceId: replica.workspaceId, undo }, isSure ? options.done : undefined)
    return isWhole
  }
}

/** Says what a silent act did, for the message when it is undone. */
function silentLabel([first]: readonly Mutation[]): string {
  switch (first?.name) {
    case 'tickSubnote':
      return 'Ticked a subtask'
    case 'addSubnote':
      return 'Added a subtask'
    case 'moveSubnote':
      return 'Moved a subtask'
    case 'deleteSubnote':
      return 'Removed a subtask'
    case 'attachTags':
      return 'Added a tag'
    case 'detachTags':
      return 'Removed a tag'
    default:
      return 'Changed a card'
  }
}

/** Takes back the latest act of the open workspace; says so when there is none. */
export function useUndo(): () => void {
  const replica = useReplica()
  return useCallback(() => {
    const entry = undoStack.getState().pop(replica.workspaceId)
    if (entry === undefined) return toast('Nothing to undo')
    // A message that offers to undo the same act would offer it twice.
    dismissActions()
    void runUndo(replica, entry)
  }, [replica])
}

function remember(replica: Replica, entry: Undoable, done: string | undefined): void {
  undoStack.getState().push(entry)
  if (done === undefined) return
  if (entry.undo.length === 0) toast(done)
  else
    toast(done, {
      label: 'Undo',
      onSelect: () => undoStack.getState().take(entry) && runUndo(replica, entry),
    })
}

function tellDeleted({ name, args }: Mutation): void {
  if (name === 'deleteCards') notifyDeleted('cards', args.cardIds)
  else if (name === 'deleteTags') notifyDeleted('tags', args.tagIds)
  else if (name === 'deleteGroups') notifyDeleted('groups', args.groupIds)
}

async function runUndo(replica: Replica, entry: Undoable): Promise<void> {
  try {
    for (const mutation of entry.undo.flatMap(inParts)) {
      await replica.mutate(mutation)
      tellDeleted(mutation)
    }
    // A key that was pressed by mistake changes something that may not be in sight: there is time to read what.
    toast(`Undone: ${entry.label}`, UNDERSTOOD)
  } catch (reason) {
    if (!(reason instanceof MutationRefused)) throw reason
    const text =
      reason.refusal.kind === 'not-found'
        ? `Can’t undo “${entry.label}”: what it changed is not there any more.`
        : refusalText(reason.refusal)
    toast(text, UNDERSTOOD)
  }
}
