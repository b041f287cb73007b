import { useSession } from '../../session/index.ts'
import { useAllCards } from '../../shared/account/plan-limit.tsx'
import { planOf } from '../../shared/account/plan-of.ts'
import { useSiteOptions } from '../../shared/site/site-options.ts'
import styles from './subscription.module.css'
import { type Freshness, useFreshProfile } from './use-fresh-profile.ts'

/** The present plan, its end, and how much of its limit is used. */
export function PlanState({ isJustPaid }: { isJustPaid: boolean }) {
  const { user } = useSession()
  const { freeCardLimit } = useSiteOptions()
  const { total, isOfAll } = useAllCards()
  const freshness = useFreshProfile(isJustPaid)
  const plan = planOf(user, Date.now(), freeCardLimit)
  const limit = plan.isPaid ? 0 : freeCardLimit
  return (
    <section className={styles.plan} aria-labelledby="plan-title">
      <h2 id="plan-title" className={styles.name}>
        {plan.name}
      </h2>
      <p className={styles.text}>{plan.text}</p>
      <p role="status" className={styles.text}>
        {NOTES[freshness]}
      </p>
      {total !== null && (
        <>
          <p className={styles.count}>
            {total.toLocaleString()} {total === 1 ? 'card' : 'cards'}{' '}
            {isOfAll ? 'in all workspaces' : 'in the open workspace'}
            {limit > 0
              ? `. You can keep ${limit.toLocaleString()} for free, all workspaces together.`
              : '. There is no limit.'}
          </p>
          {limit > 0 && (
            <meter className={styles.meter} min={0} max={limit} value={total} aria-label="Free cards used" />
          )}
        </>
      )}
    </section>
  )
}

const NOTES: Readonly<Record<Freshness, string>> = {
  asking: '',
  fresh: '',
  waiting: 'Your payment is being confirmed…',
  late: 'The payment provider has not confirmed the payment yet. The plan comes by itself when it does.',
  stale: 'The server cannot be reached: this is what was known last.',
}
