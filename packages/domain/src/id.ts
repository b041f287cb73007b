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

/**
 * Id of a row's duplicate, computed from the row and its new place: a card's new workspace, or a subnote's
 * new card. Two devices that move one card thus create the same duplicate. 96 bits of FNV-1a, with three
 * seeds.
 */
export function copyId(id: Id, place: Id): Id {
  return SEEDS.map((seed) => hashed(seed, `${id} ${place}`)).join('')
}

const SEEDS = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b]

function hashed(seed: number, text: string): string {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // Mix the high bits down: otherwise ids that differ only in their last digits would share a prefix.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0')
}
