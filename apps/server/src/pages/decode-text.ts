import { decodeAs, markedUtf16 } from '../lib/decoding.ts'

/** Bytes in which a page must name its encoding (HTML, section 4.2.5.4). */
const PRESCANNED = 1024
const IN_HEADER = /charset\s*=\s*["']?([\w:.-]+)/i
const IN_PAGE =
  /<meta[^>]{0,500}?charset\s*=\s*["']?([\w:.-]+)|<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]+)/i

/**
 * Decodes a page by its byte order mark, by what its header says, by what it says itself, or as UTF-8. Bytes that are
 * no UTF-8 are Windows-1252, as browsers take them.
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
  // A page that could be read as far as this tag is not in UTF-16.
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

/**
 * Returns whether more than one character in a thousand could not be read. A cut at the end of the bytes makes one of
 * them.
 */
function looksBroken(text: string): boolean {
  const broken = text.split('\ufffd').length - 1
  return broken > 1 + text.length / 1000
}
