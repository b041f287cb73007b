import { lazy, Suspense, useEffect, useState } from 'react'
import { useAnswer, useSyncState } from '../../replica/index.ts'
import { useSession } from '../../session/index.ts'
import { planOf } from '../../shared/billing/plan-of.ts'
import { notePlanFull } from '../../shared/billing/plan-room.ts'
import { isCardLimit } from '../../shared/refusal-text.ts'
import { keptCardLimit, siteOptions } from '../../shared/site/site-options.ts'
import { dismissActions } from '../../ui/index.ts'

/** Only a person at the limit needs it: it is not of the first load. */
const LimitText = lazy(() => import('./limit-text.tsx'))

/** Says beside the list that a card went over the plan's limit, and where more can be had (CD-9). */
export function LimitNotice() {
  useNotingRoom()
  const { rejected } = useSyncState()
  const last = rejected.findLast(({ reason }) => isCardLimit(reason))
  const key = last?.key
  // "Added a todo" is not true any more, and there is nothing to undo.
  useEffect(() => {
    if (key !== undefined) dismissActions()
  }, [key])
  if (last === undefined) return null
  return (
    <Suspense>
      <LimitText reason={last.reason} />
    </Suspense>
  )
}

/**
 * Notes whether the plan is full, so that nothing is said to be added that will be refused. Cards of other workspaces are
 * not counted: the server knows them.
 */
function useNotingRoom(): void {
  const { user } = useSession()
  const { answer } = useAnswer('countCards', {}, 'deferred')
  const count = answer === undefined ? 0 : answer.todo + answer.note + answer.link
  // Asked for only where it may matter: the operator may have changed it.
  const mayBeFull = answer !== undefined && count >= keptCardLimit()
  const [limit, setLimit] = useState(0)
  useEffect(() => {
    if (mayBeFull) void siteOptions().then(({ freeCardLimit }) => setLimit(freeCardLimit))
  }, [mayBeFull])
  const isFull = limit > 0 && count >= limit && !planOf(user, Date.now()).isPaid
  useEffect(() => {
    notePlanFull(isFull)
    return () => notePlanFull(false)
  }, [isFull])
}
