import { randomBytes, randomFillSync } from 'node:crypto'
import { type Id, makeId } from '@cardinal/domain'

/** Random bytes per id. */
const RANDOM_BYTES = 8
/** Random bytes for many ids, drawn at once: a system call takes longer than making an id. */
const pool = new Uint8Array(RANDOM_BYTES * 128)
let used = pool.length

export function newId(now: number = Date.now()): Id {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += RANDOM_BYTES
  return makeId(now, pool.subarray(used - RANDOM_BYTES, used))
}

/**
 * Epoch of all data of a person. A restore changes it, so that a device notices before it sends.
 *
 * @param restoredAt see `StoredWorkspace.restoredAt`; the same in all workspaces of a person
 */
export function personEpoch(restoredAt: number | null): string {
  return Math.trunc(restoredAt ?? 0).toString(36)
}

export function newEpoch(): string {
  return randomBytes(12).toString('hex')
}
