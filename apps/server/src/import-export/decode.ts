import { detectAll } from 'jschardet'
import { decodeAs, markedUtf16 } from '../lib/decoding.ts'

/** A decoded file with its encoding, as named by the Encoding Standard. */
interface Decoded {
  readonly text: string
  readonly encoding: string
}

/** Bytes from which an encoding is detected. */
const INSPECTED_BYTES = 65_536
/** Bytes in which HTML and XML declare their encoding. */
const HEAD_BYTES = 2_000
/**
 * Bytes passed to the detector before the first byte that is not ASCII. With more it would believe an encoding
 * that the text itself declares.
 */
const BYTES_BEFORE = 50
const USUAL_ENCODING = 'windows-1252'
/** Another encoding is chosen only if it is this many times as likely as the usual one, or the declared one. */
const CLEARER = { usual: 1.5, declared: 3 } as const

/** Encodings that can be detected, by their names in jschardet. All are in the Encoding Standard. */
const KNOWN =
  'windows-1250,windows-1251,windows-1252,windows-1253,windows-1254,windows-1255,windows-1256,windows-1257,windows-874,TIS-620,KOI8-R,KOI8-U,IBM866,GB18030,GBK,GB2312,Big5,EUC-KR,CP949,EUC-JP,SHIFT_JIS,ISO-8859-1,ISO-8859-2,ISO-8859-5,ISO-8859-7,ISO-8859-8,ISO-8859-9'.split(
    ',',
  )
const LABELS: Readonly<Record<string, string>> = { cp949: 'euc-kr', cp874: 'windows-874' }

/** Bytes that windows-1252 does not define. */
const UNDEFINED = [0x81, 0x8d, 0x8f, 0x90, 0x9d]
/** Letters of Mac OS Roman from á to ü. In windows-1252 these bytes are quotes, dashes and rare letters. */
const [MAC_FIRST, MAC_LAST] = [0x80, 0x9f]
/** Quotation marks and dashes of windows-1252, which are often next to letters. */
const QUOTES = [0x91, 0x92, 0x93, 0x94, 0x96, 0x97]
/** Quotation marks that never stand between two small letters. */
const OPENING = [0x91, 0x93, 0x94]
/** Escape sequences that start two-byte characters in ISO-2022-JP. */
const SHIFTS = ['\x1b$@', '\x1b$B']

/**
 * Decodes a file. Tries, in this order: byte order mark, UTF-16 by the positions of zero bytes, the chosen
 * encoding, UTF-8, and the most likely encoding, with a bonus for the declared one. A wrong byte damages one
 * character. Null: not a text.
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

/** The upper half of the DOS code page in which many programs write the names in a zip. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
/**
 * Code pages in which Windows writes the names in a zip in other regions, each with the least likelihood to be
 * chosen.
 */
const NAME_ENCODINGS = ['windows-1252', 'IBM866', 'GB18030', 'Big5', 'EUC-KR', 'SHIFT_JIS']
const LIKELY = 0.03
/** Bytes of names from which the code page is detected. */
const NAMES_LOOKED_AT = 4_096

/**
 * Decodes the names in a zip: UTF-8 if valid. All others are in the code page that is most likely for them
 * together.
 */
export function decodeNames(names: readonly Uint8Array[]): string[] {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const decoded = names.map((name) => {
    try {
      return strict.decode(name)
    } catch {
      return null
    }
  })
  const others = names.filter((_, at) => decoded[at] === null)
  if (others.length === 0) return decoded.map((name) => name ?? '')
  const sample = Buffer.concat(others.flatMap((name) => [name, Buffer.from('\n')])).subarray(
    0,
    NAMES_LOOKED_AT,
  )
  const [best] = detectAll(sample, { minimumThreshold: 0, detectEncodings: NAME_ENCODINGS })
  const likely = best !== undefined && best.confidence > LIKELY ? encodingNamed(best.encoding ?? '') : null
  const encoding = likely === USUAL_ENCODING ? null : likely
  return names.map(
    (name, at) =>
      decoded[at] ??
      (encoding === null
        ? Array.from(name, (byte) => CP437[byte - 0x80] ?? String.fromCharCode(byte)).join('')
        : decodeAs(name, encoding)),
  )
}

