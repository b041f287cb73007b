import type { Id } from './id.ts'

/**
 * Where a card is in the order by hand: a fraction, written by its digits of base 62 behind the point. So there is
 * always room between two, and moving one card changes that card alone. Places compare as texts.
 */
export type Place = string

export const PLACE = /^[0-9A-Za-z]*[1-9A-Za-z]$/
export const LONGEST_PLACE = 500

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = DIGITS.length
/** So many digits say a card's age to the millisecond, and fit a number exactly. */
const KEY_DIGITS = 8
const GREATEST_KEY = BASE ** KEY_DIGITS - 1

interface Placed {
  readonly id: Id
  readonly place: Place | null
  readonly createdAt: number
}

/**
 * Returns the place of a card. A card that nobody moved is ordered by its age, the newest first, so that new cards come
 * on top.
 */
export function placeOf({ id, place, createdAt }: Placed): Place {
  return place ?? `${digitsOf(keyAt(createdAt))}${id}${LAST}`
}

/** Returns the first digits of where a card is, as a number that orders as they do; equal numbers say nothing. */
export function placeKey({ place, createdAt }: Pick<Placed, 'place' | 'createdAt'>): number {
  return place === null ? keyAt(createdAt) : keyOf(place)
}

function keyOf(place: Place): number {
  let key = 0
  for (let at = 0; at < KEY_DIGITS; at++) key = key * BASE + digitAt(place, at)
  return key
}

/** Returns what is wrong with a place, as a sentence; null when nothing is. */
export function placeProblem(place: Place | null): string | null {
  if (place === null || (place.length <= LONGEST_PLACE && PLACE.test(place))) return null
  return 'Its place in the order by hand is malformed.'
}

/**
 * Returns a place between two neighbours for a card; null: at that end. It ends with digits of the card's id, so that
 * two devices that put two cards into one gap give them two places.
 *
 * Where the neighbours are not in order, it is behind `before`.
 */
export function placeBetween(before: Place | null, after: Place | null, cardId: Id): Place {
  const low = before ?? ''
  const high = after !== null && low < after ? after : null
  const own = `${cardId.slice(-OWN_DIGITS)}${LAST}`
  let middle = midpoint(low, high)
  // With its own digits it must still come before `high`, also where it is the beginning of that.
  while (high !== null && middle + own >= high) middle = midpoint(low, middle)
  return middle + own
}

/**
 * Returns a place before the first card, as if the card were added at `now`, in ms since 1970: cards that are added
 * later come before it.
 *
 * @param first null: not known, or none
 */
export function placeOnTop(first: Place | null, now: number, cardId: Id): Place {
  // Another device's clock may be ahead of this one: then a millisecond after the first.
  const key = Math.min(keyAt(now), first === null ? GREATEST_KEY : keyOf(first) - 1)
  return key < 0 ? placeBetween(null, first, cardId) : `${digitsOf(key)}${cardId}${LAST}`
}

/** Returns a text between two, as short as may be; null: no upper end. Neither ends with the digit 0. */
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

/** Returns the digit at an index; 0 behind the end. */
function digitAt(text: string, at: number): number {
  return at < text.length ? DIGITS.indexOf(text[at] as string) : 0
}

/** A last digit that is not 0: between a place and the same one with a 0 there would be no room. */
const LAST = 'V'
const OWN_DIGITS = 8
