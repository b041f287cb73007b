import { amountFor, type Price } from '@cardinal/domain'

/** Prices of the paid plan in a country, in whole units of the currency, tax included. */
export interface CountryPrices {
  readonly country: string
  readonly name: string
  readonly currency: string
  readonly monthly: number
  readonly yearly: number
}

/** Prices if the operator has configured none. Payment by card is then impossible. */
export const PRICES: readonly CountryPrices[] = [
  { country: 'IN', name: 'India', currency: 'INR', monthly: 149, yearly: 1490 },
  { country: 'US', name: 'United States', currency: 'USD', monthly: 4, yearly: 40 },
  { country: 'GB', name: 'United Kingdom', currency: 'GBP', monthly: 3, yearly: 30 },
  { country: 'EU', name: 'Euro area', currency: 'EUR', monthly: 4, yearly: 40 },
  { country: 'CA', name: 'Canada', currency: 'CAD', monthly: 5, yearly: 50 },
  { country: 'AU', name: 'Australia', currency: 'AUD', monthly: 6, yearly: 60 },
  { country: 'JP', name: 'Japan', currency: 'JPY', monthly: 500, yearly: 5000 },
  { country: 'BR', name: 'Brazil', currency: 'BRL', monthly: 15, yearly: 150 },
  { country: 'ZZ', name: 'Other countries', currency: 'USD', monthly: 3, yearly: 30 },
]

const OTHER = 'ZZ'
const EURO = new Set('AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '))

/** The operator's prices, or else the list above. */
export function priceList(configured: readonly Price[]): readonly CountryPrices[] {
  if (configured.length === 0) return PRICES
  return configured.map((price) => ({
    country: price.country,
    name: countryName(price.country),
    currency: price.currency,
    monthly: amountFor(price, 'monthly'),
    yearly: amountFor(price, 'yearly'),
  }))
}

function countryName(country: string): string {
  if (country === OTHER) return 'Other countries'
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country
}

/** The prices for the region of a language tag such as `en-IN`, or else of other countries. */
export function pricesFor(language: string, list: readonly CountryPrices[] = PRICES): CountryPrices {
  const region = /[-_]([A-Z]{2})\b/.exec(language)?.[1] ?? OTHER
  const isListed = list.some((prices) => prices.country === region)
  return pricesOf(!isListed && EURO.has(region) ? 'EU' : region, list)
}

/** The prices of a country, or else of other countries, which are last in the list. */
export function pricesOf(country: string, list: readonly CountryPrices[] = PRICES): CountryPrices {
  const found = list.find((prices) => prices.country === country) ?? list.at(-1)
  if (!found) throw new Error('The price list is empty.')
  return found
}

/** Formats an amount in the browser's language. */
export function priceText(amount: number, currency: string, language?: string): string {
  const maximumFractionDigits = Number.isInteger(amount) ? 0 : 2
  return new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits }).format(
    amount,
  )
}
