/**
 * Folds a text for comparison. Drops invisible characters and writes typographic apostrophes and hyphens in ASCII. Then
 * compatibility decomposition, combining marks U+0300 to U+036F dropped, lower case without a locale, final sigma to sigma,
 * recomposed. White space runs become one space, trimmed. Marks outside that range stay, because in their scripts they are
 * letters.
 *
 * `fold(fold(s)) === fold(s)`; source: docs/search.md, section 1.
 */
export function fold(text: string): string {
  if (isAscii(text)) return squeeze(text.toLowerCase())
  return squeeze(foldToParts(text).replace(FINAL_SIGMA, 'σ').normalize('NFC'))
}

/**
 * The steps of `fold` up to lower case, before recomposing and squeezing. For ASCII without white space this
 * is the result of `fold`.
 */
export function foldToParts(text: string): string {
  return plainSigns(text).normalize('NFKD').replace(MARKS, '').toLowerCase()
}

/** The form in which a tag's name is stored and compared: unlike `fold` it keeps accents. */
export function tagName(text: string): string {
  return squeeze(plainSigns(text).normalize('NFC').toLowerCase())
}

/** Drops invisible characters; writes typographic apostrophes and hyphens in ASCII. */
function plainSigns(text: string): string {
  return isAscii(text)
    ? text
    : text
        .replace(UNSEEN, '')
        .replace(/\u2019/g, "'")
        .replace(/[\u2010\u2011]/g, '-')
}

/** Replaces runs of white space (line breaks included) by one space, and trims. */
export function squeeze(text: string): string {
  // Most texts have nothing to squeeze, and testing is several times faster than replacing.
  return isSqueezed(text) ? text : text.replace(WHITE_SPACE, ' ').trim()
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

/**
 * Whether a text surely needs no squeezing. Characters outside ASCII that might be white space are tested one
 * by one.
 */
function isSqueezed(text: string): boolean {
  let isAfterSpace = true
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === SPACE) {
      if (isAfterSpace) return false
      isAfterSpace = true
    } else {
      if (unit < SPACE || unit === NO_BREAK_SPACE || unit >= FIRST_OTHER_SPACE)
        return !UNEVEN_SPACE.test(text)
      isAfterSpace = false
    }
  }
  return !isAfterSpace || text === ''
}

const SPACE = 0x20
const NO_BREAK_SPACE = 0xa0
/** Ogham space mark: the first white space beyond Latin-1. */
const FIRST_OTHER_SPACE = 0x1680
/** Soft hyphen, zero width space, marks of direction, word joiner, variation selectors. */
const UNSEEN = /[\ufe00-\ufe0f\u00ad\u200b\u200e\u200f\u2060]+/g
const MARKS = /[\u0300-\u036f]+/g
const FINAL_SIGMA = /ς/g
const WHITE_SPACE = /\s+/g
const UNEVEN_SPACE = /^\s|\s$|\s\s|[^\S ]/
