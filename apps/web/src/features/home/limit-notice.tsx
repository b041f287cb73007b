import { useEffect } from 'react'
import { isCardLimit } from '../../parts/refusal-text.ts'
import { useSiteOptions } from '../../parts/site/site-options.ts'
import { useSyncState } from '../../replica/index.ts'
import { dismissActions, LinkButton } from '../../ui/index.ts'
import styles from './refresh-prompt.module.css'

/** Says beside the list that a card went over the plan's limit, and where more can be had (CD-9). */
export function LimitNotice() {
  const { rejected } = useSyncState()
  const { takesPayments } = useSiteOptions()
  const last = rejected.findLast(({ reason }) => isCardLimit(reason))
  const key = last?.key
  // "Added a todo" is not true any more, and there is nothing to undo.
  useEffect(() => {
    if (key !== undefined) dismissActions()
  }, [key])
  if (last === undefined) return null
  return (
    <div className={styles.prompt} role="alert">
      <span>{last.reason} What you wrote is kept with the rejected changes.</span>
      <LinkButton size="sm" tone="primary" href={takesPayments ? '/pricing' : '/contact'}>
        {takesPayments ? 'See plans' : 'Ask the operator'}
      </LinkButton>
    </div>
  )
}
