import type { callOf } from '@cardinal/contract'
import { createdIds } from '../settling.ts'
import type { KeptEntry } from './idb-schema.ts'
import type { StoredEntry, StoredRejection } from './store.ts'

/** Reason of a rejected change that this version of the app can't read. */
const UNREAD = 'Another version of the app stored this change. This version can’t read it.'

/**
 * Validates an entry of the outbox. Returns the same object if it is complete, or a completed one if it has an
 * older form. Null: it can be neither shown nor sent.
 *
 * @param toCall throws for a mutation that this version does not know; see `loadWire`
 */
export function readable(kept: unknown, toCall: typeof callOf): KeptEntry | null {
  const entry = kept as Partial<KeptEntry>
  if (!isWhole(entry, toCall)) return null
  const isMarked = (entry.isWaiting === 1) === (entry.ackedSeq === null)
  const isComplete =
    isMarked && entry.attempts !== undefined && entry.ackedSeq !== undefined && entry.isRepeat !== undefined
  if (isComplete) return entry
  const { isWaiting: _mark, ...rest } = entry
  const completed = { ...rest, attempts: rest.attempts ?? 0, isRepeat: rest.isRepeat ?? false }
  return rest.ackedSeq == null
    ? { ...completed, ackedSeq: null, isWaiting: 1 }
    : { ...completed, ackedSeq: rest.ackedSeq }
}

/** Makes an unreadable entry a rejected change, so that the person sees it. */
export function rejectedUnread(kept: unknown, now: number): StoredRejection {
  const found = kept as Partial<StoredEntry> & { readonly n: number }
  const key = typeof found.key === 'string' && found.key !== '' ? found.key : `unread-${found.n}`
  const mutation = found.mutation ?? { name: 'unread', args: found.call ?? null }
  return { entry: { ...found, key, mutation } as StoredEntry, reason: UNREAD, at: now, because: null }
}

function isWhole(entry: Partial<KeptEntry>, toCall: typeof callOf): entry is KeptEntry {
  const { n, key, at, call, workspaceId, mutation } = entry
  if (typeof n !== 'number' || typeof key !== 'string' || key === '' || typeof at !== 'number') return false
  if (typeof call?.method !== 'string' || typeof call.path !== 'string') return false
  if (workspaceId === undefined || mutation === undefined) return false
  try {
    toCall(mutation, workspaceId)
    createdIds({ mutation })
    return true
  } catch {
    return false // A mutation that has no such name, or not those arguments, any more.
  }
}
