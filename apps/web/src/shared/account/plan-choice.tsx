import type { BillingPeriod } from '@cardinal/domain'
import { useEffect, useState } from 'react'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { useSiteOptions } from '../site/site-options.ts'
import { type CountryPrices, priceList, pricesFor, pricesOf } from './prices.ts'

export interface PlanChoiceState {
  readonly list: readonly CountryPrices[]
  /** The prices of the chosen country. */
  readonly prices: CountryPrices
  readonly period: BillingPeriod
  readonly chooseCountry: (country: string) => void
  readonly choosePeriod: (period: BillingPeriod) => void
}

/** Chooses a country, at first the browser's, and the billing period. */
export function usePlanChoice(): PlanChoiceState {
  const [own, setOwn] = useState('US')
  const [chosen, chooseCountry] = useState<string | null>(null)
  const [period, choosePeriod] = useState<BillingPeriod>('monthly')
  const { prices: configured } = useSiteOptions()
  const list = priceList(configured)
  // The browser's country is known after hydration only, because pages are written at build.
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
