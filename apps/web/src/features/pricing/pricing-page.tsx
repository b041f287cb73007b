import type { BillingPeriod } from '@cardinal/domain'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChoosePlan, PlanChoice, usePlanChoice } from '../../shared/account/plans.tsx'
import { priceText } from '../../shared/account/prices.ts'
import { pressSignIn } from '../../shared/site/record-action.ts'
import { HOME_ADDRESS, useSiteOptions } from '../../shared/site/site-options.ts'
import { SitePage, useIsSignedIn } from '../../shared/site/site-page.tsx'
import { AskForPlan } from '../../shared/site/support-mail.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './pricing.module.css'

const EVERYWHERE = [
  'Search, tags, groups and suggestions',
  'Unlimited workspaces',
  'Offline, on every device',
  'Import and export of everything',
  'Personal tokens for your programs',
]

export default function PricingPage() {
  const { kind } = useSiteOptions()
  return kind === 'public' ? <PublicPricing /> : <PrivatePricing />
}

/** The page of a private site: the limit of an account, and how to ask for more. */
function PrivatePricing() {
  const { freeCardLimit } = useSiteOptions()
  return (
    <SitePage path="/pricing">
      <div className={styles.page}>
        <header>
          <h1 className={styles.title}>Plans and pricing</h1>
          <p className={styles.lead}>
            {freeText(freeCardLimit)} This server doesn’t take payments.
            {freeCardLimit > 0 && ' Its operator can lift the limit.'}
          </p>
        </header>
        {freeCardLimit > 0 && (
          <LinkButton href="/contact" size="lg">
            Ask the operator
          </LinkButton>
        )}
      </div>
    </SitePage>
  )
}

function PublicPricing() {
  const isSignedIn = useIsSignedIn()
  const { freeCardLimit, takesPayments } = useSiteOptions()
  const choice = usePlanChoice()
  const { prices, period } = choice

  return (
    <SitePage path="/pricing">
      <div className={styles.page}>
        <header>
          <h1 className={styles.title}>Plans and pricing</h1>
          <p className={styles.lead}>
            {freeText(freeCardLimit)}
            {freeCardLimit > 0 && ' A paid plan lifts the limit and changes nothing else.'}
          </p>
        </header>
        <div className={styles.choices}>
          <PlanChoice choice={choice} />
        </div>
        <div className={styles.plans}>
          <Plan
            name="Free"
            price={priceText(0, prices.currency)}
            about={
              freeCardLimit === 0
                ? 'This site sets no limit.'
                : `Up to ${freeCardLimit} notes, links and todos in total.`
            }
            points={EVERYWHERE}
          >
            <LinkButton href={isSignedIn ? HOME_ADDRESS : '/'} size="lg">
              {isSignedIn ? 'Open home' : 'Start free'}
            </LinkButton>
          </Plan>
          {freeCardLimit > 0 && (
            <Plan
              name="Unlimited"
              price={priceText(prices[period], prices.currency)}
              period={period === 'monthly' ? 'a month' : 'a year'}
              about="As many cards as you save."
              points={[...EVERYWHERE, 'No limit on cards']}
              isPaid
            >
              <PaidPlanAction country={prices.country} period={period} isSignedIn={isSignedIn} />
            </Plan>
          )}
        </div>
        <p className={styles.small}>
          Prices include taxes and differ by country.
          {takesPayments !== false && <Terms />}
        </p>
      </div>
    </SitePage>
  )
}

function Terms() {
  return (
    <>
      {' '}
      Cancel at any time: the plan then runs to the end of what was paid for, and nothing is deleted.{' '}
      <a href="/refund">Refunds</a> within 14 days need no reason.
    </>
  )
}

/** A link to the payment, if the site takes payments. Otherwise a sentence, and a link to the state of the plan. */
function PaidPlanAction(props: { country: string; period: BillingPeriod; isSignedIn: boolean }) {
  const { takesPayments } = useSiteOptions()
  if (!takesPayments)
    return (
      <>
        {takesPayments === false && (
          <p className={styles.about}>
            This server doesn’t take payments. <AskForPlan />
          </p>
        )}
        <LinkButton href="/subscription?adding=true" size="lg" tone="primary">
          Choose Unlimited
        </LinkButton>
      </>
    )
  if (props.isSignedIn) return <ChoosePlan country={props.country} period={props.period} size="lg" />
  return (
    <Button size="lg" tone="primary" onClick={() => pressSignIn('/pricing')}>
      Choose plan
    </Button>
  )
}

function freeText(limit: number): string {
  return limit === 0 ? 'Free, without a limit on cards.' : `Free for up to ${limit} cards.`
}

interface PlanProps {
  name: string
  price: string
  period?: string
  about: string
  points: readonly string[]
  isPaid?: boolean
  children: ReactNode
}

function Plan({ name, price, period, about, points, isPaid, children }: PlanProps) {
  return (
    <section className={styles.plan} aria-label={name} data-paid={isPaid ? '' : undefined}>
      <h2 className={styles.name}>{name}</h2>
      <p className={styles.price}>
        {price}
        {period && <span className={styles.period}> {period}</span>}
      </p>
      <p className={styles.about}>{about}</p>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>
            <Icon of={Check} size={15} />
            {point}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
