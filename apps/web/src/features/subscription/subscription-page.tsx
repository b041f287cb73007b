import { useEffect } from 'react'
import { useSiteOptions } from '../../parts/site/site-options.ts'
import { SitePage } from '../../parts/site/site-page.tsx'
import { SupportMail } from '../../parts/site/support-mail.tsx'
import { useAnswer } from '../../replica/index.ts'
import { session, type User, userOfWire, useSession, type WireUser } from '../../session/index.ts'
import { EmptyState, LinkButton } from '../../ui/index.ts'
import styles from './subscription.module.css'

export default function SubscriptionPage() {
  const { isSignedIn } = useSession()
  return (
    <SitePage path="/subscription">
      <div className={styles.page}>
        <h1 className={styles.title}>Subscription page</h1>
        {isSignedIn ? <PlanState /> : <SignedOut />}
        <Paying />
      </div>
    </SitePage>
  )
}

function PlanState() {
  const { user } = useSession()
  const { freeCardLimit } = useSiteOptions()
  const { answer: counts } = useAnswer('countCards', {})
  useFreshProfile()
  const plan = planOf(user)
  const total = counts ? counts.todo + counts.note + counts.link : null
  const limit = plan.isPaid ? 0 : freeCardLimit
  return (
    <section className={styles.plan} aria-labelledby="plan-title">
      <h2 id="plan-title" className={styles.name}>
        {plan.name}
      </h2>
      <p className={styles.text}>{plan.text}</p>
      {total !== null && (
        <>
          <p className={styles.count}>
            {total.toLocaleString()} {total === 1 ? 'card' : 'cards'} in the open workspace
            {limit > 0 && `; ${limit.toLocaleString()} are free, over all workspaces`}
          </p>
          {limit > 0 && (
            <meter className={styles.meter} min={0} max={limit} value={total} aria-label="Free cards used" />
          )}
        </>
      )}
    </section>
  )
}

/** Asks for the plan anew: an operator or a payment may have changed it meanwhile. */
function useFreshProfile(): void {
  useEffect(() => {
    session.account.query<WireUser>('/user/get-profile').then(
      (user) => session.rememberUser(userOfWire(user)),
      () => {}, // Unreachable: what was known at sign-in stays shown.
    )
  }, [])
}

/** A plan that has run out counts as free. */
function planOf(user: User | null): { name: string; text: string; isPaid: boolean } {
  const expiresAt = user?.planExpiresAt ?? null
  const isExpired = expiresAt !== null && expiresAt <= Date.now()
  if (!user || user.plan === 'free' || isExpired) {
    const text = isExpired
      ? `Your plan ended on ${new Date(expiresAt).toLocaleDateString()}. Nothing was deleted.`
      : 'Everything is in it, up to the limit of cards.'
    return { name: 'Free plan', text, isPaid: false }
  }
  const until =
    expiresAt === null ? 'It has no end date.' : `Paid until ${new Date(expiresAt).toLocaleDateString()}.`
  return { name: `${user.plan.charAt(0).toUpperCase()}${user.plan.slice(1)} plan`, text: until, isPaid: true }
}

/** How to change a plan. */
function Paying() {
  return (
    <section className={styles.paying} aria-labelledby="paying-title">
      <h2 id="paying-title" className={styles.name}>
        Change the plan
      </h2>
      <p className={styles.text}>
        Payments by card are not switched on for this site. To get a paid plan, or to end one, write to{' '}
        <SupportMail /> from the email of your account.
      </p>
      <LinkButton href="/pricing">See plans and prices</LinkButton>
    </section>
  )
}

function SignedOut() {
  return (
    <EmptyState
      title="Sign in to see your plan"
      actions={
        <LinkButton href="/" tone="primary">
          To the start page
        </LinkButton>
      }
    />
  )
}
