import { randomBytes, randomFillSync } from 'node:crypto'
import { type Id, makeId } from '@cardinal/domain'

/** A new id, from the time and chance. */
export function newId(now: number = Date.now()): Id {
  return makeId(now, randomFillSync(new Uint8Array(8)))
}

/** A name for a workspace's history; no two histories ever have the same. */
export function newEpoch(): string {
  return randomBytes(12).toString('hex')
}
