/** Hash of UTF-16 units: `hashUnit` for each unit, starting with `EMPTY_HASH`, then `finishHash`. */
export function hashUnits(units: Uint16Array, start: number, end: number): number {
  let hash = EMPTY_HASH
  for (let i = start; i < end; i++) hash = hashUnit(hash, units[i] as number)
  return finishHash(hash)
}

export const EMPTY_HASH = 0x11c9dc5

/** Hashes units by FNV-1a. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

/** Mixes the upper bits into the lower ones, which choose the bucket. */
export function finishHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return mixed ^ (mixed >>> 13)
}
