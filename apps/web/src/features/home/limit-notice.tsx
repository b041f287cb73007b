import { lazy, Suspense, useEffect } from 'react'
import { useSyncState } from '../../replica/index.ts'
import { isCardLimit } from '../../shared/refusal-text.ts'
import { dismissActions } from '../../ui/index.ts'

/** Only a person at the limit needs it: it is not of the first load. */
const LimitText = lazy(() => import('./limit-text.tsx'))

/** Says beside the list that a card went over the plan's limit, and where more can be had (CD-9). */
export function LimitNotice() {
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
