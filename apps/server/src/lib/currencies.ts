/**
 * Currencies that Stripe does not count in hundredths, from its lists "zero-decimal" and "three-decimal".
 * (ISK and UGX have no subunits any more, but Stripe counts them in hundredths.)
 */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '))

/** The amount in the smallest unit as Stripe counts it: 199 INR are 19900, 500 JPY are 500. */
export function minorUnits(amount: number, currency: string): number {
  return Math.round(amount * partsOf(currency))
}

/** Whether Stripe can charge an amount of at most two decimals in this currency. */
export function isPayable(amount: number, currency: string): boolean {
  return amount > 0 && (Number.isInteger(amount) || partsOf(currency) > 1)
}

function partsOf(currency: string): number {
  return WHOLE.has(currency) ? 1 : THOUSANDTHS.has(currency) ? 1_000 : 100
}
