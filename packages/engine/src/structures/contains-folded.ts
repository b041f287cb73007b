import { fold, foldToParts } from '@cardinal/domain'
import { foldedUnit } from './folded-units.ts'

/**
 * Tells whether a text contains a folded substring, without keeping anything. Plain text uses the platform's
 * own functions. Other text is folded unit by unit through a table, where every unit allows it.
 */
export function containsFolded(text: string, substring: string): boolean {
  // White space that folding squeezes or trims can't matter to a substring without white space.
  if (!NOT_PLAIN.test(text) && !substring.includes(' ')) return text.toLowerCase().includes(substring)
  if (PLAIN_WORD.test(substring))
    return text.toLowerCase().includes(substring) || foldToParts(text).includes(substring)
  return containsByUnits(text, substring) ?? fold(text).includes(substring)
}

/** Searches by units. Null: the text can't be folded unit by unit. */
function containsByUnits(text: string, substring: string): boolean | null {
  const last = substring.charCodeAt(substring.length - 1)
  // Folding trims a space at the end of a text, which this loop would learn too late.
  if (substring === '' || last === SPACE || substring.length > LONGEST_PIECE) return null
  if (text.length > units.length) units = new Uint16Array(text.length * 2)
  let count = 0
  let isAfterSpace = true
  let isFound = false
  for (let i = 0; i < text.length; i++) {
    const unit = foldedUnit(text.charCodeAt(i))
    // A combining mark changes the unit before it, so units can't be folded one by one.
    if (unit === null) return null
    if (unit === SPACE && isAfterSpace) continue
    isAfterSpace = unit === SPACE
    units[count++] = unit
    isFound ||= unit === last && endsWith(substring, count)
  }
  return isFound
}

/** Compares the last units written with the substring. Its last unit is known to match. */
function endsWith(substring: string, count: number): boolean {
  const start = count - substring.length
  if (start < 0) return false
  for (let i = substring.length - 2; i >= 0; i--)
    if (units[start + i] !== substring.charCodeAt(i)) return false
  return true
}

/** Scratch buffer, reused for each text. */
let units = new Uint16Array(4096)
/** Text that lower-casing folds completely, apart from line breaks. */
const NOT_PLAIN = /[^ -~\n]/
const PLAIN_WORD = /^[!-~]+$/
const SPACE = 0x20
/** Longer substrings would make the comparison at each position too slow. */
const LONGEST_PIECE = 64
