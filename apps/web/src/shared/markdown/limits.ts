import { Tokenizer } from 'marked'

/** The most levels of quotes and lists. Deeper ones help no reader, and block the browser. */
export const DEEPEST = 16
/** The most columns by which a line can be indented. */
const MOST_INDENT = 4 * DEEPEST
/** The most consecutive brackets or emphasis marks that remain. */
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

/** White space, or the mark of a quote or a list item. */
const MARK = /^(?:[ \t]+|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/
const RUN = /[[\]!]+|[*_~]+|\(+|<+/g

/** Characters within which a link, an emphasis or an email address must end. */
const LONGEST_SPAN = 4_096
const LONGEST_EMAIL = 320
/** Characters of plain text that are parsed at once. */
const TEXT_AT_ONCE = 1_024
/** Characters that may be searched for the ends of all emphases in a text. */
const MOST_SEARCHED = 4_000_000

/**
 * Marked's tokenizer with limits, one per text. At each sign, Marked looks up to the paragraph's end for the end
 * of a link, an emphasis or an email address: 24 kB of `*_a` took 20 s. Beyond the limits, text stays as it was
 * typed.
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

  /**
   * The text in which the end of an emphasis that begins with `sign` is searched. Null: no emphasis begins here,
   * or the limit is reached.
   */
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

  /** Reads a part of the text. Marked joins adjacent texts. */
  override inlineText(src: string) {
    const near = src.slice(0, TEXT_AT_ONCE)
    // Cut neither within a word, which may be an address, nor within the spaces of a line break.
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
