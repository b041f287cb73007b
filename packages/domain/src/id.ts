/** 24 lower-case hex digits. Unique within one user, not beyond. */
export type Id = string

const ID = /^[0-9a-f]{24}$/

export function isId(text: string): text is Id {
  return ID.test(text)
}

/** Prefix of ids of unsaved subnotes; removed before saving. */
export const TEMPORARY_ID_PREFIX = 'temp_id,'

/** Other texts are returned unchanged. */
export function stripTemporaryPrefix(id: string): string {
  return id.startsWith(TEMPORARY_ID_PREFIX) ? id.slice(TEMPORARY_ID_PREFIX.length) : id
}

/**
 * Makes an id like an ObjectId: 4 bytes of seconds, then 8 random bytes. Later ids sort later, to the second.
 *
 * @param now milliseconds since 1970
 * @param random exactly 8 random bytes; the domain has no random source
 */
export function makeId(now: number, random: Uint8Array): Id {
  const seconds = Math.floor(now / 1000) >>> 0
  let id = seconds.toString(16).padStart(8, '0')
  for (let i = 0; i < 8; i++) id += (random[i] ?? 0).toString(16).padStart(2, '0')
  return id
}
