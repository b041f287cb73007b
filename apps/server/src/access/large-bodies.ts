import { MAX_BODY } from '@cardinal/contract'

/** Bytes of bodies above 10 MiB that are received or used at a time, on one node. */
const ROOM = 72 * 1024 * 1024
let held = 0

/** Counts more bytes of large bodies as held, or fewer; false: there is no room for them. */
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
