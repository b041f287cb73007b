import { LIMITS } from '@cardinal/domain'
import type { Store, StoredFile } from '../store/index.ts'

/** Bytes of a file from `start` to before `end`. */
interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The range that a `Range` header asks for. Null: the whole file, also if the header is malformed or names
 * several ranges (RFC 9110, 14.2: a server may ignore it). `outside`: the file has no byte of it.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | 'outside' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '')
    return Number(last) === 0 ? 'outside' : { start: Math.max(0, size - Number(last)), end: size }
  const start = Number(first)
  const end = last === '' ? size : Math.min(size, Number(last) + 1)
  if (start >= size) return 'outside'
  return end <= start ? null : { start, end }
}

/**
 * The bytes, one piece in memory at a time.
 *
 * @throws if a piece is missing, so that no answer looks complete without it
 */
export async function* bytesOf(
  store: Store,
  file: StoredFile,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const number = Math.floor(at / LIMITS.filePiece)
    const piece = await store.files.piece(file.id, number)
    if (piece === undefined) throw new Error(`A file ends before its piece ${number}.`)
    const begin = number * LIMITS.filePiece
    const until = Math.min(end, begin + piece.length)
    if (until <= at) throw new Error(`Piece ${number} of a file is too short.`)
    yield piece.subarray(at - begin, until - begin)
    at = until
  }
}
