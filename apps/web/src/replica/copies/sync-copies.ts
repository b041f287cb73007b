import type { Id } from '@cardinal/domain'
import { isStorageFull } from '../indexed-db.ts'
import { type CopyKey, type DeviceCopies, deviceCopiesOf } from './device-copies.ts'
import { fetchCopies } from './wire.ts'

/** By card, when its copy was fetched, in ms. */
type CopiesThere = ReadonlyMap<Id, number>

const COPIES_PER_REQUEST = 5
/** Most part of the browser's storage for copies and files, because changes need room too. */
const MOST_OF_QUOTA = 0.8

/** Workspaces whose copies were all on this device when last compared. */
const complete = new Set<Id>()

/** Whether searching copies on this device gives the same result as on the server. */
export function hasAllCopies(workspaceId: Id): boolean {
  return complete.has(workspaceId)
}

/**
 * Makes this device's copies equal to the copies that cards have: fetches missing ones, removes others. Rejects
 * if the server can't be reached.
 *
 * @returns `full`: the device has no room for the rest
 */
export async function syncCopies(
  userId: string,
  workspaceId: Id,
  there: CopiesThere,
  isWanted: () => boolean,
): Promise<'done' | 'full' | 'stopped'> {
  const device = deviceCopiesOf(userId)
  const keys = await device.keysOf(workspaceId)
  await device.remove(keys.filter(([, cardId, copiedAt]) => there.get(cardId) !== copiedAt))
  const missing = missingOf(keys, there)
  if (missing.length > 0) complete.delete(workspaceId)
  for (let from = 0; from < missing.length; from += COPIES_PER_REQUEST) {
    if (!isWanted()) return 'stopped'
    if (await isNearlyFull()) return 'full'
    const stored = await fetchSome(device, workspaceId, missing.slice(from, from + COPIES_PER_REQUEST), there)
    if (!stored) return 'full'
  }
  complete.add(workspaceId)
  return 'done'
}

function missingOf(keys: readonly CopyKey[], there: CopiesThere): readonly Id[] {
  const here = new Map(keys.map(([, cardId, copiedAt]) => [cardId, copiedAt]))
  return [...there].flatMap(([cardId, copiedAt]) => (here.get(cardId) === copiedAt ? [] : [cardId]))
}

/** False: the device has no room. */
async function fetchSome(
  device: DeviceCopies,
  workspaceId: Id,
  ids: readonly Id[],
  there: CopiesThere,
): Promise<boolean> {
  try {
    for (const copy of await fetchCopies(ids)) {
      const copiedAt = there.get(copy.entity_id)
      if (copy.content !== undefined && copiedAt !== undefined) await device.put(workspaceId, copiedAt, copy)
    }
    return true
  } catch (failure) {
    if (isStorageFull(failure)) return false
    throw failure
  }
}

/** @param more bytes that are about to be stored */
export async function isNearlyFull(more = 0): Promise<boolean> {
  const { usage = 0, quota = Number.POSITIVE_INFINITY } = (await navigator.storage?.estimate?.()) ?? {}
  return usage + more > quota * MOST_OF_QUOTA
}
