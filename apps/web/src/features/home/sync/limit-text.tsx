import { grouped } from '@cardinal/domain'
import { useRejectedChanges } from '../../../replica/index.ts'
import { PlanLink, useAllCards, useLimit } from '../../../shared/account/plan-limit.tsx'
import { Button } from '../../../ui/index.ts'
import styles from './refresh-prompt.module.css'

const WAITS = 'What you wrote waits under the orange cloud, where it can be tried again.'

/** Why the card was refused, or a button that retries if there is room again. */
export default function LimitText({ reason }: { reason: string }) {
  const { retryAll } = useRejectedChanges()
  const { total } = useAllCards()
  const limit = useLimit()
  const hasRoom = limit === 0 || (limit !== null && total !== null && total < limit)
  if (hasRoom) {
    return (
      <div className={styles.prompt} role="status">
        <span>
          There is room again
          {limit > 0 && total !== null && `: ${grouped(total)} of ${grouped(limit)} cards are used`}. {WAITS}
        </span>
        <Button size="sm" onClick={() => void retryAll()}>
          Save it now
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.prompt} role="alert">
      <span>
        {reason} Not added
        {limit !== null && `: an account has room for ${grouped(limit)} cards here`}. {WAITS}
      </span>
      <PlanLink />
    </div>
  )
}
