import { decodeAs, markedUtf16 } from '../lib/decoding.ts'

/** Bytes in which a page must declare its encoding (HTML, section 4.2.5.4). */
const PRESCANNED = 1024
const IN_HEADER = /charset\s*=\s*["']?([\w:.-]+)/i
const IN_PAGE =
  /<meta[^>]{0,500}?charset\s*=\s*["']?([\w:.-]+)|<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]+)/i

/**
 * The encoding comes from the byte order mark, the Content-Type header or the page's declaration; default: UTF-8.
 * Invalid UTF-8 is read as Windows-1252, as in browsers.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const marked = markOf(bytes)
  const said = marked ?? IN_HEADER.exec(contentType)?.[1] ?? saidInPage(bytes)
  if (said !== undefined && isEncoding(said)) return decodeAs(bytes, said)
  const text = new TextDecoder('utf-8').decode(bytes)
  return looksBroken(text) ? decodeAs(bytes, 'windows-1252') : text
}

function markOf(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : markedUtf16(bytes)
}

function saidInPage(bytes: Uint8Array): string | undefined {
  const found = IN_PAGE.exec(Buffer.from(bytes.subarray(0, PRESCANNED)).toString('latin1'))
  const said = found?.[1] ?? found?.[2]
  // A declaration that can be read as ASCII is not in UTF-16.
  return said !== undefined && /^utf-?16/i.test(said) ? 'utf-8' : said
}

function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name)
    return true
  } catch {
    return false
  }
}

/** Whether more than one in a thousand characters is U+FFFD. A page cut at the limit may end with one. */
function looksBroken(text: string): boolean {
  const broken = text.split('\ufffd').length - 1
  return broken > 1 + text.length / 1000
}
