/** An id: 24 lower-case hex characters. Unique within one user, not beyond. */
export type Id = string

const ID = /^[0-9a-f]{24}$/

export function isId(text: string): text is Id {
  return ID.test(text)
}

/** Prefix of ids given to subnotes that were not saved yet; it is stripped before saving. */
export const TEMPORARY_ID_PREFIX = 'temp_id,'

/** Returns the id behind a temporary one; any other text comes back as it is. */
export function stripTemporaryPrefix(id: string): string {
  return id.startsWith(TEMPORARY_ID_PREFIX) ? id.slice(TEMPORARY_ID_PREFIX.length) : id
}

/**
 * Makes an id from a time and random bytes, the way object ids are built: 4 bytes of seconds, then
 * 8 bytes of chance, so that ids made later sort later (to the second) and never meet.
 *
 * @param now milliseconds since 1970
 * @param random exactly 8 random bytes; domain has no source of chance of its own
 */
export function makeId(now: number, random: Uint8Array): Id {
  const seconds = Math.floor(now / 1000) >>> 0
  let id = seconds.toString(16).padStart(8, '0')
  for (let i = 0; i < 8; i++) id += (random[i] ?? 0).toString(16).padStart(2, '0')
  return id
}
