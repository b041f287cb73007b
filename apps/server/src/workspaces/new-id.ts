import { randomBytes, randomFillSync } from 'node:crypto'
import { type Id, makeId } from '@cardinal/domain'

/** Bytes of chance in an id. */
const CHANCE = 8
/** Chance for many ids is drawn at once: asking the system takes longer than all else about an id. */
const pool = new Uint8Array(CHANCE * 128)
let used = pool.length

/** A new id, from the time and chance. */
export function newId(now: number = Date.now()): Id {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += CHANCE
  return makeId(now, pool.subarray(used - CHANCE, used))
}

/** A name for a workspace's history; no two histories ever have the same. */
export function newEpoch(): string {
  return randomBytes(12).toString('hex')
}
