/**
 * Folds a text for comparison: compatibility decomposition, combining marks U+0300 to U+036F dropped,
 * lower-case without a locale, final sigma to sigma, recomposed, white space runs to one space, trimmed.
 * Marks outside that range stay, because in their scripts they are letters.
 *
 * `fold(fold(s)) === fold(s)`; source: search semantics, section 1.
 */
export function fold(text: string): string {
  if (PLAIN_ASCII.test(text)) return squeeze(text.toLowerCase())
  return squeeze(
    text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(FINAL_SIGMA, 'σ').normalize('NFC'),
  )
}

/** The form in which a tag's name is kept and compared: unlike `fold` it keeps accents. */
export function tagName(text: string): string {
  return squeeze(text.normalize('NFC').toLowerCase())
}

/** White space runs (line breaks included) to one space, trimmed. */
export function squeeze(text: string): string {
  // Most texts have nothing to squeeze, and looking is several times quicker than replacing.
  return UNEVEN_SPACE.test(text) ? text.replace(WHITE_SPACE, ' ').trim() : text
}

const PLAIN_ASCII = /^[\0-\x7f]*$/
const MARKS = /[\u0300-\u036f]+/g
const FINAL_SIGMA = /ς/g
const WHITE_SPACE = /\s+/g
const UNEVEN_SPACE = /^\s|\s$|\s\s|[^\S ]/
