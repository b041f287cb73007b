import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSiteOptions } from '../../parts/site/site-options.ts'
import { SitePage, useIsSignedIn } from '../../parts/site/site-page.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { priceList, pricesFor, pricesOf, priceText } from './prices.ts'
import styles from './pricing.module.css'

type Period = 'monthly' | 'yearly'

const EVERYWHERE = [
  'Search, tags, groups and suggestions',
  'All workspaces you like',
  'Offline, on every device',
  'Import and export of everything',
  'Personal tokens for your programs',
]

export default function PricingPage() {
  const [country, setCountry] = useState('US')
  const [period, setPeriod] = useState<Period>('yearly')
  const isSignedIn = useIsSignedIn()
  const { prices: configured, freeCardLimit } = useSiteOptions()
  const list = priceList(configured)
  // The browser's country is known after the first draw only: the page is written out at build.
  useEffect(() => setCountry(pricesFor(navigator.language, priceList(configured)).country), [configured])
  const prices = pricesOf(country, list)

  return (
    <SitePage path="/pricing">
      <div className={styles.page}>
        <header className={styles.header}>
          <h1 className={styles.title}>Plans and pricing</h1>
          <p className={styles.lead}>
            {freeText(freeCardLimit)} A paid plan lifts the limit and changes nothing else.
          </p>
        </header>
        <div className={styles.choices}>
          <Select
            label="Country"
            value={country}
            choices={list.map(({ country: value, name: label }) => ({ value, label }))}
            onChange={setCountry}
          />
          <Segmented
            label="Paid by the"
            segments={[
              { value: 'monthly', label: 'Monthly' },
              { value: 'yearly', label: 'Yearly' },
            ]}
            value={period}
            onChange={setPeriod}
          />
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
            <LinkButton href={isSignedIn ? '/home' : '/'} size="lg">
              {isSignedIn ? 'Open home' : 'Start free'}
            </LinkButton>
          </Plan>
          <Plan
            name="Unlimited"
            price={priceText(prices[period], prices.currency)}
            period={period === 'monthly' ? 'a month' : 'a year'}
            about="As many cards as you save."
            points={[...EVERYWHERE, 'No limit on cards', 'Answers to your mail within a day']}
            isPaid
          >
            <LinkButton href="/subscription?adding=true" size="lg" tone="primary">
              Choose Unlimited
            </LinkButton>
          </Plan>
        </div>
        <p className={styles.small}>
          Prices include taxes and differ by country. Cancel at any time: the plan then runs to the end of
          what was paid for, and nothing is deleted. <a href="/refund">Refunds</a> within 14 days need no
          reason.
        </p>
      </div>
    </SitePage>
  )
}

function freeText(limit: number): string {
  return limit === 0 ? 'Free, without a limit on this site.' : `Free for up to ${limit} cards.`
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
