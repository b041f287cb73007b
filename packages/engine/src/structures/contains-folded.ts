import { fold, foldToParts } from '@cardinal/domain'
import { foldedAlone } from './folded-units.ts'

/**
 * Whether a text, when it is folded, contains a folded substring. For looking into many texts of which nothing is kept:
 * what can be is left to the platform, which is quick from the first text on; for other patterns the units of a text
 * that is not plain are folded one by one, by a table, where they can be.
 */
export function containsFolded(text: string, substring: string): boolean {
  // White space that is squeezed or trimmed away is no part of a substring without any.
  if (!NOT_PLAIN.test(text) && !substring.includes(' ')) return text.toLowerCase().includes(substring)
  if (PLAIN_WORD.test(substring))
    return text.toLowerCase().includes(substring) || foldToParts(text).includes(substring)
  return containsByUnits(text, substring) ?? fold(text).includes(substring)
}

/** Null: units one by one can't tell. */
function containsByUnits(text: string, substring: string): boolean | null {
  const last = substring.charCodeAt(substring.length - 1)
  // A space at the end of a text is trimmed, which is known too late.
  if (substring === '' || last === SPACE || substring.length > LONGEST_PIECE) return null
  if (text.length > units.length) units = new Uint16Array(text.length * 2)
  let count = 0
  let isAfterSpace = true
  let isFound = false
  for (let i = 0; i < text.length; i++) {
    const unit = foldedAlone(text.charCodeAt(i))
    // What comes now may change what came before: a mark that composes with it.
    if (unit === null) return null
    if (unit === SPACE && isAfterSpace) continue
    isAfterSpace = unit === SPACE
    units[count++] = unit
    isFound ||= unit === last && endsWith(substring, count)
  }
  return isFound
}

/** The first `count` units, of which the last is the substring's last, end with the substring. */
function endsWith(substring: string, count: number): boolean {
  const start = count - substring.length
  if (start < 0) return false
  for (let i = substring.length - 2; i >= 0; i--)
    if (units[start + i] !== substring.charCodeAt(i)) return false
  return true
}

/** Used again for each text. */
let units = new Uint16Array(4096)
/** What folds in no other way than to lower case may still have line breaks. */
const NOT_PLAIN = /[^ -~\n]/
const PLAIN_WORD = /^[!-~]+$/
const SPACE = 0x20
/** Comparing a longer one at each place could take too long. */
const LONGEST_PIECE = 64
