import { detectAll } from 'jschardet'
import { decodeAs, markedUtf16 } from '../lib/decoding.ts'

/** A decoded file with its encoding, as named by the Encoding Standard. */
export interface Decoded {
  readonly text: string
  readonly encoding: string
}

/** Bytes inspected to detect an encoding. */
const LOOKED_AT = 65_536
/** Bytes in which HTML and XML declare their encoding. */
const HEAD = 2_000
const USUAL = 'windows-1252'
/** How many times as likely as the usual or declared encoding another one must be. */
const CLEARER = { usual: 1.5, declared: 3 } as const

/** Encodings to choose from, by their names in jschardet, all in the Encoding Standard. */
const KNOWN =
  'windows-1250,windows-1251,windows-1252,windows-1253,windows-1254,windows-1255,windows-1256,windows-1257,windows-874,TIS-620,KOI8-R,KOI8-U,IBM866,GB18030,GBK,GB2312,Big5,EUC-KR,CP949,EUC-JP,SHIFT_JIS,ISO-8859-1,ISO-8859-2,ISO-8859-5,ISO-8859-7,ISO-8859-8,ISO-8859-9'.split(
    ',',
  )
const LABELS: Readonly<Record<string, string>> = { cp949: 'euc-kr', cp874: 'windows-874' }

/**
 * Decodes a file. In this order: byte order mark, UTF-16 by the positions of zero bytes, the chosen encoding, UTF-8, and the
 * most likely one, where a declaration counts more. A wrong byte damages one character. Null: not a text.
 *
 * @param chosen by the person
 */
export function decode(bytes: Uint8Array, chosen?: string): Decoded | null {
  const encoding = encodingOf(bytes, chosen)
  if (encoding === null) return null
  return { text: decodeAs(bytes, encoding).replaceAll('\0', ''), encoding }
}

/** The encoding's name in the Encoding Standard; null: unknown. */
export function encodingNamed(label: string): string | null {
  try {
    return new TextDecoder(LABELS[label.toLowerCase()] ?? label).encoding
  } catch {
    return null
  }
}

function encodingOf(bytes: Uint8Array, chosen?: string): string | null {
  const marked = markedUtf16(bytes)
  if (marked !== undefined) return marked
  const start = bytes.subarray(0, LOOKED_AT)
  if (start.includes(0)) return wideEncoding(start)
  const named = chosen === undefined ? null : encodingNamed(chosen)
  if (named !== null) return named
  const head = new TextDecoder('latin1').decode(start.subarray(0, HEAD))
  const label = /(?:charset\s*=\s*["']?|encoding\s*=\s*["'])([\w-]{2,40})/i.exec(head)?.[1]
  const declared = label === undefined ? null : encodingNamed(label)
  if (isUtf8(bytes, declared === 'utf-8')) return 'utf-8'
  const first = Math.max(0, bytes.findIndex((byte) => byte >= 0x80) - HEAD)
  return likeliest(bytes.subarray(first, first + LOOKED_AT), declared === 'utf-8' ? null : declared)
}

/** UTF-16 without a byte order mark: nearly all zero bytes are on one side of their pairs. */
function wideEncoding(start: Uint8Array): string | null {
  const zeros = [0, 0]
  for (let at = 0; at < start.length; at++) if (start[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const pairs = start.length / 2
  if (odd > pairs * 0.4 && even < pairs * 0.02) return 'utf-16le'
  return even > pairs * 0.4 && odd < pairs * 0.02 ? 'utf-16be' : null
}

/** Tolerates some wrong bytes: other encodings hardly ever contain UTF-8's long sequences by chance. */
function isUtf8(bytes: Uint8Array, isDeclared: boolean): boolean {
  let [right, wrong] = [0, 0]
  // Adjacent wrong bytes count as one error.
  let wrongUntil = -1
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0
    if (first < 0x80) {
      at++
      continue
    }
    const length = lengthOf(first)
    let end = at + 1
    while (end < at + length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end++
    // The last character may be cut off.
    if (length > 0 && (end === at + length || end === bytes.length)) right++
    else {
      if (at !== wrongUntil) wrong++
      wrongUntil = end
    }
    at = end
  }
  return wrong === 0 || right > wrong * (isDeclared ? 2 : 4)
}

/** Bytes of the UTF-8 character that starts with this byte; 0: none does. */
function lengthOf(first: number): number {
  if (first >= 0xc2 && first < 0xe0) return 2
  if (first >= 0xe0 && first < 0xf0) return 3
  return first >= 0xf0 && first < 0xf5 ? 4 : 0
}

function likeliest(start: Uint8Array, declared: string | null): string {
  const found = new Map<string, number>()
  for (const { encoding, confidence } of detectAll(start, { minimumThreshold: 0, detectEncodings: KNOWN })) {
    const name = encodingNamed(encoding ?? '')
    if (name !== null && !found.has(name)) found.set(name, confidence)
  }
  const [[best, confidence] = [USUAL, 0]] = found
  const expected = declared ?? USUAL
  const times = declared === null ? CLEARER.usual : CLEARER.declared
  return confidence > (found.get(expected) ?? 0) * times ? best : expected
}
