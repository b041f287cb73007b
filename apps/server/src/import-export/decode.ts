import { decodeAs, markedUtf16 } from '../reading/encoding.ts'

/** How many bytes are looked at to tell an encoding. */
const LOOKED_AT = 65_536

/**
 * Decodes a file by the first encoding that fits. In order: its byte order mark, UTF-16 by the places of its zero
 * bytes, valid UTF-8, the encoding that HTML or XML declares. Then Shift-JIS if that gives Japanese, or else Windows'
 * Western encoding. Null: it is no text.
 */
export function decode(bytes: Uint8Array): string | null {
  const encoding = encodingOf(bytes)
  return encoding === null ? null : decodeAs(bytes, encoding).replaceAll('\0', '')
}

function encodingOf(bytes: Uint8Array): string | null {
  const marked = markedUtf16(bytes)
  if (marked !== undefined) return marked
  const start = bytes.subarray(0, LOOKED_AT)
  if (start.includes(0)) return wideEncoding(start)
  if (isValid(bytes, 'utf-8')) return 'utf-8'
  const head = new TextDecoder('latin1').decode(start.subarray(0, 2_000))
  const declared = /(?:charset\s*=\s*["']?|encoding\s*=\s*["'])([\w-]{2,40})/i.exec(head)?.[1] ?? ''
  if (declared !== '' && !/^utf-?8$/i.test(declared) && isValid(bytes, declared)) return declared
  return isValid(bytes, 'shift_jis') && isJapanese(new TextDecoder('shift_jis').decode(start))
    ? 'shift_jis'
    : 'windows-1252'
}

/** Returns the UTF-16 encoding of a file without a mark: nearly all zero bytes stand on one side of their pairs. */
function wideEncoding(start: Uint8Array): string | null {
  const zeros = [0, 0]
  for (let at = 0; at < start.length; at++) if (start[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const pairs = start.length / 2
  if (odd > pairs * 0.4 && even < pairs * 0.02) return 'utf-16le'
  return even > pairs * 0.4 && odd < pairs * 0.02 ? 'utf-16be' : null
}

function isValid(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Returns whether what is not ASCII is mostly kana and kanji, some kana among them. */
function isJapanese(text: string): boolean {
  const others = text.match(/[^\p{ASCII}]/gu)?.length ?? 0
  const japanese =
    text.match(/[\p{Script=Hiragana}\u30a0-\u30ff\p{Script=Han}\u3000-\u303f\uff00-\uff60]/gu)?.length ?? 0
  return japanese > others * 0.8 && /[\p{Script=Hiragana}\u30a0-\u30ff]/u.test(text)
}
