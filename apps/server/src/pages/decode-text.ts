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
  const decoder = said === undefined ? null : decoderOf(said)
  if (decoder !== null && decoder.encoding !== 'windows-1252') return decoder.decode(bytes)
  const text = new TextDecoder('utf-8').decode(bytes)
  return decoder !== null || looksBroken(text) ? decodeWindows1252(bytes) : text
}

/** Node's own decoder of this encoding reads Latin 1, which has control characters in place of these signs. */
function decodeWindows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1')
  return text.replace(/[\x80-\x9f]/g, (sign) => SIGNS_FROM_80[sign.charCodeAt(0) - 0x80] ?? sign)
}

const SIGNS_FROM_80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
}

function saidInPage(bytes: Uint8Array): string | undefined {
  const found = IN_PAGE.exec(Buffer.from(bytes.subarray(0, PRESCANNED)).toString('latin1'))
  const said = found?.[1] ?? found?.[2]
  // A page that could be read as far as this tag is not in UTF-16.
  return said !== undefined && /^utf-?16/i.test(said) ? 'utf-8' : said
}

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(encoding)
  } catch {
    return null
  }
}

/** More than one character in a thousand could not be read. A cut at the end of the bytes makes one of them. */
function looksBroken(text: string): boolean {
  const broken = text.split('\ufffd').length - 1
  return broken > 1 + text.length / 1000
}
