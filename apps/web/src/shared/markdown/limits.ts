import { Tokenizer } from 'marked'

/** Maximum nesting of quotes and lists: deeper nesting helps no reader, and stalls a browser. */
export const DEEPEST = 16
/** Columns by which a line can be indented. */
const MOST_INDENT = 4 * DEEPEST
/** Consecutive brackets and emphasis marks that are kept. */
const LONGEST_RUN = 32

/** Removes marks that would nest deeper than the limit. */
export function limitNesting(text: string): string {
  return text.split('\n').map(limitLine).join('\n')
}

/** Keeps the first marks of quotes and lists at the start of a line, and removes the others. */
function limitLine(line: string): string {
  let kept = ''
  let marks = 0
  let rest = line
  for (let mark = MARK.exec(rest); mark !== null && mark[0] !== ''; mark = MARK.exec(rest)) {
    if (marks < DEEPEST) kept += mark[0].slice(-MOST_INDENT)
    marks++
    rest = rest.slice(mark[0].length)
  }
  return kept + rest.replace(RUN, (run) => run.slice(0, LONGEST_RUN))
}

/** White space, or the sign of a quote or of a list's item. */
const MARK = /^(?:[ \t]+|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/
const RUN = /[[\]!]+|[*_~]+|\(+|<+/g

/** Characters in which a link or an emphasis has to end, and those of an email. */
const LONGEST_SPAN = 4_096
const LONGEST_EMAIL = 320
/** Characters of plain text that are read at once. */
const TEXT_AT_ONCE = 1_024
/** Characters that may be searched for the ends of all emphases of a text. */
const MOST_SEARCHED = 4_000_000

/**
 * Marked's tokenizer, within limits. Marked looks for the end of a link, an emphasis and a local part of an email up to the end
 * of the paragraph, at each sign: 24 kB of `*_a` took 20 s. What exceeds the limits stays as it was typed. One for each text.
 */
export class BoundedTokenizer extends Tokenizer {
  #searched = 0

  override emStrong(src: string, masked: string, before?: string) {
    const near = this.#near(src, /^[*_]/)
    return near === null ? undefined : super.emStrong(near, upTo(near, src, masked), before)
  }

  override del(src: string, masked: string, before?: string) {
    const near = this.#near(src, /^~/)
    return near === null ? undefined : super.del(near, upTo(near, src, masked), before)
  }

  /** The text in which an emphasis that begins with `sign` is looked for. Null: there is none, or the limit is reached. */
  #near(src: string, sign: RegExp): string | null {
    if (!sign.test(src)) return null
    const near = src.slice(0, LONGEST_SPAN)
    this.#searched += near.length
    return this.#searched > MOST_SEARCHED ? null : near
  }

  override link(src: string) {
    return super.link(src.slice(0, LONGEST_SPAN))
  }

  override reflink(src: string, links: Parameters<Tokenizer['reflink']>[1]) {
    return super.reflink(src.slice(0, LONGEST_SPAN), links)
  }

  /** Marked joins texts that follow one another. */
  override inlineText(src: string) {
    const near = src.slice(0, TEXT_AT_ONCE)
    // Not within a word, which may be an address, nor within the spaces of a line break.
    const words = near.length < src.length ? near.replace(/(?<! ) +[^ ]*$/, '') : near
    return super.inlineText(words || near)
  }

  override url(src: string) {
    return super.url(src.slice(0, /^(?:https?|ftp|www)/i.test(src) ? LONGEST_SPAN : LONGEST_EMAIL))
  }
}

/** The masked text up to the end of `near`. `src` and `masked` end together. */
const upTo = (near: string, src: string, masked: string) =>
  masked.slice(0, masked.length - src.length + near.length)
