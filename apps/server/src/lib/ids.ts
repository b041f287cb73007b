import { randomBytes, randomFillSync } from 'node:crypto'
import { type Id, makeId } from '@cardinal/domain'

/** Random bytes in an id. */
const CHANCE = 8
/** Random bytes for many ids are drawn at once, because a system call takes longer than the rest of an id. */
const pool = new Uint8Array(CHANCE * 128)
let used = pool.length

/** Returns a new id from the time and random bytes. */
export function newId(now: number = Date.now()): Id {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += CHANCE
  return makeId(now, pool.subarray(used - CHANCE, used))
}

/**
 * Returns the epoch of all that a person has. A restore begins another one, so that a device can tell before it sends
 * anything.
 *
 * @param restoredAt see `StoredWorkspace.restoredAt`, which a person's workspaces have in common
 */
export function personEpoch(restoredAt: number | null): string {
  return Math.trunc(restoredAt ?? 0).toString(36)
}

/** Returns a unique epoch for a workspace's history. */
export function newEpoch(): string {
  return randomBytes(12).toString('hex')
}
