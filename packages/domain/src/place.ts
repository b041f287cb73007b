import type { Id } from './id.ts'

/**
 * A card's position in the order by hand (fractional index): a fraction in base-62 digits after the point.
 * Between two places there is always a third, so moving a card changes only that card. Compares as text.
 */
export type Place = string

export const PLACE = /^[0-9A-Za-z]*[1-9A-Za-z]$/
export const LONGEST_PLACE = 500

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = DIGITS.length
/** Enough base-62 digits for a time in ms; the value still fits a number exactly. */
const KEY_DIGITS = 8
const GREATEST_KEY = BASE ** KEY_DIGITS - 1

interface Placed {
  readonly id: Id
  readonly place: Place | null
  readonly createdAt: number
}

/** Cards that were never moved are ordered by age, newest first, so that new cards come on top. */
export function placeOf({ id, place, createdAt }: Placed): Place {
  return place ?? `${digitsOf(keyAt(createdAt))}${id}${LAST}`
}

/** The first digits of the place as a number that sorts alike. Equal numbers: compare the whole places. */
export function placeKey({ place, createdAt }: Pick<Placed, 'place' | 'createdAt'>): number {
  return place === null ? keyAt(createdAt) : keyOf(place)
}

function keyOf(place: Place): number {
  let key = 0
  for (let at = 0; at < KEY_DIGITS; at++) key = key * BASE + digitAt(place, at)
  return key
}

/** The problem as a sentence; null: none. */
export function placeProblem(place: Place | null): string | null {
  if (place === null || (place.length <= LONGEST_PLACE && PLACE.test(place))) return null
  return 'Its place in the order by hand is malformed.'
}

/**
 * A place between two neighbours. `before` null: the beginning of the list; `after` null: its end. Ends with
 * digits of the card's id, so that two devices that fill the same gap get different places.
 *
 * If the neighbours are out of order, the place is after `before`.
 */
export function placeBetween(before: Place | null, after: Place | null, cardId: Id): Place {
  const low = before ?? ''
  const high = after !== null && low < after ? after : null
  const own = `${cardId.slice(-OWN_DIGITS)}${LAST}`
  let middle = midpoint(low, high)
  // The place with the id's digits must still sort before `high`, even where `middle` is a prefix of `high`.
  while (high !== null && middle + own >= high) middle = midpoint(low, middle)
  return middle + own
}

/**
 * A place above the first card, as if the card were added at `now`, in ms since 1970: cards added later come above it.
 *
 * @param first null: unknown, or no cards
 */
export function placeOnTop(first: Place | null, now: number, cardId: Id): Place {
  // `first` may come from a clock that is ahead of ours: then use one millisecond after it.
  const key = Math.min(keyAt(now), first === null ? GREATEST_KEY : keyOf(first) - 1)
  return key < 0 ? placeBetween(null, first, cardId) : `${digitsOf(key)}${cardId}${LAST}`
}

/** A short text that sorts between the two; null: no upper end. None of the three ends with the digit 0. */
function midpoint(low: string, high: string | null): string {
  if (high !== null) {
    let same = 0
    while (same < high.length && (low[same] ?? '0') === high[same]) same++
    if (same > 0) return high.slice(0, same) + midpoint(low.slice(same), high.slice(same))
  }
  const from = digitAt(low, 0)
  const to = high === null ? BASE : digitAt(high, 0)
  if (to - from > 1) return DIGITS[Math.round((from + to) / 2)] as string
  if (high !== null && high.length > 1) return high.slice(0, 1)
  return (DIGITS[from] as string) + midpoint(low.slice(1), null)
}

function keyAt(time: number): number {
  return GREATEST_KEY - Math.max(0, Math.min(GREATEST_KEY, time))
}

function digitsOf(key: number): string {
  let digits = ''
  for (let rest = key, at = 0; at < KEY_DIGITS; at++, rest = Math.floor(rest / BASE))
    digits = DIGITS[rest % BASE] + digits
  return digits
}

/** 0 beyond the end. */
function digitAt(text: string, at: number): number {
  return at < text.length ? DIGITS.indexOf(text[at] as string) : 0
}

/** Ends a place. It is never 0, because no place fits between `a` and `a0`. */
const LAST = 'V'
const OWN_DIGITS = 8
