/** From the byte order mark; undefined: none. */
export function markedUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/**
 * @param encoding a name of the Encoding Standard, such as `shift_jis`
 * @throws RangeError for an unknown encoding
 */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding)
  return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes)
}

/** Node's decoder of Windows-1252 gives control characters (Latin 1) for 0x80 to 0x9F. */
function decodeWindows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1')
  return text.replace(/[\x80-\x9f]/g, (sign) => SIGNS_FROM_80[sign.charCodeAt(0) - 0x80] ?? sign)
}

const SIGNS_FROM_80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** A JSON object from outside. */
export type Json = Readonly<Record<string, unknown>>

/** Undefined: not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