function encodingOf(bytes: Uint8Array, chosen?: string): string | null {
  const marked = markedUtf16(bytes)
  if (marked !== undefined) return marked
  const start = bytes.subarray(0, INSPECTED_BYTES)
  const zeros = zerosIn(start)
  if (zeros !== null) return wideEncoding(start, zeros)
  const named = chosen === undefined ? null : encodingNamed(chosen)
  if (named !== null) return named
  const head = new TextDecoder('latin1').decode(start.subarray(0, HEAD_BYTES))
  const label = /(?:charset\s*=\s*["']?|encoding\s*=\s*["'])([\w-]{2,40})/i.exec(head)?.[1]
  const declared = label === undefined ? null : encodingNamed(label)
  if (isUtf8(bytes, declared === 'utf-8'))
    return SHIFTS.some((shift) => Buffer.from(start).includes(shift)) ? 'iso-2022-jp' : 'utf-8'
  const first = Math.max(0, bytes.findIndex((byte) => byte >= 0x80) - BYTES_BEFORE)
  return likeliest(
    bytes.subarray(first, first + INSPECTED_BYTES),
    declared === 'utf-8' || declared === USUAL_ENCODING ? null : declared,
  )
}

/** Number of zero bytes at even and at odd positions; null: none, or few enough to be damage in a text. */
function zerosIn(start: Uint8Array): readonly [even: number, odd: number] | null {
  let [even, odd, others] = [0, 0, 0]
  for (let at = 0; at < start.length; at++)
    if (start[at] === 0) at % 2 === 0 ? even++ : odd++
    else if ((start[at] ?? 0) < 0x09) others++
  const isDamage = others === 0 && even + odd < start.length * 0.02
  return even + odd === 0 || isDamage ? null : [even, odd]
}

/** UTF-16 without a byte order mark: nearly all zero bytes are on one side of their pairs. */
function wideEncoding(start: Uint8Array, [even, odd]: readonly [number, number]): string | null {
  const pairs = start.length / 2
  if (odd > pairs * 0.4 && even < pairs * 0.02) return 'utf-16le'
  return even > pairs * 0.4 && odd < pairs * 0.02 ? 'utf-16be' : null
}

/**
 * Whether a text is UTF-8. Tolerates some wrong bytes, because other encodings hardly ever have UTF-8's long
 * sequences by chance. A wrong byte between ASCII is damage; in other multi-byte encodings wrong bytes are
 * adjacent.
 */
function isUtf8(bytes: Uint8Array, isDeclared: boolean): boolean {
  let [right, wrong] = [0, 0]
  let areAlone = true
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
      if (at === wrongUntil || end > at + 1) areAlone = false
      wrongUntil = end
    }
    at = end
  }
  return wrong === 0 || right >= wrong * (areAlone ? 1 : isDeclared ? 2 : 4)
}

/** Bytes of the UTF-8 character that begins with this byte; 0: no character does. */
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
  const isPossible = !UNDEFINED.some((byte) => start.includes(byte))
  if (!isPossible) found.delete(USUAL_ENCODING)
  const [[best, confidence] = [USUAL_ENCODING, 0]] = found
  const expected = declared ?? USUAL_ENCODING
  const times = declared === null ? CLEARER.usual : CLEARER.declared
  const isBest =
    confidence > (found.get(expected) ?? 0) * times || (expected === USUAL_ENCODING && !isPossible)
  const likely = isBest ? best : expected
  const mayBeMac = likely === USUAL_ENCODING || !isPossible || (LATIN.includes(likely) && hasMacLetter(start))
  return mayBeMac && isMacRoman(start) ? MAC : likely
}

const MAC = 'macintosh'
/** Encodings that the detector wrongly finds in texts in Mac OS Roman. */
const LATIN = ['windows-1250', 'windows-1254', 'windows-1257', 'iso-8859-2', 'iso-8859-9']

/** Whether a small letter is followed by a byte that is not a small letter in those encodings. */
function hasMacLetter(start: Uint8Array): boolean {
  return start.some((byte, at) => {
    return byte >= MAC_FIRST && byte < 0x9a && !QUOTES.includes(byte) && isSmallLetter(start[at - 1])
  })
}

/** Ends of Spanish words with ó and ñ, such as `canción` and `año`. In windows-1252 these bytes are dashes. */
const SPANISH = /[a-z](?:\x97n|\x96os?)(?![a-z\x80-\xff])/i
/** í, ñ and ó. */
const OF_SPANISH = [0x92, 0x96, 0x97]

/**
 * Whether a text is in Mac OS Roman, in which Excel for Mac writes CSV. Its accented letters, which stand inside
 * words, are bytes that windows-1252 hardly uses for letters.
 */
function isMacRoman(start: Uint8Array): boolean {
  let inside = 0
  let high = 0
  const isSpanish = SPANISH.test(Buffer.from(start).toString('latin1'))
  for (let at = 1; at < start.length; at++) {
    const byte = start[at] ?? 0
    if (byte < MAC_FIRST) continue
    high++
    const isAlone = isAsciiLetter(start[at - 1]) || isAsciiLetter(start[at + 1])
    const isAmongOthers = (start[at - 1] ?? 0) >= 0x80 && (start[at + 1] ?? 0) >= 0x80
    if (isSignOfWindows(start, at)) continue
    // ß and É, which windows-1252 has as § and ƒ.
    const isLetter = (byte <= MAC_LAST && !QUOTES.includes(byte)) || byte === 0xa7
    const isQuoteInWord =
      OPENING.includes(byte) && isSmallLetter(start[at - 1]) && isSmallLetter(start[at + 1])
    const isOfSpanish = isSpanish && OF_SPANISH.includes(byte) && isAsciiLetter(start[at - 1])
    // à stands alone as a word.
    if (byte === 0x88 || isOfSpanish || ((isLetter || isQuoteInWord) && isAlone && !isAmongOthers)) inside++
  }
  return high > 0 && inside >= high * 0.8
}

/**
 * Whether a byte is an ellipsis after a word, a trade mark sign, or œ before u. In Mac OS Roman these bytes are
 * Ö, ô, å and ú.
 */
function isSignOfWindows(start: Uint8Array, at: number): boolean {
  const [before, byte, after] = [start[at - 1], start[at], start[at + 1]]
  if (byte === 0x85) return isSmallLetter(before) || !isAsciiLetter(after)
  if (byte === 0x99) return !isAsciiLetter(after)
  return (byte === 0x8c || byte === 0x9c) && after === 0x75
}

function isSmallLetter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x61 && byte <= 0x7a
}

function isAsciiLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a))
}
