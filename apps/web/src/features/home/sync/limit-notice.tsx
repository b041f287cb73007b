import { lazy, Suspense, useEffect, useState } from 'react'
import { useAnswer, useSyncState } from '../../../replica/index.ts'
import { useSession } from '../../../session/index.ts'
import { notePlanFull, planOf } from '../../../shared/account/plan-of.ts'
import { isCardLimit } from '../../../shared/changes/refusal-text.ts'
import { keptCardLimit, siteOptions } from '../../../shared/site/site-options.ts'
import { dismissActions } from '../../../ui/index.ts'

/** Loaded lazily: only a person at the limit needs it. */
const LimitText = lazy(() => import('./limit-text.tsx'))

/** Says that the plan's limit refused a card, with a link to larger plans (CD-9). */
export function LimitNotice() {
  useNotedLimit()
  const { rejected } = useSyncState()
  const last = rejected.findLast(({ reason }) => isCardLimit(reason))
  const key = last?.key
  // Removes the message "Added a todo" and its Undo, because the card was refused.
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
 * Records whether the plan is full, so that no message says "Added" of a card that the server will refuse. It
 * counts only the open workspace. The server counts all.
 */
function useNotedLimit(): void {
  const { user } = useSession()
  const { answer } = useAnswer('countCards', {}, 'deferred')
  const count = answer === undefined ? 0 : answer.todo + answer.note + answer.link
  // The operator may have raised the limit, so it is loaded again when the stored one is reached.
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
