import type { BillingPeriod } from '@cardinal/domain'
import { useEffect, useState } from 'react'
import { CallFailed, session } from '../../session/index.ts'
import { Button, type ControlSize } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { useSiteOptions } from '../site/site-options.ts'
import styles from './billing.module.css'
import { type CountryPrices, priceList, pricesFor, pricesOf } from './prices.ts'

interface PlanChoiceState {
  readonly list: readonly CountryPrices[]
  /** The prices of the chosen country. */
  readonly prices: CountryPrices
  readonly period: BillingPeriod
  readonly chooseCountry: (country: string) => void
  readonly choosePeriod: (period: BillingPeriod) => void
}

/** The chosen country, by default the browser's, and the billing period. */
export function usePlanChoice(): PlanChoiceState {
  const [own, setOwn] = useState('US')
  const [chosen, chooseCountry] = useState<string | null>(null)
  const [period, choosePeriod] = useState<BillingPeriod>('monthly')
  const { prices: configured } = useSiteOptions()
  const list = priceList(configured)
  // Set after hydration, because the build doesn't know the browser's country.
  useEffect(() => setOwn(pricesFor(navigator.language, priceList(configured)).country), [configured])
  return { list, prices: pricesOf(chosen ?? own, list), period, chooseCountry, choosePeriod }
}

export function PlanChoice({ choice }: { choice: PlanChoiceState }) {
  return (
    <>
      <Select
        label="Country"
        value={choice.prices.country}
        choices={choice.list.map(({ country: value, name: label }) => ({ value, label }))}
        onChange={choice.chooseCountry}
      />
      <Segmented
        label="Paid by the"
        segments={[
          { value: 'monthly', label: 'Monthly' },
          { value: 'yearly', label: 'Yearly' },
        ]}
        value={choice.period}
        onChange={choice.choosePeriod}
      />
    </>
  )
}

interface ChoosePlanProps {
  country: string
  period: BillingPeriod
  size?: ControlSize
}

/** A button that opens the payment page of the plan. A failure shows beside it. */
export function ChoosePlan({ country, period, size = 'md' }: ChoosePlanProps) {
  const [state, leave] = useProviderPage()
  return (
    <>
      <Button
        tone="primary"
        size={size}
        disabled={state.kind === 'leaving'}
        onClick={() =>
          void leave(() =>
            session.account.call('POST /billing/start-checkout', { body: { country, plan: period } }),
          )
        }
      >
        {state.kind === 'leaving' ? 'Opening the payment page…' : 'Choose plan'}
      </Button>
      {state.kind === 'failed' && (
        <p role="alert" className={styles.problem}>
          {state.sentence}
        </p>
      )}
    </>
  )
}

/** A button that opens the provider's page for payment cards, invoices and cancelling. */
export function ManagePayments() {
  const [state, leave] = useProviderPage()
  return (
    <>
      <Button
        disabled={state.kind === 'leaving'}
        onClick={() => void leave(() => session.account.call('POST /billing/open-portal'))}
      >
        {state.kind === 'leaving' ? 'Opening the payment page…' : 'Manage payments'}
      </Button>
      {state.kind === 'failed' && (
        <p role="alert" className={styles.problem}>
          {state.sentence}
        </p>
      )}
    </>
  )
}

/** The state of opening a page of the payment provider. */
type ProviderPageState =
  | { readonly kind: 'here' }
  | { readonly kind: 'leaving' }
  /** The reason of the failure, as a sentence. */
  | { readonly kind: 'failed'; readonly sentence: string }

type ProviderCall = () => Promise<{ readonly address: string }>

/** Requests a page of the payment provider from the server, and opens it. */
function useProviderPage(): [ProviderPageState, (call: ProviderCall) => Promise<void>] {
  const [state, setState] = useState<ProviderPageState>({ kind: 'here' })
  // The browser's Back may restore this page from its cache while it is in the state "leaving".
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setState({ kind: 'here' })
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [])
  const leave = async (call: ProviderCall) => {
    setState({ kind: 'leaving' })
    try {
      const { address } = await call()
      location.assign(address)
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure
      setState({ kind: 'failed', sentence: failure.message })
    }
  }
  return [state, leave]
}
