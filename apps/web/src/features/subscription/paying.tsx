import { useSession } from '../../session/index.ts'
import { planOf } from '../../shared/account/plan-of.ts'
import { ChoosePlan, ManagePayments, PlanChoice, usePlanChoice } from '../../shared/account/plans.tsx'
import { priceText } from '../../shared/account/prices.ts'
import { useSiteOptions } from '../../shared/site/site-options.ts'
import { AskForPlan } from '../../shared/site/support-mail.tsx'
import { LinkButton } from '../../ui/index.ts'
import styles from './subscription.module.css'

/** How to change a plan: by card if the site takes payments, otherwise by asking the operator. */
export function Paying() {
  const { takesPayments, freeCardLimit } = useSiteOptions()
  const { isSignedIn, user } = useSession()
  const plan = planOf(user, Date.now())
  // The free plan has no limit, so nobody needs a larger one.
  if (!takesPayments && freeCardLimit === 0) return null
  return (
    <section className={styles.paying} aria-labelledby="paying-title">
      <h2 id="paying-title" className={styles.name}>
        Change the plan
      </h2>
      {takesPayments ? isSignedIn && <ByCard {...plan} /> : <ByRequest />}
      <LinkButton href="/pricing">See plans and prices</LinkButton>
    </section>
  )
}

function ByRequest() {
  return (
    <p className={styles.text}>
      This server doesn’t take payments. <AskForPlan />
    </p>
  )
}

function ByCard({ isPaid, hadPaid }: { isPaid: boolean; hadPaid: boolean }) {
  return (
    <>
      {!isPaid && <Choosing />}
      {hadPaid && (
        <>
          <p className={styles.text}>
            Change the card, see invoices, or cancel: the plan then runs to the end of what was paid for.
          </p>
          <ManagePayments />
        </>
      )}
    </>
  )
}

function Choosing() {
  const choice = usePlanChoice()
  const { prices, period } = choice
  return (
    <>
      <div className={styles.choices}>
        <PlanChoice choice={choice} />
      </div>
      <p className={styles.text}>
        Unlimited, for {priceText(prices[period], prices.currency)}{' '}
        {period === 'monthly' ? 'a month' : 'a year'}: as many cards as you save.
      </p>
      <ChoosePlan country={prices.country} period={period} />
    </>
  )
}
