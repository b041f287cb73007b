import { yieldToEventLoop } from '../lib/waiting.ts'
import { FETCH_LIMITS } from './safe-fetch.ts'

/** Beginnings of parts without text to read: an embedded picture or font, a style sheet, a script. */
const SKIPPED =
  /data:(?:image|font|audio|video|application|text)\/[\w.+-]{1,60}[;,]|<(?:style|script)(?=[\s>/])/gi
const END_OF_DATA = /["'\s)<>]/g
const END_OF_ELEMENT = /<\/(?:style|script)/gi
/** Most characters of a start or end sign that may be divided between two pieces. */
const LONGEST_MARK = 80

/**
 * The HTML of a kept page without pictures, fonts, styles and scripts, cut at the size of a fetched page. Of 30 MB
 * some hundred kB are left. Memory holds one piece more.
 */
export async function readableHtml(
  pieces: AsyncIterable<Buffer>,
): Promise<{ readonly html: Buffer; readonly isCut: boolean }> {
  const kept: string[] = []
  let length = 0
  let held = ''
  let end: RegExp | null = null
  const keep = (text: string) => {
    kept.push(text)
    length += text.length
  }
  /**
   * Appends the text outside of skipped parts. Returns the last characters: a sign may begin in them and end in the
   * next piece.
   */
  const take = (text: string, isLast: boolean): string => {
    for (let at = 0; ; ) {
      const mark: RegExp = end ?? SKIPPED
      mark.lastIndex = at
      const found = mark.exec(text)
      if (found === null) {
        const until = isLast ? text.length : Math.max(at, text.length - LONGEST_MARK)
        if (end === null) keep(text.slice(at, until))
        return text.slice(until)
      }
      if (end === null) {
        keep(text.slice(at, found.index))
        end = found[0].startsWith('<') ? END_OF_ELEMENT : END_OF_DATA
        at = found.index + found[0].length
      } else {
        end = null
        at = found.index
      }
    }
  }
  // Latin 1 gives one character for each byte.
  for await (const piece of pieces) {
    held = take(held + piece.toString('latin1'), false)
    if (length >= FETCH_LIMITS.bytes) break
    await yieldToEventLoop()
  }
  take(held, true)
  const html = Buffer.from(kept.join(''), 'latin1')
  return { html: html.subarray(0, FETCH_LIMITS.bytes), isCut: html.length > FETCH_LIMITS.bytes }
}
