export const BILLING_PERIODS = ['monthly', 'yearly'] as const
export type BillingPeriod = (typeof BILLING_PERIODS)[number]

/** What the paid plan costs in one country. */
export interface Price {
  /** ISO 3166-1 alpha-2; `EU` is the euro area, `ZZ` every other country. */
  readonly country: string
  /** ISO 4217. */
  readonly currency: string
  /** In whole units of the currency, by the month, taxes included. */
  readonly amount: number
}

/** Months that a year costs. */
const YEAR_IN_MONTHS = 10

/** In whole units of the currency, rounded to two decimals. */
export function amountFor(price: Price, period: BillingPeriod): number {
  return period === 'monthly' ? price.amount : Math.round(price.amount * YEAR_IN_MONTHS * 100) / 100
}
