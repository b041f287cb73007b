import { inParts, type Mutation, type Written } from '@cardinal/sync/edits'
import { useCallback, useMemo } from 'react'
import type { Question } from '../../overlays/index.ts'
import { MutationRefused, type Replica, useReplica } from '../../replica/index.ts'
import { dismissActions, toast, UNDERSTOOD } from '../../ui/toaster.tsx'
import { isPlanFull } from '../account/plan-of.ts'
import { newId } from './new-id.ts'
import { refusalText } from './refusal-text.ts'
import { notifyOfGone, type Undoable, undoStack } from './undo-stack.ts'
import { mayTouchMany, touchesMany } from './wide-act.ts'

interface ActOptions {
  /** A sentence in the past tense, shown with an Undo button. Absent: no message, but the undo key works. */
  readonly done?: string | undefined
  /** The label of its undo, if it differs from `done`. */
  readonly label?: string | undefined
  /**
   * Asked before the act, however few cards it changes. Absent: only acts on many cards or tags ask, with a
   * default question.
   */
  readonly question?: Question | undefined
  /** Joins the act with an earlier one before its undo is stored. Absent: it isn't joined. */
  readonly joined?: ((act: Undoable) => Undoable) | undefined
  /** Handles a refusal instead of the message. Returns whether it did. */
  readonly onRefused?: ((refused: MutationRefused) => boolean) | undefined
}

export type Act = (mutations: Mutation | readonly Mutation[], options?: ActOptions) => Promise<boolean>

/**
 * Runs mutations, stores their undo, and shows a message with an Undo button instead of asking first. Resolves
 * with whether all succeeded. A refusal stops the rest and is shown as a sentence.
 */
export function useAct(): Act {
  const replica = useReplica()
  return useMemo(() => actIn(replica), [replica])
}

/** `useAct` outside components. */
export function actIn(replica: Replica): Act {
  return async (mutations, options = {}) => {
    const list = ('name' in mutations ? [mutations] : mutations).flatMap(inParts)
    if (!(await isWanted(replica, list, options.question))) return false
    const act = runAct(replica, list, options)
    running.add(act)
    return act.finally(() => running.delete(act))
  }
}

/** Acts that are still running. Their rows may be visible already, so an undo waits for them. */
const running = new Set<Promise<boolean>>()

async function runAct(replica: Replica, list: readonly Mutation[], options: ActOptions): Promise<boolean> {
  const undo: Mutation[] = []
  const written: Written[] = []
  let isComplete = true
  const id = newId()
  try {
    for (const mutation of list) {
      const done = await replica.mutate(mutation, id)
      undo.unshift(...done.undo)
      written.push(...done.written)
      notifyOfGone(mutation)
    }
  } catch (reason) {
    if (!(reason instanceof MutationRefused)) throw reason
    isComplete = false
    if (options.onRefused?.(reason) !== true) toast(refusalText(reason.refusal), UNDERSTOOD)
  }
  const label = options.label ?? options.done ?? silentLabel(list)
  // Only the mutations before a refusal were done and can be undone. With a full plan the server will refuse the
  // card, so there is no message "Added".
  const isSure = isComplete && !(isPlanFull() && list.some(({ name }) => name === 'createCard'))
  const entry = { id, label, workspaceId: replica.workspaceId, undo, written }
  remember(replica, options.joined?.(entry) ?? entry, isSure ? options.done : undefined)
  return isComplete
}

/**
 * Asks before an act on many cards or tags. The code is loaded on demand. Before an act that will be refused it
 * doesn't ask.
 *
 * @param question asks also for fewer cards, in these words
 */
async function isWanted(
  replica: Replica,
  mutations: readonly Mutation[],
  question: Question | undefined,
): Promise<boolean> {
  if (question === undefined && !mayTouchMany(mutations)) return true
  const preview = await replica.preview(mutations, null)
  if (preview === null || (question === undefined && !touchesMany(preview))) return true
  const { askFirst } = await import('./act-preview.tsx')
  return askFirst({ replica, mutations, preview }, question)
}

/** The label of an act without a message, for the message of its undo. */
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

/** Undoes the latest act of the open workspace. Shows a message if there is none. */
export function useUndo(): () => void {
  const replica = useReplica()
  return useCallback(() => void undoLatest(replica), [replica])
}

/**
 * Undoes the latest act of a workspace, even a running one, or restores a draft that was discarded after it.
 * Shows a message if there is none.
 */
export async function undoLatest(replica: Replica): Promise<void> {
  if (running.size > 0) await Promise.allSettled(running)
  const { restoreDraft, pop } = undoStack.getState()
  if (restoreDraft !== null) {
    dismissActions()
    restoreDraft()
    return toast('Undone: Changes discarded')
  }
  const entry = pop(replica.workspaceId)
  if (entry === undefined) return toast('Nothing to undo')
  // Closes messages with an Undo, because one may be for the same act.
  dismissActions()
  await undoEntry(replica, entry)
}

/**
 * Stores the undo of an act.
 *
 * @param done shown with an Undo button; absent: no message
 */
export function remember(replica: Replica, entry: Undoable, done: string | undefined): void {
  undoStack.getState().push(entry)
  if (entry.undo.length > 0)
    replica
      .acts()
      .then((acts) => acts.keep({ ...entry, at: Date.now() }))
      // The code of the list could not be loaded: the act can only be undone by its message and by key.
      .catch(() => {})
  if (done === undefined) return
  if (entry.undo.length === 0) toast(done)
  else
    toast(done, {
      label: 'Undo',
      onSelect: () => undoStack.getState().take(entry) && undoEntry(replica, entry),
    })
}

/** Undoes an entry. Its code is loaded when needed, because most acts are never undone. */
async function undoEntry(replica: Replica, entry: Undoable): Promise<void> {
  if (entry.turnBack !== undefined) {
    entry.turnBack()
    return toast(`Undone: ${entry.label}`, UNDERSTOOD)
  }
  const { runUndo } = await import('./run-undo.ts')
  await runUndo(replica, entry)
}
