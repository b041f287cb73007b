import { inParts, type LeftRow, type Mutation, type Undoing, type Written } from '@cardinal/sync/edits'
import { type Acts, MutationRefused, type Replica } from '../../replica/index.ts'
import { toast, UNDERSTOOD } from '../../ui/toaster.tsx'
import { counted, listed } from '../text/counted.ts'
import { newId } from './new-id.ts'
import { refusalText } from './refusal-text.ts'
import { notifyOfGone, type Undoable, undoStack } from './undo-stack.ts'

type Act = Pick<Undoable, 'id' | 'label'> & Undoing

/**
 * Undoes what nothing has changed since the act, and reports the rest.
 *
 * @returns the message; null: nothing could be undone
 */
export async function runUndo(replica: Replica, act: Act): Promise<string | null> {
  const turned = await run(replica, act, act.moved === undefined ? undoRows : undoMove, {
    cannot: `Can’t undo “${act.label}”`,
    done: `Undone: ${act.label}`,
  })
  if (turned === null) return null
  inActs(replica, (acts) => acts.setUndone(act.id, turned.receipt, turned.redo))
  return turned.receipt
}

/**
 * Redoes an undone act, except for what was changed since.
 *
 * @param act the undone act
 */
export async function runRedo(replica: Replica, act: Act): Promise<void> {
  const turned = await run(replica, act, undoRows, {
    cannot: `Can’t redo “${act.label}”`,
    done: `Done again: ${act.label}`,
  })
  if (turned === null) return
  const { redo: undoing } = turned
  if (undoing !== null) undoStack.getState().push({ ...act, workspaceId: replica.workspaceId, ...undoing })
  inActs(replica, (acts) => acts.setUndone(act.id, null, undoing))
}

interface Outcome {
  readonly left: readonly LeftRow[]
  /** Whether anything was undone or redone. */
  readonly hasChanged: boolean
  /** The redo of this step. Null: there is none. */
  readonly redo: Undoing | null
}

async function run(
  replica: Replica,
  act: Act,
  how: (replica: Replica, act: Act) => Promise<Outcome>,
  words: { readonly cannot: string; readonly done: string },
): Promise<{ readonly receipt: string; readonly redo: Undoing | null } | null> {
  try {
    const { left, hasChanged, redo } = await how(replica, act)
    if (!hasChanged && left.length > 0) {
      const gone = left.every(({ why }) => why === 'deleted')
      const what = gone ? 'is not there any more' : `was ${listed(reasons(left))} since`
      toast(`${words.cannot}: what it changed ${what}.`, UNDERSTOOD)
      return null
    }
    const receipt = leftText(left)
    // The key may be pressed by mistake and the change out of view, so the message stays long enough to be read.
    toast(`${words.done}${receipt === '' ? '' : `. ${receipt}`}`, UNDERSTOOD)
    return { receipt, redo }
  } catch (reason) {
    if (!(reason instanceof MutationRefused)) throw reason
    toast(refusalText(reason.refusal), UNDERSTOOD)
    return null
  }
}

async function undoRows(replica: Replica, { undo, written }: Act): Promise<Outcome> {
  const { mutations, left } = await replica.planUndo({ undo, written })
  const redo: Mutation[] = []
  const rewritten: Written[] = []
  const id = newId()
  for (const mutation of mutations.flatMap(inParts)) {
    const done = await replica.mutate(mutation, id)
    redo.unshift(...done.undo)
    rewritten.push(...done.written)
    notifyOfGone(mutation)
  }
  return { left, hasChanged: mutations.length > 0, redo: { undo: redo, written: rewritten } }
}

/** Undoes a move by moving the cards back, which is a new act. */
async function undoMove(replica: Replica, { moved }: Act): Promise<Outcome> {
  if (moved === undefined) return { left: [], hasChanged: false, redo: null }
  const left = await replica.moveBack(moved)
  return { left, hasChanged: left.length < moved.cards.length, redo: null }
}

function inActs(replica: Replica, write: (acts: Acts) => Promise<void>): void {
  replica
    .acts()
    .then(write)
    .catch(() => {}) // The act is in no list: see `useAct`.
}

/** What an undo did not change, and why. Empty: nothing. */
function leftText(left: readonly LeftRow[]): string {
  if (left.length === 0) return ''
  const parts = (['changed', 'deleted'] as const).flatMap((why) => {
    const rows = left.filter((row) => row.why === why)
    if (rows.length === 0) return []
    const kinds = (['card', 'tag', 'group'] as const).flatMap((kind) => {
      const count = rows.filter((row) => row.kind === kind).length
      return count === 0 ? [] : [counted(count, kind)]
    })
    return [`${listed(kinds)} ${rows.length === 1 ? 'was' : 'were'} ${why} since`]
  })
  const stay = left.length === 1 ? 'stays as it is' : 'stay as they are'
  return `${listed(parts)}, and ${stay}`
}

function reasons(left: readonly LeftRow[]): string[] {
  return [...new Set(left.map(({ why }) => why))]
}
