import { MAX_BODY } from '@cardinal/contract'

/** Bytes of bodies above 10 MiB held at once on a node. */
const ROOM = 72 * 1024 * 1024
let held = 0

/** Reserves bytes for large bodies, or frees them (negative). False: over the limit. */
export function holdMore(bytes: number): boolean {
  held += bytes
  return held <= ROOM
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
