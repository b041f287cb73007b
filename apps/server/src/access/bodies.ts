import { MAX_BODY } from '@cardinal/contract'
import { type Id, LIMITS } from '@cardinal/domain'

/** How deep a body may be nested, and how many lists and objects it may have. Every valid call stays below. */
const MAX_DEPTH = 32
const MAX_CONTAINERS = 200_000

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Whether a JSON text keeps both limits. Checked before parsing, because a body of only brackets would take
 * twenty times its size in memory. Brackets inside strings don't count.
 */
export function isPlain(json: string, maxDepth = MAX_DEPTH, maxContainers = MAX_CONTAINERS): boolean {
  let depth = 0
  let containers = 0
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at)
    if (unit === QUOTE) at = endOfString(json, at)
    else if (unit === 0x5b || unit === 0x7b) {
      depth++
      containers++
      if (depth > maxDepth || containers > maxContainers) return false
    } else if (unit === 0x5d || unit === 0x7d) depth--
  }
  return true
}

/** Index of the string's closing quote, or the end of the text. */
function endOfString(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

/** Most bytes of bodies above 10 MiB that a node holds at once. */
const MOST_LARGE_BYTES = 72 * 1024 * 1024
let held = 0

/** Reserves bytes for large bodies, or frees them (negative). False: over the limit. */
export function holdMore(bytes: number): boolean {
  held += bytes
  return held <= MOST_LARGE_BYTES
}

/** Pieces of files that a node receives or stores at once: of one person, and of all. */
const PIECES = { perPerson: 16, inAll: 128 }
const piecesOf = new Map<Id, number>()

/**
 * Takes places for the pieces of a body, before it is read. It returns the function that frees them; null: there are not enough,
 * and a device sends the pieces again.
 *
 * @param bytes of the body; undefined: not announced
 */
export function placeForPieces(userId: Id, bytes: number | undefined): (() => void) | null {
  const pieces = bytes === undefined ? LIMITS.filePiecesTogether : Math.ceil(bytes / LIMITS.filePiece)
  // A body that is too long is read, and dropped.
  const taken = Math.min(Math.max(pieces, 1), LIMITS.filePiecesTogether)
  const own = piecesOf.get(userId) ?? 0
  const all = [...piecesOf.values()].reduce((sum, count) => sum + count, 0)
  if (own + taken > PIECES.perPerson || all + taken > PIECES.inAll) return null
  piecesOf.set(userId, own + taken)
  return () => {
    const left = (piecesOf.get(userId) ?? taken) - taken
    if (left === 0) piecesOf.delete(userId)
    else piecesOf.set(userId, left)
  }
}

/** Counts a large body as held while it is used. */
export async function countingBody<T>(body: Uint8Array, use: () => Promise<T>): Promise<T> {
  const size = body.byteLength > MAX_BODY.large ? body.byteLength : 0
  holdMore(size)
  try {
    return await use()
  } finally {
    holdMore(-size)
  }
}
