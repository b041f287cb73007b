import type { BillingPeriod } from '@cardinal/domain'
import { useEffect, useState } from 'react'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { useSiteOptions } from '../site/site-options.ts'
import { type CountryPrices, priceList, pricesFor, pricesOf } from './prices.ts'

export interface PlanChoiceState {
  readonly list: readonly CountryPrices[]
  /** Those of the country that is chosen. */
  readonly prices: CountryPrices
  readonly period: BillingPeriod
  readonly chooseCountry: (country: string) => void
  readonly choosePeriod: (period: BillingPeriod) => void
}

/** A country, the browser's own at first, and how often the plan is paid for. */
export function usePlanChoice(): PlanChoiceState {
  const [own, setOwn] = useState('US')
  const [chosen, chooseCountry] = useState<string | null>(null)
  const [period, choosePeriod] = useState<BillingPeriod>('yearly')
  const { prices: configured } = useSiteOptions()
  const list = priceList(configured)
  // The browser's country is known after the first draw only: pages are written out at build.
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
