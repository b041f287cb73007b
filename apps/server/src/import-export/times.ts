/** Seconds between 1601, where Chrome's times begin, and 1970. */
const CHROME_EPOCH = 11_644_473_600
const YEAR_2200 = 7_258_118_400_000

/**
 * Reads a time of a file as ms since 1970. Takes seconds, milliseconds or microseconds since 1970, microseconds since 1601,
 * or a date in ISO 8601. Null for anything else, and for times before 1970.
 */
export function readTime(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  if (text === '') return null
  // Evernote writes 20130527T044410Z.
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const time = /^\d+(?:\.\d+)?$/.test(iso) ? ofNumber(Number(iso)) : Date.parse(iso)
  return Number.isFinite(time) && time > 0 && time < YEAR_2200 ? Math.floor(time) : null
}

function ofNumber(number: number): number {
  if (number >= 1e16) return number / 1000 - CHROME_EPOCH * 1000
  if (number >= 1e14) return number / 1000
  return number >= 1e11 ? number : number * 1000
}
