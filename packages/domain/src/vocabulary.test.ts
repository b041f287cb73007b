import { describe, expect, it } from 'vitest'
import { CARD_TYPES } from './card.ts'
import { COLORS } from './color.ts'
import { LIMITS } from './limits.ts'
import { unique } from './lists.ts'
import { BAD_NAME_MESSAGE } from './names.ts'
import { amountFor, BILLING_PERIODS } from './price.ts'
import { isStorable } from './problems.ts'
import { ok, refused } from './result.ts'
import { CARD_SORT_CHOICES, DEFAULT_CARD_ORDER, DEFAULT_TAG_ORDER, TAG_SORT_CHOICES } from './sorting.ts'

describe('the words that are kept in stores and travel', () => {
  it('[CD-1] the types of cards have the order of their stored numbers', () => {
    expect(CARD_TYPES).toEqual(['todo', 'note', 'link'])
  })

  it('[CD-5] the colours have the order of their stored numbers', () => {
    expect(COLORS.join(' ')).toBe(
      'red orange amber yellow lime green teal cyan blue indigo violet pink brown gray',
    )
  })

  it('[HM-2] recently added cards and most used tags come first by default, and each direction has a first field', () => {
    expect(DEFAULT_CARD_ORDER).toEqual({ by: 'recently', of: 'added' })
    expect(DEFAULT_TAG_ORDER).toEqual({ by: 'most', of: 'tagged' })
    const firsts = (choices: Readonly<Record<string, readonly string[]>>) =>
      Object.entries(choices).flatMap(([by, [of]]) => (of === undefined ? [] : [`${by} ${of}`]))
    const started = ['recently added', 'oldest added', 'most tagged', 'least tagged', 'alphabetically asc']
    expect(firsts(CARD_SORT_CHOICES)).toEqual([...started, 'soonest due', 'by-hand placed', 'best match'])
    expect(firsts(TAG_SORT_CHOICES)).toEqual(started)
  })

  it('[TG-2] the refusal of a name with forbidden characters has the words of the specification', () => {
    expect(BAD_NAME_MESSAGE).toBe('Only alphanumeric characters are allowed.')
  })

  it('[PG-6] a plan is paid by month or by year', () => {
    expect(BILLING_PERIODS).toEqual(['monthly', 'yearly'])
  })
})

describe('LIMITS', () => {
  it('[CD-9] [SB-2] [HM-6] [HM-14] [TG-6] the limits are the figures of the specification, section 9', () => {
    expect(LIMITS).toMatchObject({
      freeCards: 500,
      addTextMin: 2,
      addTextMax: 500,
      addNameMax: 50,
      debounce: 500,
      recentCards: 3,
      savedSearches: 10,
      rarelySearchedBelow: 4,
      remainingTags: 30,
      sortedTags: 30,
      miniSuggestions: 5,
      fuzzyTags: 20,
      highlightClears: 10_000,
      textCut: 100,
      searchTextLength: 10_000,
    })
  })
})

describe('amountFor', () => {
  const priceOf = (amount: number) => ({ country: 'DE', currency: 'EUR', amount })

  it('[PG-6] a year costs ten times the amount of a month, exact to the hundredth', () => {
    expect(amountFor(priceOf(4.99), 'monthly')).toBe(4.99)
    expect(amountFor(priceOf(4.99), 'yearly')).toBe(49.9)
    expect(amountFor(priceOf(0.1234), 'yearly')).toBe(1.23)
    expect(amountFor(priceOf(0.1), 'yearly')).toBe(1)
  })
})

describe('isStorable', () => {
  it.each([
    ['', true],
    ['plain\ttext\nof two lines', true],
    ['😀', true],
    ['a\0b', false],
    ['\ud83d', false],
    ['a\ude00b', false],
    ['\ude00\ud83d', false],
  ])('[CD-3] isStorable for %j is %s', (text, is) => {
    expect(isStorable(text)).toBe(is)
  })
})

describe('small tools', () => {
  it('unique keeps the first of equal items, in order', () => {
    expect(unique([3, 1, 3, 2, 1])).toEqual([3, 1, 2])
  })

  it('a result is either a value or a reason', () => {
    expect(ok(7)).toEqual({ ok: true, value: 7 })
    expect(refused('why')).toEqual({ ok: false, error: 'why' })
  })
})
