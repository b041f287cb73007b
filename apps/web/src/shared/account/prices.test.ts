import { describe, expect, it } from 'vitest'
import { PRICES, priceList, pricesFor, priceText } from './prices.ts'

describe('prices', () => {
  it('[PG-6] prices follow the country of the language', () => {
    expect(pricesFor('en-IN').currency).toBe('INR')
    expect(pricesFor('de-DE').country).toBe('EU')
    expect(pricesFor('en-GB').currency).toBe('GBP')
  })

  it('[PG-6] there is a price for every country', () => {
    expect(pricesFor('sw-KE').country).toBe('ZZ')
    expect(pricesFor('en').country).toBe('ZZ')
  })

  it('[PG-6] a year costs less than twelve months in every country', () => {
    for (const { monthly, yearly } of PRICES) expect(yearly).toBeLessThan(monthly * 12)
  })

  it('[PG-6] prices of the configuration replace the built-in ones', () => {
    const list = priceList([{ country: 'IN', currency: 'INR', amount: 199 }])
    expect(list).toEqual([{ country: 'IN', name: 'India', currency: 'INR', monthly: 199, yearly: 1990 }])
    expect(pricesFor('de-DE', list).currency).toBe('INR')
    expect(priceList([])).toBe(PRICES)
  })

  it('[PG-6] prices are written with their currency', () => {
    expect(priceText(149, 'INR', 'en-IN')).toBe('₹149')
    expect(priceText(5000, 'JPY', 'en-US')).toBe('¥5,000')
  })
})
