import { useEffect, useState } from 'react'
import { type KeptAct, type Replica, useReplica } from '../../replica/index.ts'
import { runRedo, runUndo } from '../../shared/undo/run-undo.ts'
import { undoStack } from '../../shared/undo/undo-stack.ts'
import { toast, UNDERSTOOD } from '../../ui/toaster.tsx'

/** Returns the acts of the open workspace, latest first. Undefined: not read yet. */
export function useActs(): readonly KeptAct[] | undefined {
  const replica = useReplica()
  const [shown, setShown] = useState<{ of: Replica; acts: readonly KeptAct[] }>()
  useEffect(() => {
    let isWanted = true
    let stop = () => {}
    void replica.acts().then((list) => {
      const read = async () => {
        const acts = await list.list(replica.workspaceId)
        if (isWanted) setShown({ of: replica, acts })
      }
      if (isWanted) stop = list.subscribe(() => void read())
      void read()
    })
    return () => {
      isWanted = false
      stop()
    }
  }, [replica])
  return shown?.of === replica ? shown.acts : undefined
}

/** Undoes one act of the list, also after later changes. */
export async function undoAct(replica: Replica, act: KeptAct): Promise<void> {
  const undoing = await (await replica.acts()).undoing(act.id)
  if (undoing === undefined) return toast('It was undone in another tab', UNDERSTOOD)
  // The key that undoes the latest act must not undo this one again.
  const ofTab = undoStack.getState().done.find(({ id }) => id === act.id)
  if (ofTab !== undefined) undoStack.getState().take(ofTab)
  const receipt = await runUndo(replica, { ...undoing, id: act.id, label: act.label })
  if (receipt === null && ofTab !== undefined) undoStack.getState().push(ofTab)
}

/** Redoes an undone act of the list. */
export async function redoAct(replica: Replica, act: KeptAct): Promise<void> {
  const undoing = await (await replica.acts()).undoing(act.id)
  if (undoing === undefined) return toast('It was done again in another tab', UNDERSTOOD)
  await runRedo(replica, { ...undoing, id: act.id, label: act.label })
}
