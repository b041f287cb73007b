import { inParts, type LeftRow } from '@cardinal/sync/edits'
import { MutationRefused, type Replica } from '../../replica/index.ts'
import { toast, UNDERSTOOD } from '../../ui/toaster.tsx'
import { refusalText } from '../refusal-text.ts'
import { counted, listed } from '../text/counted.ts'
import { tellDeleted } from './deleted.ts'
import type { Undoable } from './undo-stack.ts'

/**
 * Puts back what still is as the act left it, and says what was left alone.
 *
 * @returns what it said where it was undone; null where nothing of it could be
 */
export async function runUndo(
  replica: Replica,
  act: Pick<Undoable, 'id' | 'label' | 'undo' | 'written'>,
): Promise<string | null> {
  const { mutations, left } = await replica.planUndo({ undo: act.undo, written: act.written })
  if (mutations.length === 0 && left.length > 0) {
    const gone = left.every(({ why }) => why === 'deleted')
    const what = gone ? 'is not there any more' : `was ${listed(reasons(left))} since`
    toast(`Can’t undo “${act.label}”: what it changed ${what}.`, UNDERSTOOD)
    return null
  }
  try {
    for (const mutation of mutations.flatMap(inParts)) {
      await replica.mutate(mutation)
      tellDeleted(mutation)
    }
  } catch (reason) {
    if (!(reason instanceof MutationRefused)) throw reason
    toast(refusalText(reason.refusal), UNDERSTOOD)
    return null
  }
  const receipt = leftText(left)
  // A key that was pressed by mistake changes something that may not be in sight: there is time to read what.
  toast(`Undone: ${act.label}${receipt === '' ? '' : `. ${receipt}`}`, UNDERSTOOD)
  replica
    .acts()
    .then((acts) => acts.sayUndone(act.id, receipt))
    .catch(() => {}) // See `useAct`: then the act is in no list.
  return receipt
}

/** What an undo left as it is, and why; empty where it put everything back. */
export function leftText(left: readonly LeftRow[]): string {
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
